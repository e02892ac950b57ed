import { Button } from '../../views/ui/button.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { List } from '../../views/ui/list.tsx';
import { type ClipSort, placed, SORTS, sorted } from './clip-order.ts';
import { orderClips } from './many-clips.ts';
import { timelineOf } from './studio-state.ts';
import type { Studio } from './use-studio.ts';

/** Puts all clips in another order at once; one tap takes it back. */
export function SortDialog({ studio, onClose }: { studio: Studio; onClose: () => void }) {
  const clips = timelineOf(studio.event);
  const sort = (by: ClipSort) => {
    onClose();
    void orderClips(
      studio,
      sorted(placed(clips), by).map(({ clip }) => clip.id),
    );
  };
  return (
    <Dialog open onClose={onClose} title="Put the clips in order">
      <List className="studio-dialogs__sorts">
        {SORTS.filter(({ value }) => value !== 'film').map(({ value, label, about }) => (
          <li key={value}>
            <Button kind="second" wide onClick={() => sort(value)}>
              {label}
            </Button>
            {about && <p className="l-fine">{about}</p>}
          </li>
        ))}
      </List>
    </Dialog>
  );
}
