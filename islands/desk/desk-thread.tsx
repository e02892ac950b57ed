import { useRef } from 'react';
import { withCanned } from '../../src/shared/canned-answers.ts';
import { deskPath } from '../../src/shared/chat.ts';
import type { DeskConversation, DeskThread } from '../../src/shared/contracts/chat-desk.ts';
import { date } from '../../src/shared/format.ts';
import { ChatPresence, ChatThread, ChatTyping } from '../../views/ui/chat.tsx';
import { Empty } from '../../views/ui/empty.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { Menu, MenuLink, MenuRule } from '../../views/ui/menu.tsx';
import { Banner } from '../../views/ui/notice.tsx';
import { Composer } from '../chat/composer.tsx';
import { EarlierButton } from '../chat/earlier-button.tsx';
import { StuckNote } from '../chat/stuck-note.tsx';
import { UnsentSlip } from '../chat/unsent-slip.tsx';
import { useStickToEnd } from '../chat/use-stick-to-end.ts';
import { DeskActs } from './desk-acts.tsx';
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
        <DeskActs props={props} thread={thread} desk={desk} />
      </header>
      <Facts thread={thread} />
      {conversation.handedOver && <HandedOver of={conversation.handedOver} />}
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
          plainForm={{ action, clientId: props.clientId, upTo: messages.at(-1)?.seq }}
          text={text}
          onText={(typed) => onText(withCanned(typed, props.answers))}
          onTyping={desk.typing}
          onSend={(words) => {
            outbox.add(words);
            onText('');
          }}
        />
        <Menu label="Saved replies" icon="text" text="Saved replies" align="start" upwards>
          {props.answers.map((canned) => (
            <MenuLink
              key={canned.id}
              href={`/staff/chat/${id}?begin=${canned.id}`}
              onClick={(event) => {
                event.preventDefault();
                onText(text.trim() ? `${text.trimEnd()}\n\n${canned.text}` : canned.text);
                box.current?.querySelector('textarea')?.focus();
              }}
            >
              {canned.label} <span className="l-fine">/{canned.word}</span>
            </MenuLink>
          ))}
          {props.answers.length > 0 && <MenuRule />}
          <MenuLink href="/staff/chat/answers" icon="pen">
            Change saved replies
          </MenuLink>
        </Menu>
        <p className="l-fine staff-chat__hint">
          By keyboard: type / and a word, such as /{props.answers[0]?.word ?? 'hello'}, then a space.
        </p>
      </div>
    </section>
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

/** Why a colleague handed it over. */
function HandedOver({ of: { by, note, at } }: { of: NonNullable<DeskConversation['handedOver']> }) {
  return (
    <p className="staff-chat__handed">
      <Icon name="share" />
      <span>
        <bdi>{by}</bdi> handed it over on {date(at, { style: 'short' })}
        {note && (
          <>
            : <bdi>“{note}”</bdi>
          </>
        )}
      </span>
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
