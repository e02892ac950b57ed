import { Button } from '../../views/ui/button.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { List } from '../../views/ui/list.tsx';
import { type ClipSort, placed, SORTS, sorted } from './clip-order.ts';
import { orderClips } from './many-clips.ts';
import { timelineOf } from './studio-state.ts';
import type { Studio } from './use-studio.ts';

const ABOUT: Partial<Record<ClipSort, string>> = {
  people: 'Everybody’s clips together, in the order in which they come now',
  story: 'Short ones first, the longest last',
};

/** Puts all clips in another order at once; one tap takes it back. */
export function SortDialog({ studio, onClose }: { studio: Studio; onClose: () => void }) {
  const clips = timelineOf(studio.event);
  const sort = (by: ClipSort, isReversed = false) => {
    onClose();
    const ids = sorted(placed(clips), by).map(({ clip }) => clip.id);
    void orderClips(studio, isReversed ? ids.reverse() : ids);
  };
  return (
    <Dialog open onClose={onClose} title="Put the clips in order">
      <List className="studio-dialogs__sorts">
        {SORTS.filter(({ value }) => value !== 'film').map(({ value, label }) => (
          <li key={value}>
            <Button kind="second" wide onClick={() => sort(value)}>
              {label}
            </Button>
            {ABOUT[value] && <p className="l-fine">{ABOUT[value]}</p>}
          </li>
        ))}
        <li>
          <Button kind="second" wide onClick={() => sort('story', true)}>
            Longest first
          </Button>
        </li>
      </List>
    </Dialog>
  );
}
