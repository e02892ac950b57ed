import type { Media } from '../../src/shared/contracts/media.ts';
import { date } from '../../src/shared/format.ts';
import { Dialog } from '../../views/ui/dialog.tsx';
import { List } from '../../views/ui/list.tsx';
import { changeInWords } from './edit-words.ts';

interface ClipHistoryProps {
  clip: Media;
  timeZone: string;
  onClose: () => void;
}

/** Who changed what of a clip, newest first. */
export function ClipHistory({ clip, timeZone, onClose }: ClipHistoryProps) {
  const changes = [...(clip.history ?? [])].reverse();
  return (
    <Dialog open onClose={onClose} title="What was changed">
      <List className="studio-dialogs__versions">
        {changes.map(({ at, by, what }) => (
          <li key={`${at} ${what}`}>
            <p>
              <strong>
                <bdi>{by || 'An organiser'}</bdi>
              </strong>{' '}
              {changeInWords(what)} <span className="l-small">{date(at, { timeZone, style: 'day-time' })}</span>
            </p>
          </li>
        ))}
      </List>
      <p className="l-small">The recording itself is never changed. “Back to how it came” takes every edit back.</p>
    </Dialog>
  );
}
