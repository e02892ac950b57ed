import { useState } from 'react';
import type { PublishedMedia } from '../../src/shared/contracts/films.ts';
import type { Media } from '../../src/shared/contracts/media.ts';
import { SHAPE_WORDS, shapeOfVersion } from '../../src/shared/film-shapes.ts';
import { count, date, duration } from '../../src/shared/format.ts';
import { Badge } from '../../views/ui/badge.tsx';
import { Button, ButtonLink } from '../../views/ui/button.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { List } from '../../views/ui/list.tsx';
import { FilmShapes } from './film-shapes.tsx';
import { FilmView, fileOf } from './film-view.tsx';
import type { Studio } from './use-studio.ts';

/** All versions of the film; an older one can be made current again. */
export function VersionsDialog({ studio, onClose }: { studio: Studio; onClose: () => void }) {
  const { films, event } = studio;
  const current = films.find((film) => film.isCurrent);
  const [watched, setWatched] = useState<string | null>(null);
  return (
    <Dialog open onClose={onClose} title="Versions of the film">
      <List className="studio-dialogs__versions">
        {films.map((film) => (
          <li key={film.id}>
            <p>
              <strong>{nameOf(film)}</strong>{' '}
              <span className="l-small">
                {duration(film.length)}, {date(film.createdAt, { timeZone: event.timeZone, style: 'day-time' })}
              </span>
            </p>
            {film.isCurrent && (
              <Badge tone="good" icon="check">
                Shown now
              </Badge>
            )}
            <div className="l-row">
              <Button
                kind="second"
                size="small"
                icon="play"
                aria-expanded={watched === film.id}
                onClick={() => setWatched(watched === film.id ? null : film.id)}
              >
                Watch
              </Button>
              {film.downloadUrl && (
                <ButtonLink kind="quiet" size="small" icon="download" href={film.downloadUrl} download>
                  Download
                </ButtonLink>
              )}
              {!film.isCurrent && shapeOfVersion(film) === null && (
                <Button kind="quiet" size="small" onClick={() => void studio.restoreFilm(film.id)}>
                  Show this one
                </Button>
              )}
            </div>
            {watched === film.id && (
              <FilmView
                label={nameOf(film)}
                url={fileOf(film)}
                posterUrl={film.posterUrl}
                length={film.length}
                chapters={film.chapters}
              />
            )}
          </li>
        ))}
      </List>
      {current && <FilmShapes studio={studio} film={current} />}
    </Dialog>
  );
}

function nameOf(film: PublishedMedia): string {
  const shape = shapeOfVersion(film);
  return shape ? `Version ${film.version}, ${SHAPE_WORDS[shape].name.toLowerCase()}` : `Version ${film.version}`;
}

/** Removed clips, kept for 30 days. */
export function BinDialog({ studio, bin, onClose }: { studio: Studio; bin: readonly Media[]; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`${count(bin.length, 'removed clip')}`}>
      <List className="studio-dialogs__versions">
        {bin.map((clip) => (
          <li key={clip.id}>
            <p>
              <strong>
                <bdi>{clip.contributor.name}</bdi>
              </strong>{' '}
              <span className="l-small">{clip.length > 0 ? duration(clip.length) : clip.kind}</span>
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
