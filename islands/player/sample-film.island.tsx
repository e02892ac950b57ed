import { useEffect, useRef, useState } from 'react';
import { clock } from '../../src/shared/format.ts';
import { Icon } from '../../views/ui/icon.tsx';
import { type FilmFiles, PlainFilm } from '../../views/ui/plain-film.tsx';

export interface SampleFilmProps extends FilmFiles {
  /** What it shows, e.g. "Ruth’s film". */
  label: string;
  /** Seconds. */
  length: number;
  /** The largest picture of the first screen: it is asked for before others. */
  isFirst: boolean;
}

/**
 * A film behind its picture. The browser's own player comes with the tap that starts it: its controls take longer to lay out
 * than all the rest of a first screen.
 */
export default function SampleFilm({ label, length, isFirst, ...files }: SampleFilmProps) {
  const [isOpen, setIsOpen] = useState(false);
  const player = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    player.current?.focus();
    // Where a browser wants another tap to play with sound, it stands there ready for it.
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
