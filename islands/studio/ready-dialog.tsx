import type { PublishedMedia } from '../../src/shared/contracts/films.ts';
import { count, duration } from '../../src/shared/format.ts';
import { OCCASIONS } from '../../src/shared/occasions.ts';
import { Avatars } from '../../views/ui/avatar.tsx';
import { Button } from '../../views/ui/button.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { Names } from '../../views/ui/names.tsx';
import { FilmShapes } from './film-shapes.tsx';
import { fileOf, useFile } from './film-view.tsx';
import { StudioPlayer } from './studio-player.tsx';
import type { Studio } from './use-studio.ts';

interface ReadyDialogProps {
  studio: Studio;
  onGive: () => void;
  onClose: () => void;
}

/** Shown when the film is ready: watch it, give it. */
export function ReadyDialog(props: ReadyDialogProps) {
  const film = props.studio.films.find((each) => each.isCurrent);
  return film ? <Ready {...props} film={film} /> : null;
}

function Ready({ studio, film, onGive, onClose }: ReadyDialogProps & { film: PublishedMedia }) {
  const { event } = studio;
  const controls = useFile(fileOf(film));
  const isWatched = controls.isPlaying || controls.position > 0;
  const names = <Names of={event.recipients.map((each) => each.firstName)} />;
  const isQuiet = OCCASIONS[event.occasion].tone === 'quiet';
  const people = [...new Set(film.chapters.map(({ title }) => title))];
  return (
    <Dialog open onClose={onClose} className="give give--ready" title="The film is ready">
      <div className="give__body">
        <StudioPlayer
          label={event.title}
          length={film.length}
          chapters={film.chapters}
          posterUrl={film.posterUrl}
          controls={controls}
        />
        <p className="l-lead">
          {count(people.length, 'person', 'people')}, {duration(film.length)}
          {isQuiet ? '.' : <>, and not a word to {names}.</>}
        </p>
        {people.length > 1 && <Avatars people={people.map((name) => ({ name }))} total={people.length} />}
        <FilmShapes studio={studio} film={film} />
      </div>
      <footer className="give__foot">
        <Button size="big" wide icon="gift" onClick={onGive}>
          <span>Give it to {names}</span>
        </Button>
        {!isWatched && (
          <Button size="big" kind="second" wide icon="play" onClick={controls.toggle}>
            Watch it first
          </Button>
        )}
        <p className="l-fine">Late clips can still join: just publish again.</p>
      </footer>
    </Dialog>
  );
}
