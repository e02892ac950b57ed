import type { Media } from '../../src/shared/contracts/media.ts';
import { count, date, duration } from '../../src/shared/format.ts';
import { Badge } from '../../views/ui/badge.tsx';
import { Button } from '../../views/ui/button.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { List } from '../../views/ui/list.tsx';
import type { Studio } from './use-studio.ts';

/** Every version of the film; an older one can be made current again. */
export function VersionsDialog({ studio, onClose }: { studio: Studio; onClose: () => void }) {
  const { films, event } = studio;
  return (
    <Dialog open onClose={onClose} title="Versions of the film">
      <List className="versions">
        {films.map((film) => (
          <li key={film.id}>
            <p>
              <strong>Version {film.version}</strong>{' '}
              <span className="small">
                {duration(film.length)}, {date(film.createdAt, { timeZone: event.timeZone })}
              </span>
            </p>
            {film.isCurrent ? (
              <Badge tone="good" icon="check">
                Shown now
              </Badge>
            ) : (
              <Button kind="second" size="small" onClick={() => void studio.restoreFilm(film.id)}>
                Show this one
              </Button>
            )}
          </li>
        ))}
      </List>
    </Dialog>
  );
}

/** Clips that were removed, for 30 days. */
export function BinDialog({ studio, bin, onClose }: { studio: Studio; bin: readonly Media[]; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`${count(bin.length, 'removed clip')}`}>
      <List className="versions">
        {bin.map((clip) => (
          <li key={clip.id}>
            <p>
              <strong>{clip.contributor.name}</strong>{' '}
              <span className="small">{clip.length > 0 ? duration(clip.length) : clip.kind}</span>
            </p>
            <Button kind="second" size="small" icon="undo" onClick={() => void studio.restore(clip)}>
              Bring it back
            </Button>
          </li>
        ))}
      </List>
    </Dialog>
  );
}
