import type { GuestbookEntry } from '../../src/shared/contracts/guestbook.ts';
import { Button } from '../../views/ui/button.tsx';
import { cx } from '../../views/ui/class-names.ts';
import { REACTION_NAMES, Sticker } from '../stickers/stickers.tsx';

export type LineAct = 'hide' | 'show' | 'take-back' | 'report';

interface GuestbookLineProps {
  entry: GuestbookEntry;
  when: string;
  mayHide: boolean;
  mayWrite: boolean;
  isReported: boolean;
  /** Address of the form for an act, without script. */
  actionOf: (act: LineAct) => string;
  onAct: (act: LineAct) => void;
}

/** A line of the guestbook, and what its reader may do with it. */
export function GuestbookLine({ entry, when, mayHide, mayWrite, isReported, actionOf, onAct }: GuestbookLineProps) {
  const { name, text, reaction, hidden, mine } = entry;
  const acts: [LineAct, string][] = [];
  if (mine && mayWrite) acts.push(['take-back', 'Take it back']);
  if (mayHide) acts.push(hidden ? ['show', 'Show it again'] : ['hide', 'Hide it']);
  if (!mine && !hidden && !isReported) acts.push(['report', 'Report it']);
  return (
    <li className={cx('guestbook__line', hidden && 'guestbook__line--hidden')}>
      {reaction && <Sticker reaction={reaction} />}
      <div className="guestbook__words">
        {hidden && <p className="l-small">Hidden: only you and the makers can see it.</p>}
        {text ? (
          <p className="guestbook__text" dir="auto">
            {text}
          </p>
        ) : (
          reaction && <p className="l-unseen">{REACTION_NAMES[reaction]}</p>
        )}
        <p className="l-small">
          <bdi>{name}</bdi>
          {mine && ' (you)'}, {when}
        </p>
        {isReported && <p className="l-small">Thank you. We’ll look at it.</p>}
      </div>
      <div className="guestbook__acts">
        {acts.map(([act, label]) => (
          <form
            key={act}
            method="post"
            action={actionOf(act)}
            onSubmit={(event) => {
              event.preventDefault();
              onAct(act);
            }}
          >
            <Button type="submit" kind="quiet" size="small">
              {label}
              <span className="l-unseen"> (from {name})</span>
            </Button>
          </form>
        ))}
      </div>
    </li>
  );
}
