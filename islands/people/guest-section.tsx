import { memo, useEffect, useState } from 'react';
import type { Rsvp } from '../../src/shared/contracts/rsvps.ts';
import type { BoardTime, GuestGroup } from '../../src/shared/guests/guest-groups.ts';
import { Button } from '../../views/ui/button.tsx';
import { List } from '../../views/ui/list.tsx';
import { GuestRow } from './guest-row.tsx';

/** Rows of a group at first, and more at a tap, which must answer at once with 500 guests on an old phone. */
export const FIRST = 20;
export const STEP = 10;
/** Rows drawn in one frame. */
const ROWS_A_FRAME = 2;

const HEADINGS: Record<Exclude<GuestGroup, 'in'>, string> = {
  stuck: 'Stuck, and only you can help',
  nudge: 'Could use a nudge',
  later: 'Leave them be for today',
};

interface GuestSectionProps {
  group: Exclude<GuestGroup, 'in'>;
  guests: readonly Rsvp[];
  /** Rows. */
  shown: number;
  time: BoardTime;
  uuid: string;
  hasScript: boolean;
  picked: readonly string[];
  onPick: (id: string, isPicked: boolean) => void;
  onNudge: (id: string) => void;
  onEdit: (id: string) => void;
  onMore: (group: GuestGroup) => void;
}

/** A group of the board. Kept while its props are the same, so that a tap elsewhere draws none of its rows. */
export const GuestSection = memo(function Section(props: GuestSectionProps) {
  const { group, guests, shown, picked, onMore, ...row } = props;
  const drawn = useGrowing(shown);
  return (
    <section aria-labelledby={`g-${group}`} className="people__group">
      <h2 id={`g-${group}`}>{HEADINGS[group]}</h2>
      <List className="people__list card">
        {guests.slice(0, drawn).map((guest) => (
          <GuestRow key={guest.id} guest={guest} group={group} isPicked={picked.includes(guest.id)} {...row} />
        ))}
      </List>
      <More group={group} left={guests.length - shown} hasScript={props.hasScript} onMore={onMore} />
    </section>
  );
});

/** Follows a number of rows that grows, a few a frame, so that a tap is answered at once. */
function useGrowing(shown: number): number {
  const [drawn, setDrawn] = useState(shown);
  useEffect(() => {
    if (drawn >= shown) return;
    const frame = requestAnimationFrame(() => setDrawn(Math.min(shown, drawn + ROWS_A_FRAME)));
    return () => cancelAnimationFrame(frame);
  }, [drawn, shown]);
  return Math.min(drawn, shown);
}

interface MoreProps {
  group: GuestGroup;
  /** Rows that are not shown. */
  left: number;
  hasScript: boolean;
  onMore: (group: GuestGroup) => void;
}

/** Shows more rows; without script, all of them. */
export function More({ group, left, hasScript, onMore }: MoreProps) {
  if (left <= 0) return null;
  return (
    <p>
      {hasScript ? (
        <Button kind="quiet" size="small" onClick={() => onMore(group)}>
          Show {Math.min(left, STEP)} more
        </Button>
      ) : (
        <a href="?all=1">Show all</a>
      )}
    </p>
  );
}
