import { useRef, useState } from 'react';
import { count, duration } from '../../../src/shared/format.ts';
import { OCCASIONS } from '../../../src/shared/occasions.ts';
import { Avatars } from '../../../views/ui/avatar.tsx';
import { Button } from '../../../views/ui/button.tsx';
import { Dialog } from '../../../views/ui/dialog.tsx';
import { Names } from '../../../views/ui/names.tsx';
import { PlainFilm } from '../../../views/ui/plain-film.tsx';
import type { Studio } from '../use-studio.ts';

interface ReadyDialogProps {
  studio: Studio;
  onGive: () => void;
  onClose: () => void;
}

/** The moment after publishing: its picture, watch it, give it. */
export function ReadyDialog({ studio: { event, films }, onGive, onClose }: ReadyDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [isWatched, setWatched] = useState(false);
  const film = films.find((each) => each.isCurrent);
  if (!film) return null;
  const names = <Names of={event.recipients.map((each) => each.firstName)} />;
  const isQuiet = OCCASIONS[event.occasion].tone === 'quiet';
  const best = [...film.sources].sort((a, b) => a.height - b.height)[0];
  const people = [...new Set(film.chapters.map(({ title }) => title))];
  const watch = () => {
    setWatched(true);
    void video.current?.play().catch(() => undefined);
  };
  return (
    <Dialog open onClose={onClose} className="give ready" title="The film is ready">
      <div className="give-body">
        <PlainFilm
          ref={video}
          label={event.title}
          film={best?.url ?? ''}
          poster={film.posterUrl}
          captions={film.captionsUrl}
          captionsLabel="Names"
        />
        <p className="lead">
          {count(people.length, 'person', 'people')}, {duration(film.length)}
          {isQuiet ? '.' : <>, and not a word to {names}.</>}
        </p>
        {people.length > 1 && <Avatars people={people.map((name) => ({ name }))} total={people.length} />}
      </div>
      <footer className="give-foot">
        <Button size="big" wide icon="gift" onClick={onGive}>
          <span>Give it to {names}</span>
        </Button>
        {!isWatched && (
          <Button size="big" kind="second" wide icon="play" onClick={watch}>
            Watch it first
          </Button>
        )}
        <p className="fine">Late clips can still join: just publish again.</p>
      </footer>
    </Dialog>
  );
}
