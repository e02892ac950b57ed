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
  const [text, setText] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const { messages, unsent, isTyping, phase, stuck } = state;
  useStickToEnd(box, `${phase} ${messages.at(-1)?.id} ${unsent.length} ${isTyping} ${stuck}`, unsent.length > 0);

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
  const isEmpty = state.messages.length === 0 && state.unsent.length === 0;
  return (
    <div className="chat-body" ref={box}>
      {state.phase === 'loading' ? (
        <p className="chat-wait" role="status">
          Opening the chat…
        </p>
      ) : (
        <ChatPresence isHere={state.isStaffed}>{presenceWords(state, isSignedIn)}</ChatPresence>
      )}
      <ChatThread
        messages={state.messages}
        side="visitor"
        before={state.hasEarlier && <EarlierButton load={chat.loadEarlier} />}
      >
        {isEmpty && state.phase === 'ready' && <Welcome isStaffed={state.isStaffed} />}
        {state.unsent.map((message) => (
          <UnsentSlip key={message.clientId} message={message} outbox={chat.outbox} stuck={state.stuck} />
        ))}
        {state.isTyping && <ChatTyping>We are writing…</ChatTyping>}
        {state.isClosed && state.unsent.length === 0 && (
          <p className="chat-day">This was closed. Write on whenever you need us.</p>
        )}
      </ChatThread>
      {state.stuck && <StuckNote stuck={state.stuck} what="What you wrote" />}
      {!isSignedIn && state.phase === 'ready' && <Address chat={chat} state={state} />}
      <Composer
        label="Write to us"
        plainForm={plainForm}
        text={text}
        onText={setText}
        onTyping={chat.typing}
        onSend={(words) => {
          chat.send(words);
          setText('');
        }}
      />
    </div>
  );
}

function presenceWords({ isStaffed, email }: ChatState, isSignedIn: boolean): string {
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
function Address({ chat, state }: { chat: Chat; state: ChatState }) {
  const [isAsked, setAsked] = useState(false);
  if (state.email) {
    return state.isStaffed ? null : (
      <p className="vh" role="status">
        We will answer to {state.email}.
      </p>
    );
  }
  if (!state.isStaffed || isAsked) return <EmailAsk onLeave={chat.leaveEmail} />;
  if (state.messages.length === 0) return null;
  return (
    <button type="button" className="chat-aside" onClick={() => setAsked(true)}>
      Have to go? Get the answer by e-mail
    </button>
  );
}
