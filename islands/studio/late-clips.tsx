import { useState } from 'react';
import { date } from '../../src/shared/format.ts';
import { Button } from '../../views/ui/button.tsx';
import { ClipTile } from '../../views/ui/clip-tile.tsx';
import { List } from '../../views/ui/list.tsx';
import { faceOf } from './clip-words.ts';
import { FilmView } from './film-view.tsx';
import { leaveLateOut, takeIn } from './late-answers.ts';
import { waitingOf } from './studio-state.ts';
import type { Studio } from './use-studio.ts';

/** Asks for each late clip whether to include it. */
export function LateClips({ studio }: { studio: Studio }) {
  const { event } = studio;
  const clips = waitingOf(event);
  const isPlanned = event.deliverAt !== null && event.deliveredAt === null && Date.parse(event.deliverAt) > Date.now();
  const [watched, setWatched] = useState<string | null>(null);
  if (clips.length === 0) return null;
  return (
    <section className="late-clips card studio__late" aria-labelledby="late">
      <h2 id="late">{clips.length === 1 ? 'A clip came in late' : `${clips.length} clips came in late`}</h2>
      <p className="l-small">
        {isPlanned && event.deliverAt
          ? `Say yes and we’ll add it before the film goes out on ${date(event.deliverAt, { timeZone: event.timeZone })}.`
          : studio.films.length > 0
            ? 'The film stays as it is until you publish again.'
            : 'The link had just closed when it arrived.'}
      </p>
      <List>
        {clips.map((clip) => (
          <li key={clip.id}>
            <ClipTile {...faceOf(clip)} />
            <div className="late-clips__ask">
              <p>
                <strong>
                  Put <bdi>{clip.contributor.name}</bdi> into the film?
                </strong>
              </p>
              <div className="l-row">
                <Button kind="second" size="small" icon="check" onClick={() => void takeIn(studio, [clip])}>
                  Yes
                </Button>
                <Button kind="quiet" size="small" onClick={() => void leaveLateOut(studio, clip)}>
                  No, leave it out
                </Button>
                {clip.previewUrl && watched !== clip.id && (
                  <Button kind="quiet" size="small" icon="play" onClick={() => setWatched(clip.id)}>
                    Watch it
                  </Button>
                )}
              </div>
              {watched === clip.id && (
                <FilmView
                  label={clip.contributor.name}
                  url={clip.previewUrl ?? ''}
                  posterUrl={clip.posterUrl}
                  length={clip.length}
                />
              )}
            </div>
          </li>
        ))}
      </List>
      {clips.length > 1 && (
        <Button kind="second" size="small" icon="check" onClick={() => void takeIn(studio, clips)}>
          Put all {clips.length} in
        </Button>
      )}
    </section>
  );
}
