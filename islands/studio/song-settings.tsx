import type { ReactNode } from 'react';
import { clock, duration } from '../../src/shared/format.ts';
import { MUSIC_VOLUME } from '../../src/shared/studio-limits.ts';
import { Wave } from './song-wave.tsx';
import type { Song } from './studio-state.ts';

/** Seconds of a song that are left at least. */
const LEFT = 5;

interface SongSettingsProps {
  song: Song;
  /** Seconds of the film so far. */
  filmLength: number;
  start: number;
  volume: number;
  onStart: (seconds: number) => void;
  onVolume: (decibels: number) => void;
  /** What else can be done with it. */
  children?: ReactNode;
}

/** How a song is played in the film. */
export function SongSettings({ song, filmLength, start, volume, onStart, onVolume, children }: SongSettingsProps) {
  const latest = Math.max(0, Math.floor(Math.min(song.length - LEFT, song.latestStart)));
  const at = { '--at': latest > 0 ? start / latest : 0 };
  return (
    <section className="songs__settings" aria-labelledby="in-your-film">
      <h3 id="in-your-film">In your film</h3>
      <label className="songs__setting">
        <span className="songs__label">
          Start the song at <span className="l-num">{clock(start)}</span>
        </span>
        <span className="songs__offset">
          <Wave levels={song.waveform} />
          <input
            type="range"
            min={0}
            max={latest}
            step={1}
            value={start}
            style={at}
            aria-valuetext={`${clock(start)} of ${clock(song.length)}`}
            onChange={(event) => onStart(Number(event.target.value))}
          />
        </span>
      </label>
      <label className="songs__setting">
        <span className="songs__label">
          Volume <span className="l-num">{volumeWords(volume)}</span>
        </span>
        <input
          className="songs__volume"
          type="range"
          {...MUSIC_VOLUME}
          step={1}
          value={volume}
          aria-valuetext={volumeWords(volume)}
          onChange={(event) => onVolume(Number(event.target.value))}
        />
      </label>
      <p className="l-small">{whatHappens(filmLength, song.length - start)}</p>
      {children}
    </section>
  );
}

function volumeWords(volume: number): string {
  if (volume === 0) return 'as usual';
  return volume < 0 ? `softer by ${-volume} dB` : `louder by ${volume} dB`;
}

/** @param left seconds of the song from its start */
function whatHappens(filmLength: number, left: number): string {
  const talk = 'It gets softer when people talk, and fades out with the credits.';
  if (filmLength <= left) return talk;
  return `${talk} Your film is ${duration(filmLength)} so far, so the song is repeated, on the beat.`;
}
