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
  /** An address is known without asking. */
  isSignedIn: boolean;
  plainForm?: PlainForm;
}

/** The visitor's side: what was said, who is there, and where to write. */
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
      <div className="chat-body">
        <Banner
          tone="bad"
          role="alert"
          title="The chat did not open"
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
  /** The field goes with what was left in it; who wrote there writes on. */
  const leaveEmail = async (email: string) => {
    await chat.leaveEmail(email);
    box.current?.querySelector('textarea')?.focus();
  };
  const isEmpty = state.messages.length === 0 && state.unsent.length === 0;
  return (
    <div className="chat-body" ref={box}>
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
          <p className="chat-day">This was closed. Write on whenever you need us.</p>
        )}
      </ChatThread>
      {isTyping && <ChatTyping>We are writing…</ChatTyping>}
      {state.stuck && <StuckNote stuck={state.stuck} what="What you wrote" />}
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
  if (isStaffed) return 'We are here and answer in a few minutes.';
  return email || isSignedIn
    ? `Nobody is here right now. We answer here, and by mail${email ? ` to ${email}` : ''}.`
    : 'Nobody is here right now. Leave your address and write all the same: we will answer.';
}

function Welcome({ isStaffed }: { isStaffed: boolean }) {
  return (
    <ChatSlip
      isOwn={false}
      parts={[
        {
          text: isStaffed
            ? 'Hello! What is stuck, or what went wrong? Tell us what you tapped and what you saw.'
            : 'Hello! What is stuck, or what went wrong? Tell us what you tapped and what you saw; it is kept for us.',
          href: null,
        },
      ]}
    />
  );
}

/** Nobody is asked twice, and not before it matters: when we are there an answer mostly comes here. */
function Address({ state, onLeave }: { state: ChatState; onLeave: (email: string) => Promise<void> }) {
  const [isAsked, setAsked] = useState(false);
  if (state.email) return null;
  if (!state.isStaffed || isAsked) return <EmailAsk onLeave={onLeave} />;
  if (state.messages.length === 0) return null;
  return (
    <button type="button" className="chat-aside" onClick={() => setAsked(true)}>
      Have to go? Get the answer by e-mail
    </button>
  );
}
