import { BAR, pad, strings } from '../bars.ts';
import { bassLine, broken, chords, type Key, MAJOR, MINOR, type Piece, tune } from '../score.ts';

/** Quiet: long chords and few notes, for those who miss someone. */
export function stillWater(): Piece {
  const key: Key = { tonic: 57, steps: MINOR };
  const all = '1 6 3 7s 4 6 3s 7 6 3 4 1 6 7s 1s 1';
  const song = tune(
    key,
    `5/3 -/1 8/3 -/1 7/2 5/2 4/4 -/4 6/2 5/2 3/4 -/4
     8/3 -/1 7/2 5/2 6/4 5/3 -/1 3/2 4/2 4/4 5/4 -/4`,
    0,
    1,
    0.6,
  );
  const echoes = tune(
    key,
    `-/4 -/3 5/1 -/4 -/3 7/1 -/4 -/3 8/1 -/4 -/4 -/4 -/3 8/1 -/4 -/3 5/1 -/4 -/4 -/4 -/4`,
    0,
    2,
    0.4,
  );
  return {
    beatsPerMinute: 56,
    beats: 64,
    roomSeconds: 3.4,
    swing: 0,
    parts: [
      ...pad(key, all, BAR, 52, 0.4),
      { instrument: 'felt', gain: 0.8, pan: 0.1, room: 0.7, notes: song },
      { instrument: 'felt', gain: 0.5, pan: -0.4, room: 0.9, notes: echoes },
      {
        instrument: 'felt',
        gain: 0.5,
        pan: -0.1,
        room: 0.5,
        notes: broken(key, chords(all), BAR, {
          pattern: [0, -1, 1, 2],
          step: 1,
          lowest: 52,
          ring: 2.6,
          velocity: 0.5,
        }),
      },
      {
        instrument: 'bass',
        gain: 0.32,
        pan: 0,
        room: 0.1,
        notes: bassLine(key, chords(all), BAR, [{ at: 0, length: 3.8 }], 0, 33),
      },
    ],
  };
}

/** Quiet and consoling: a felt piano in a major key, over strings that hardly move. */
export function candleHour(): Piece {
  const key: Key = { tonic: 51, steps: MAJOR };
  const all = '19 6 4 1/3 27 6 4 5s 19 37 4 1/3 4 5s 1 1';
  const song = tune(
    key,
    `-/4 5/2 3/2 4/2 6/1 5/1 5/3 -/1 4/1 5/1 6/2 8/3 6/1 6/2 5/1 4/1 5/4
     -/2 5/1 8/1 7/3 5/1 6/2 8/1 6/1 5/3 3/1 4/2 3/1 1/1 2/3 -/1 1/4 -/4`,
    0,
    1,
    0.56,
  );
  return {
    beatsPerMinute: 62,
    beats: 64,
    roomSeconds: 3.1,
    swing: 0,
    parts: [
      ...strings(key, all, BAR, 51, 0.17),
      {
        instrument: 'felt',
        gain: 0.62,
        pan: -0.12,
        room: 0.42,
        notes: broken(key, chords(all), BAR, {
          pattern: [0, 2, 3, 2],
          step: 1,
          lowest: 46,
          ring: 3,
          velocity: 0.46,
        }),
      },
      { instrument: 'felt', gain: 0.86, pan: 0.12, room: 0.5, notes: song },
      {
        instrument: 'bass',
        gain: 0.26,
        pan: 0,
        room: 0.08,
        notes: bassLine(key, chords(all), BAR, [{ at: 0, length: 3.7 }], 0, 34),
      },
    ],
  };
}
