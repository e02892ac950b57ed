import { BAR, pad } from '../bars.ts';
import { bassLine, beat, broken, chords, type Key, MAJOR, type Piece, tune } from '../score.ts';

/** Warm: a picked guitar over a slow pad, with a bell now and then. */
export function paperLanterns(): Piece {
  const key: Key = { tonic: 62, steps: MAJOR };
  const verse = '1 5/7 6 4 1 5/7 49 5s';
  const bridge = '6 37 4 1 6 37 49 5';
  const all = `${verse} ${verse} ${bridge}`;
  const picking = broken(key, chords(all), BAR, {
    pattern: [0, 2, 3, 1, 4, 2, 3, 1],
    step: 0.5,
    lowest: 50,
    ring: 1.8,
  });
  const song = tune(
    key,
    `5/3 3/1 2/2 1/2 1/1.5 2/.5 3/2 6,/3 -/1 1/1.5 2/.5 3/1 5/1 5/2 2/2 3/1.5 2/.5 1/2 2/3 -/1
     6/2 5/1 3/1 5/3 -/1 4/1.5 3/.5 1/2 3/3 -/1 6/2 8/1 5/1 5/2 3/2 2/1.5 1/.5 2/2 2/3 -/1`,
    32,
    1,
    0.66,
  );
  return {
    beatsPerMinute: 84,
    beats: 96,
    roomSeconds: 2.2,
    swing: 0,
    parts: [
      ...pad(key, all, BAR, 55, 0.2),
      { instrument: 'guitar', gain: 0.62, pan: -0.2, room: 0.25, notes: picking },
      { instrument: 'felt', gain: 0.5, pan: 0.18, room: 0.5, notes: song },
      {
        instrument: 'bass',
        gain: 0.42,
        pan: 0,
        room: 0.05,
        notes: bassLine(key, chords(all), BAR, [
          { at: 0, length: 2.4 },
          { at: 2.5, length: 1.4, fifth: true },
        ]),
      },
      { instrument: 'shaker', gain: 0.09, pan: 0.35, room: 0.2, notes: beat(16, BAR, [0.5, 1.5, 2.5, 3.5], 60, 32) },
    ],
  };
}

/** Warm and unhurried: a guitar on a porch, a double bass, somebody who whistles. */
export function porchLight(): Piece {
  const key: Key = { tonic: 55, steps: MAJOR };
  const verse = '1 4 1 5 6 4 1/5 5';
  const chorus = '4 1/3 27 5 6 3 4 5s';
  const all = `${verse} ${chorus} 4 1/3 4 5s`;
  const song = tune(
    key,
    `3/1.5 2/.5 1/2 1/1.5 2/.5 4/2 3/3 5/1 2/3 -/1
     6/2 8/1 6/1 5/3 3/1 4/1.5 6/.5 8/2 7/2 5/2 8/1.5 7/.5 6/2 7/2 5/1 3/1 6/2 5/1 4/1 5/4
     4/2 6/2 5/3 3/1 4/2 3/1 1/1 2/4`,
    16,
    1,
    0.62,
  );
  const answer = tune(key, '-/3 5/1 -/3 8/1 -/3 5/1 -/2 7/1 9/1 -/3 8/1 -/3 7/1 -/2 6/1 8/1 -/4', 32, 1, 0.45);
  return {
    beatsPerMinute: 78,
    beats: 80,
    roomSeconds: 1.6,
    swing: 0.07,
    parts: [
      {
        instrument: 'guitar',
        gain: 0.6,
        pan: -0.25,
        room: 0.22,
        notes: broken(key, chords(all), BAR, {
          pattern: [0, 2, 3, 1, 4, 1, 3, 2],
          step: 0.5,
          lowest: 50,
          ring: 2.2,
          velocity: 0.68,
        }),
      },
      { instrument: 'whistle', gain: 0.46, pan: 0.15, room: 0.5, notes: song },
      { instrument: 'felt', gain: 0.5, pan: 0.35, room: 0.45, notes: answer },
      {
        instrument: 'upright',
        gain: 0.46,
        pan: 0.05,
        room: 0.06,
        notes: bassLine(key, chords(all), BAR, [
          { at: 0, length: 1.6 },
          { at: 2, length: 1.3, fifth: true },
          { at: 3.5, length: 0.4 },
        ]),
      },
      { instrument: 'brush', gain: 0.12, pan: 0.3, room: 0.25, notes: beat(16, BAR, [1, 3], 60, 16, 0.6) },
      { instrument: 'shaker', gain: 0.08, pan: -0.4, room: 0.2, notes: beat(12, BAR, [0.5, 1.5, 2.5, 3.5], 60, 32) },
    ],
  };
}
