import { type FormEvent, useRef } from 'react';
import { CANNED_ANSWERS, deskPath } from '../../src/shared/chat.ts';
import type { DeskThread } from '../../src/shared/contracts/chat-desk.ts';
import { Button } from '../../views/ui/button.tsx';
import { ChatPresence, ChatThread, ChatTyping } from '../../views/ui/chat.tsx';
import { Empty } from '../../views/ui/empty.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { Menu, MenuLink } from '../../views/ui/menu.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import { Composer } from '../chat/composer.tsx';
import { EarlierButton } from '../chat/earlier-button.tsx';
import { StuckNote } from '../chat/stuck-note.tsx';
import { UnsentSlip } from '../chat/unsent-slip.tsx';
import { useStickToEnd } from '../chat/use-stick-to-end.ts';
import { StateBadge, visitorName } from './desk-list.tsx';
import type { DeskProps } from './desk-props.ts';
import type { Desk, DeskState } from './desk-store.ts';

export interface DeskThreadViewProps {
  props: DeskProps;
  desk: Desk;
  state: DeskState;
  thread: DeskThread;
  text: string;
  onText: (text: string) => void;
  /** Back to the list, on phones. */
  onBack: () => void;
}

/** A conversation with the visitor's details and the answer field. */
export function DeskThreadView({ props, desk, state, thread, text, onText, onBack }: DeskThreadViewProps) {
  const { conversation, messages, hasEarlier } = thread;
  const { id } = conversation;
  const outbox = desk.outboxOf(id);
  const box = useRef<HTMLElement>(null);
  const { unsent, typing, stuck } = state;
  useStickToEnd(box, `${id} ${messages.at(-1)?.id} ${unsent.length} ${typing} ${stuck}`, unsent.length > 0);
  const action = `/staff/chat/${id}/answer`;
  return (
    <section className="staff-chat__thread" aria-labelledby="desk-who" ref={box}>
      <header className="staff-chat__head">
        <a
          className="icon-button staff-chat__back"
          href={deskPath(props)}
          aria-label="All conversations"
          onClick={(event) => {
            event.preventDefault();
            onBack();
          }}
        >
          <Icon name="arrow-left" />
        </a>
        <div className="staff-chat__title">
          <h2 id="desk-who" tabIndex={-1}>
            {visitorName(conversation)}
          </h2>
          <StateBadge state={conversation.state} />
        </div>
        <DeskActs thread={thread} desk={desk} isMine={conversation.assignedTo?.id === props.me.id} />
      </header>
      <Facts thread={thread} />
      {(state.problem ?? props.error) && (
        <Banner tone="bad" role="alert" title="That didn’t go through">
          {state.problem ?? props.error}
        </Banner>
      )}
      <div className="chat__body">
        <ChatThread messages={messages} side="staff" before={hasEarlier && <EarlierButton load={desk.loadEarlier} />}>
          {unsent.map((message) => (
            <UnsentSlip key={message.clientId} message={message} outbox={outbox} stuck={stuck} />
          ))}
        </ChatThread>
        {typing && <ChatTyping>{typing === 'visitor' ? 'The visitor is typing…' : 'One of us is typing…'}</ChatTyping>}
        {stuck && <StuckNote stuck={stuck} what="Your answer" />}
        {!stuck && !state.isLive && (
          <p className="chat__stuck" role="status">
            <Icon name="offline" />
            <span>No connection. We are trying again.</span>
          </p>
        )}
        <ChatPresence isHere={conversation.isHere}>{whereAnswersGo(thread)}</ChatPresence>
        <Composer
          label="Your answer"
          plainForm={{ action, clientId: props.clientId }}
          text={text}
          onText={onText}
          onTyping={desk.typing}
          onSend={(words) => {
            outbox.add(words);
            onText('');
          }}
        />
        <Menu label="Saved replies" icon="text" text="Saved replies" align="start" upwards>
          {CANNED_ANSWERS.map((canned) => (
            <MenuLink
              key={canned.id}
              href={`/staff/chat/${id}?begin=${canned.id}`}
              onClick={(event) => {
                event.preventDefault();
                onText(text.trim() ? `${text.trimEnd()}\n\n${canned.text}` : canned.text);
                box.current?.querySelector('textarea')?.focus();
              }}
            >
              {canned.label}
            </MenuLink>
          ))}
        </Menu>
      </div>
    </section>
  );
}

function DeskActs({ thread, desk, isMine }: { thread: DeskThread; desk: Desk; isMine: boolean }) {
  const { id, state, assignedTo } = thread.conversation;
  const isClosed = state === 'closed';
  const act = (event: FormEvent<HTMLFormElement>, change: { isClosed?: boolean; isMine?: boolean }) => {
    event.preventDefault();
    void desk.change(change);
  };
  const action = `/staff/chat/${id}/change`;
  return (
    <div className="staff-chat__acts">
      <form method="post" action={action} onSubmit={(event) => act(event, { isMine: !isMine })}>
        <input type="hidden" name="act" value={isMine ? 'give' : 'take'} />
        <Button type="submit" kind="second" size="small">
          {isMine ? 'Give back' : assignedTo ? `Take from ${assignedTo.name}` : 'Take it'}
        </Button>
      </form>
      <form method="post" action={action} onSubmit={(event) => act(event, { isClosed: !isClosed })}>
        <input type="hidden" name="act" value={isClosed ? 'open' : 'close'} />
        <Button type="submit" kind="second" size="small" icon={isClosed ? 'redo' : 'check'}>
          {isClosed ? 'Open again' : 'Close'}
        </Button>
      </form>
    </div>
  );
}

/** The visitor's details in one line. */
function Facts({ thread: { conversation } }: { thread: DeskThread }) {
  const { name, email, page, device, hasAccount, assignedTo } = conversation;
  return (
    <p className="staff-chat__facts">
      {name && email && (
        <span>
          <a href={`mailto:${email}`}>{email}</a>
        </span>
      )}
      {hasAccount && <span>has an account</span>}
      {page && <span>on {page}</span>}
      {device && <span>{device}</span>}
      {assignedTo && <span>with {assignedTo.name}</span>}
    </p>
  );
}

function whereAnswersGo({ conversation: { isHere, email } }: DeskThread): string {
  if (isHere) return 'Here now: they’ll see your answer right away.';
  return email
    ? `Not here now: your answer also goes to ${email}.`
    : 'Not here now, and left no address. Your answer will be waiting.';
}

/** Shown next to the list while no conversation is open. */
export function NoThread() {
  return (
    <section className="staff-chat__none" aria-label="Conversation">
      <Empty title="Choose a conversation">Visitors can see you’re here while this page is open.</Empty>
    </section>
  );
}
