import { useEffect, useRef, useState } from 'react';
import { clock } from '../../src/shared/format.ts';
import { Icon } from '../../views/ui/icon.tsx';
import { type FilmFiles, PlainFilm } from '../../views/ui/plain-film.tsx';

export interface SampleFilmProps extends FilmFiles {
  /** Label, such as "Ruth’s film". */
  label: string;
  length: number;
  /** The largest picture above the fold: fetch it with priority. */
  isFirst: boolean;
}

/**
 * A film with a poster. The browser's player is added on tap, because its controls take longer to lay out than the rest
 * of the first screen.
 */
export default function SampleFilm({ label, length, isFirst, ...files }: SampleFilmProps) {
  const [isOpen, setIsOpen] = useState(false);
  const player = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    player.current?.focus();
    // If the browser requires another tap for sound, the player is ready for it.
    player.current?.play().catch(() => undefined);
  }, [isOpen]);
  if (isOpen) return <PlainFilm ref={player} label={label} {...files} />;
  return (
    <button
      type="button"
      className="player__start l-needs-script"
      aria-label={`Play ${label}, ${clock(length)}`}
      onClick={() => setIsOpen(true)}
    >
      <img src={files.poster} width="768" height="432" alt="" fetchPriority={isFirst ? 'high' : 'auto'} />
      <span className="player__play">
        <Icon name="play" />
      </span>
    </button>
  );
}
