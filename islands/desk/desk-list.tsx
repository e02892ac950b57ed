import type { MouseEvent } from 'react';
import { deskPath } from '../../src/shared/chat.ts';
import type { DeskConversation } from '../../src/shared/contracts/chat-desk.ts';
import { count, date } from '../../src/shared/format.ts';
import { Badge } from '../../views/ui/badge.tsx';
import { Button } from '../../views/ui/button.tsx';
import { cx } from '../../views/ui/class-names.ts';
import { Empty } from '../../views/ui/empty.tsx';
import { Field } from '../../views/ui/field.tsx';
import { List } from '../../views/ui/list.tsx';
import { TabLinks } from '../../views/ui/tabs.tsx';
import type { DeskProps } from './desk-props.ts';

const SHOWS = [
  ['all', 'All'],
  ['waiting', 'Waiting'],
  ['mine', 'Mine'],
  ['open', 'Open'],
  ['closed', 'Closed'],
] as const;

const NOTHING = {
  all: { title: 'Nobody has written yet', text: 'Messages from visitors appear here right away.' },
  waiting: { title: 'Nobody’s waiting', text: 'Everyone has a reply. Well done.' },
  mine: { title: 'Nothing of yours', text: 'Chats that you answer, take or are given show up here.' },
  open: { title: 'Nothing open', text: 'Conversations you’ve answered stay here until they’re closed.' },
  closed: {
    title: 'Nothing closed yet',
    text: 'Close a conversation when it’s done. It reopens if the visitor writes again.',
  },
} as const;

export interface DeskListProps {
  props: DeskProps;
  list: readonly DeskConversation[];
  openId: string | null;
  timeZone: string;
  /** Opens a conversation without leaving the page. */
  onOpen: (id: string) => void;
}

/** All conversations, latest message first. Works without script. */
export function DeskList({ props, list, openId, timeZone, onOpen }: DeskListProps) {
  const { show, q, now, nextHref } = props;
  const tabs = SHOWS.map(([value, label]) => ({
    href: deskPath({ show: value, q }),
    label,
    isCurrent: value === show,
  }));
  return (
    <section className="staff-chat__side" aria-label="Conversations">
      <TabLinks label="Which conversations" tabs={tabs} />
      <form className="staff-chat__find" action="/staff/chat">
        {show !== 'all' && <input type="hidden" name="show" value={show} />}
        <Field
          name="q"
          type="search"
          label="Search for words, a name or an address"
          hideLabel
          placeholder="Words or a name"
          defaultValue={q}
          maxLength={100}
          enterKeyHint="search"
        />
        <Button type="submit" kind="second">
          Search
        </Button>
      </form>
      {q && (
        <p className="l-small" role="status">
          {count(props.total, 'conversation')} with “{q}”. <a href={deskPath({ show, q: '' })}>Show all</a>
        </p>
      )}
      {list.length === 0 && !q && <Empty title={NOTHING[show].title}>{NOTHING[show].text}</Empty>}
      <List className="staff-chat__list">
        {list.map((each) => (
          <li key={each.id}>
            <Entry
              conversation={each}
              href={deskPath(props, each.id)}
              isOpen={each.id === openId}
              when={shortWhen(each.lastAt, now, timeZone)}
              onOpen={() => onOpen(each.id)}
            />
          </li>
        ))}
      </List>
      {nextHref && (
        <a className="button button--second button--small" href={nextHref}>
          Older ones
        </a>
      )}
    </section>
  );
}

interface EntryProps {
  conversation: DeskConversation;
  href: string;
  isOpen: boolean;
  when: string;
  onOpen: () => void;
}

function Entry({ conversation, href, isOpen, when, onOpen }: EntryProps) {
  const { unread, lastFrom, lastText, assignedTo, isHere } = conversation;
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a
      className={cx('staff-chat__entry', unread > 0 && 'staff-chat__entry--news')}
      href={href}
      aria-current={isOpen || undefined}
      onClick={open}
    >
      <span className="staff-chat__name">
        {isHere && <span className="chat__lamp" role="img" aria-label="Here now:" />}
        <span className="staff-chat__cut">{visitorName(conversation)}</span>
      </span>
      <time dateTime={conversation.lastAt}>{when}</time>
      <span className="staff-chat__last staff-chat__cut">
        {lastFrom === 'staff' && 'We: '}
        {lastText}
      </span>
      <span className="staff-chat__marks">
        {unread > 0 && (
          <span className="chat-knob__count">
            {unread}
            <span className="l-unseen"> new</span>
          </span>
        )}
        <StateBadge state={conversation.state} />
        {assignedTo && <span className="l-fine staff-chat__cut">{assignedTo.name}</span>}
      </span>
    </a>
  );
}

export function StateBadge({ state }: Pick<DeskConversation, 'state'>) {
  if (state === 'waiting') return <Badge tone="warn">Waiting</Badge>;
  return state === 'open' ? <Badge tone="info">Open</Badge> : <Badge>Closed</Badge>;
}

/** Display name of a visitor: name, address, or neither. */
export function visitorName({ name, email, id }: Pick<DeskConversation, 'name' | 'email' | 'id'>): string {
  return name || email || `Visitor ${id.slice(-4)}`;
}

/** Time if it is today, otherwise the date. */
function shortWhen(at: string, now: number, timeZone: string): string {
  const day = (when: string | Date) => date(when, { style: 'full', timeZone });
  return day(at) === day(new Date(now))
    ? date(at, { style: 'time', timeZone })
    : date(at, { style: 'short', timeZone });
}
