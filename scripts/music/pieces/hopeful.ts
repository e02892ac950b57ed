import { BAR, pad, strings } from '../bars.ts';
import { bassLine, beat, broken, chords, type Key, MAJOR, type Piece, tune } from '../score.ts';

/** Hopeful: a road that opens; piano figures, a heartbeat of a drum, wide chords. */
export function theLongRoad(): Piece {
  const key: Key = { tonic: 57, steps: MAJOR };
  const road = '6 4 1 5 6 4 1 5s';
  const view = '4 6 5 1/3 4 6 5s 5';
  const all = `${road} ${road} ${view} ${road}`;
  const song = tune(
    key,
    `3/1.5 2/.5 1/2 1/1 2/1 3/2 5/1.5 3/.5 3/2 2/4 3/1.5 2/.5 1/2 6/1 5/1 3/2 5/3 3/1 2/4
     6/2 8/2 8/1.5 7/.5 6/2 7/2 5/2 5/1 3/3 6/2 8/2 10/1.5 9/.5 8/2 9/4 7/4`,
    32,
    1,
    0.68,
  );
  const light = tune(key, `10/2 8/2 8/3 6/1 8/2 10/2 9/4 10/2 8/2 13/3 12/1 12/2 10/2 9/4`, 96, 1, 0.6);
  return {
    beatsPerMinute: 96,
    beats: 128,
    roomSeconds: 2.4,
    swing: 0,
    parts: [
      ...pad(key, all, BAR, 52, 0.24),
      {
        instrument: 'piano',
        gain: 0.46,
        pan: -0.2,
        room: 0.35,
        notes: broken(key, chords(all), BAR, {
          pattern: [0, 2, 3, 2, 4, 2, 3, 2],
          step: 0.5,
          lowest: 57,
          ring: 0.9,
          velocity: 0.6,
        }),
      },
      { instrument: 'guitar', gain: 0.6, pan: 0.25, room: 0.35, notes: song },
      { instrument: 'bells', gain: 0.26, pan: 0.3, room: 0.6, notes: light },
      {
        instrument: 'bass',
        gain: 0.34,
        pan: 0,
        room: 0.04,
        notes: bassLine(key, chords(all), BAR, [
          { at: 0, length: 1.8 },
          { at: 2, length: 1.3 },
          { at: 3.5, length: 0.4 },
        ]),
      },
      { instrument: 'drum', gain: 0.34, pan: 0, room: 0.1, notes: beat(24, BAR, [0, 2.5], 36, 32) },
      { instrument: 'snap', gain: 0.24, pan: 0.1, room: 0.5, notes: beat(16, BAR, [2], 60, 64) },
      {
        instrument: 'shaker',
        gain: 0.12,
        pan: -0.35,
        room: 0.15,
        notes: beat(24, BAR, [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5], 60, 32),
      },
    ],
  };
}

/** Hopeful: morning comes up; a piano pulses, strings rise, drums join late. */
export function firstLight(): Piece {
  const key: Key = { tonic: 50, steps: MAJOR };
  const dawn = '1 5/7 6 4 1 5/7 6 4';
  const rise = '6 4 1 5 6 4 1 5';
  const day = '4 5 6 1/3 4 5s 1 1';
  const all = `${dawn} ${rise} ${day}`;
  const song = tune(
    key,
    `8/2 10/2 8/1.5 6/.5 6/2 5/3 3/1 5/2 7/2 8/2 10/2 11/1.5 10/.5 8/2 10/3 8/1 9/4
     8/2 6/2 7/1.5 8/.5 9/2 10/2 8/2 10/3 8/1 11/2 10/1 8/1 9/3 7/1 8/4 -/4`,
    32,
    1,
    0.66,
  );
  const sparks = tune(key, '-/3 12/1 -/3 10/1 -/3 12/1 -/2 10/1 8/1 -/3 12/1 -/3 9/1 -/2 10/1 8/1 -/4', 0, 2, 0.42);
  return {
    beatsPerMinute: 100,
    beats: 96,
    roomSeconds: 2.4,
    swing: 0,
    parts: [
      ...strings(key, `${rise} ${day}`, BAR, 57, 0.2, 32),
      ...pad(key, dawn, BAR, 54, 0.2),
      {
        instrument: 'piano',
        gain: 0.46,
        pan: -0.15,
        room: 0.34,
        notes: broken(key, chords(all), BAR, {
          pattern: [0, 2, 1, 2, 3, 2, 1, 2],
          step: 0.5,
          lowest: 57,
          ring: 1,
          velocity: 0.6,
        }),
      },
      { instrument: 'kalimba', gain: 0.3, pan: 0.4, room: 0.6, notes: sparks },
      { instrument: 'stringsRight', gain: 0.34, pan: 0.15, room: 0.55, notes: song },
      { instrument: 'felt', gain: 0.56, pan: 0.1, room: 0.4, notes: song },
      {
        instrument: 'bass',
        gain: 0.44,
        pan: 0,
        room: 0.04,
        notes: bassLine(key, chords(all), BAR, [
          { at: 0, length: 2.2 },
          { at: 2.5, length: 1.3 },
        ]),
      },
      { instrument: 'drum', gain: 0.36, pan: 0, room: 0.12, notes: beat(16, BAR, [0, 1.5, 2], 36, 32) },
      { instrument: 'snap', gain: 0.22, pan: 0.1, room: 0.5, notes: beat(8, BAR, [1, 3], 60, 64) },
      {
        instrument: 'shaker',
        gain: 0.1,
        pan: -0.35,
        room: 0.15,
        notes: beat(16, BAR, [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5], 60, 32),
      },
    ],
  };
}
