import { Fragment, type ReactNode, useEffect, useState } from 'react';
import type { ChatSide } from '../../src/shared/chat.ts';
import type { ChatMessage } from '../../src/shared/contracts/chat.ts';
import { date } from '../../src/shared/format.ts';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';

export interface ChatThreadProps {
  messages: readonly ChatMessage[];
  /** The viewer's side: own messages are at the end of the line. */
  side: ChatSide;
  /** Before the messages, such as a link to earlier ones. */
  before?: ReactNode;
  /** After them: unsent messages. */
  children?: ReactNode;
}

/** A conversation grouped by day. New messages are announced. */
export function ChatThread({ messages, side, before, children }: ChatThreadProps) {
  const timeZone = useOwnTimeZone();
  const lastOwn = messages.map(({ from }) => from).lastIndexOf(side);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys too
    <div className="chat__log" role="log" aria-label="Conversation" tabIndex={0}>
      {before}
      {messages.map((message, index) => {
        const day = date(message.createdAt, { style: 'day', timeZone });
        const previous = messages[index - 1];
        const isNewDay = !previous || date(previous.createdAt, { style: 'day', timeZone }) !== day;
        const time = date(message.createdAt, { style: 'time', timeZone });
        const next = messages[index + 1];
        const isTold = next?.from === message.from && date(next.createdAt, { style: 'time', timeZone }) === time;
        const isFirst = isNewDay || previous.from !== message.from || previous.name !== message.name;
        return (
          <Fragment key={message.id}>
            {isNewDay && <p className="chat__day">{day}</p>}
            <ChatSlip
              isOwn={message.from === side}
              who={isFirst ? whoSaid(message, side) : null}
              parts={message.parts}
              foot={
                // Omit the time if the next message has the same.
                (!isTold || index === lastOwn) && (
                  <>
                    <time dateTime={message.createdAt}>{time}</time>
                    {index === lastOwn && <span> · {fateOf(message)}</span>}
                  </>
                )
              }
            />
          </Fragment>
        );
      })}
      {children}
    </div>
  );
}

export interface ChatSlipProps {
  isOwn: boolean;
  /** Sender; omitted if the message above has the same. */
  who?: string | null;
  parts: readonly { text: string; href: string | null }[];
  /** Time and delivery status. */
  foot?: ReactNode;
  className?: string;
}

/** One message, always as text; its links open outside and send no referrer. */
export function ChatSlip({ isOwn, who, parts, foot, className }: ChatSlipProps) {
  return (
    <div className={cx('chat__slip', isOwn && 'chat__slip--own', className)}>
      {who && <p className={cx('chat__who', isOwn && 'l-unseen')}>{who}</p>}
      <p className="chat__words">
        {parts.map(({ text, href }, index) =>
          href === null ? (
            text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a message never change
            <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
              {text}
            </a>
          ),
        )}
      </p>
      {foot && <p className="chat__foot">{foot}</p>}
    </div>
  );
}

/** Three dots while the other side is typing. Outside the thread: screen readers announce messages only. */
export function ChatTyping({ children }: { children: ReactNode }) {
  return (
    <p className="chat__typing">
      <span className="chat__dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {children}
    </p>
  );
}

/** Whether staff is online; null while unknown. Changes are announced. */
export function ChatPresence({ isHere, children }: { isHere: boolean | null; children: ReactNode }) {
  return (
    <p className="chat__presence" role="status">
      {isHere && <span className="chat__lamp" aria-hidden="true" />}
      {isHere === false && <Icon name="clock" />}
      <span>{children}</span>
    </p>
  );
}

function whoSaid({ from, name }: ChatMessage, side: ChatSide): string {
  if (from === side) return 'You';
  return from === 'staff' ? `${name} from VidDay` : 'Visitor';
}

function fateOf({ readAt, isMailed }: ChatMessage): string {
  if (readAt) return 'Seen';
  return isMailed ? 'Mailed' : 'Sent';
}

/** The viewer's time zone; UTC on the server and before hydration. */
function useOwnTimeZone(): string {
  const [zone, setZone] = useState('UTC');
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'), []);
  return zone;
}
