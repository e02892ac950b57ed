import { useRef, useState } from 'react';
import { Button } from '../../views/ui/button.tsx';
import { ChatPresence, ChatSlip, ChatThread, ChatTyping } from '../../views/ui/chat.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import type { Chat, ChatState } from './chat-store.ts';
import { Composer, type PlainForm } from './composer.tsx';
import { EarlierButton } from './earlier-button.tsx';
import { EmailAsk } from './email-ask.tsx';
import { StuckNote } from './stuck-note.tsx';
import { UnsentSlip } from './unsent-slip.tsx';
import { useChat } from './use-chat.ts';
import { useStickToEnd } from './use-stick-to-end.ts';

export interface ConversationProps {
  chat: Chat;
  /** The address is known from the account. */
  isSignedIn: boolean;
  plainForm?: PlainForm;
}

/** The visitor's view: messages, presence and composer. */
export function Conversation({ chat, isSignedIn, plainForm }: ConversationProps) {
  const state = useChat(chat);
  const box = useRef<HTMLDivElement>(null);
  const { messages, unsent, isTyping, isClosed, phase, stuck } = state;
  useStickToEnd(
    box,
    `${phase} ${messages.at(-1)?.id} ${unsent.length} ${isTyping} ${isClosed} ${stuck}`,
    unsent.length > 0,
  );

  if (state.phase === 'failed') {
    return (
      <div className="chat__body">
        <Banner
          tone="bad"
          role="alert"
          title="The chat didn’t open"
          action={
            <Button kind="second" size="small" icon="retry" onClick={() => void chat.load()}>
              Try again
            </Button>
          }
        >
          {state.problem}
        </Banner>
      </div>
    );
  }
  /** The field disappears after submission, so focus the composer. */
  const leaveEmail = async (email: string) => {
    await chat.leaveEmail(email);
    box.current?.querySelector('textarea')?.focus();
  };
  const isEmpty = state.messages.length === 0 && state.unsent.length === 0;
  return (
    <div className="chat__body" ref={box}>
      <ChatPresence isHere={phase === 'loading' ? null : state.isStaffed}>
        {presenceWords(state, isSignedIn)}
      </ChatPresence>
      <ChatThread
        messages={state.messages}
        side="visitor"
        before={state.hasEarlier && <EarlierButton load={chat.loadEarlier} />}
      >
        {isEmpty && state.phase === 'ready' && <Welcome isStaffed={state.isStaffed} />}
        {state.unsent.map((message) => (
          <UnsentSlip key={message.clientId} message={message} outbox={chat.outbox} stuck={state.stuck} />
        ))}
        {isClosed && state.unsent.length === 0 && (
          <p className="chat__day">This chat was closed. Write again whenever you need us.</p>
        )}
      </ChatThread>
      {isTyping && <ChatTyping>We’re typing…</ChatTyping>}
      {state.stuck && <StuckNote stuck={state.stuck} what="Your message" />}
      {!isSignedIn && state.phase === 'ready' && <Address state={state} onLeave={leaveEmail} />}
      <Composer
        label="Write to us"
        plainForm={plainForm}
        text={state.draft}
        onText={chat.write}
        onTyping={chat.typing}
        onSend={chat.send}
      />
    </div>
  );
}

function presenceWords({ phase, isStaffed, email }: ChatState, isSignedIn: boolean): string {
  if (phase === 'loading') return 'Opening the chat…';
  if (isStaffed) return 'We’re here and usually reply within a few minutes.';
  return email || isSignedIn
    ? `Nobody’s here right now. We’ll reply here, and by email${email ? ` to ${email}` : ''}.`
    : 'Nobody’s here right now. Leave your email and a message, and we’ll get back to you.';
}

function Welcome({ isStaffed }: { isStaffed: boolean }) {
  return (
    <ChatSlip
      isOwn={false}
      parts={[
        {
          text: isStaffed
            ? 'Hello! Are you stuck, or did something go wrong? Tell us what you tapped and what you saw.'
            : 'Hello! Are you stuck, or did something go wrong? Tell us what you tapped and what you saw. We’ll see it when we’re back.',
          href: null,
        },
      ]}
    />
  );
}

/** Asks for the address once, and only when staff is offline; otherwise answers mostly arrive here. */
function Address({ state, onLeave }: { state: ChatState; onLeave: (email: string) => Promise<void> }) {
  const [isAsked, setAsked] = useState(false);
  if (state.email) return null;
  if (!state.isStaffed || isAsked) return <EmailAsk onLeave={onLeave} />;
  if (state.messages.length === 0) return null;
  return (
    <button type="button" className="chat__aside" onClick={() => setAsked(true)}>
      Have to go? Get the answer by email
    </button>
  );
}
