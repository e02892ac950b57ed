import type { ReactNode } from 'react';
import { clock } from '../../src/shared/format.ts';
import { cx } from '../../views/ui/class-names.ts';
import { Wave } from './song-wave.tsx';
import type { Song } from './studio-state.ts';

export interface SongRowProps {
  song: Song;
  isChosen: boolean;
  /** Without it the form's own state counts, as without script. */
  onChoose?: () => void;
  /** Plays it. */
  player: ReactNode;
  /** Seconds; null while it does not play. */
  position: number | null;
  /** What else can be done with it. */
  children?: ReactNode;
}

/** A song in the list: plays in place, and can be chosen. */
export function SongRow({ song, isChosen, onChoose, player, position, children }: SongRowProps) {
  const { id, title, length, status } = song;
  const state = onChoose ? { checked: isChosen, onChange: onChoose } : { defaultChecked: isChosen };
  return (
    <li className={cx('songs__song', isChosen && 'songs__song--on')}>
      {player}
      <label className="songs__name">
        <span>
          <strong>
            <bdi>{title}</bdi>
          </strong>
          <span className="l-small">{wordsOf(song)}</span>
        </span>
        <input type="radio" name="trackId" value={id} disabled={status !== 'ready'} {...state} />
      </label>
      <span className="songs__wave">{status === 'ready' && <Wave levels={song.waveform} />}</span>
      <span className="songs__time l-num l-small">
        {position !== null && `${clock(position)} / `}
        {status === 'ready' && clock(length)}
      </span>
      {children && <div className="songs__more">{children}</div>}
    </li>
  );
}

function wordsOf({ status, error, mood, artist, isPublic }: Song): string {
  if (status === 'processing') return 'Being prepared. You can go on meanwhile.';
  if (status === 'failed') return error?.message ?? 'This song can’t be used.';
  const kind = mood ? mood[0]?.toUpperCase() + mood.slice(1) : '';
  if (isPublic) return kind;
  return [artist || 'Your own song', kind].filter((word) => word !== '').join(', ');
}
