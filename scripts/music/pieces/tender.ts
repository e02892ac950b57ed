import { BAR, pad, strings, WALTZ } from '../bars.ts';
import { bassLine, broken, chords, type Key, MAJOR, type Piece, tune } from '../score.ts';

/** Tender: a piano alone with a breath of strings. */
export function handInHand(): Piece {
  const key: Key = { tonic: 65, steps: MAJOR };
  const first = '19 37 4 5s 6 37 49 5';
  const second = '4 5 37 6 27 5 19 19';
  const all = `${first} ${second} ${first}`.split(' ').slice(0, 20).join(' ');
  const song = tune(
    key,
    `-/4 -/4 5/1 6/1 8/2 7/3 5/1 6/3 5/1 7/2 5/2 6/1.5 5/.5 4/2 5/4
     8/2 6/2 7/1 9/1 7/2 7/1.5 8/.5 5/2 6/4 4/1.5 5/.5 6/2 5/1 4/1 2/2 3/4 -/4
     5/1 6/1 8/2 10/3 7/1 9/1.5 8/.5 6/2 5/4`,
    0,
    0,
    0.74,
  );
  return {
    beatsPerMinute: 68,
    beats: 80,
    roomSeconds: 2.8,
    swing: 0,
    parts: [
      ...pad(key, all, BAR, 53, 0.26),
      {
        instrument: 'felt',
        gain: 0.6,
        pan: -0.15,
        room: 0.4,
        notes: broken(key, chords(all), BAR, {
          pattern: [0, 1, 2, 3, 4, 3, 2, 1],
          step: 0.5,
          lowest: 53,
          ring: 1.6,
          velocity: 0.55,
        }),
      },
      { instrument: 'piano', gain: 0.62, pan: 0.15, room: 0.45, notes: song },
      {
        instrument: 'bass',
        gain: 0.34,
        pan: 0,
        room: 0.1,
        notes: bassLine(key, chords(all), BAR, [{ at: 0, length: 3.6 }]),
      },
    ],
  };
}

/** Tender: a slow waltz for harp and piano, with strings in its middle. */
export function lettersHome(): Piece {
  const key: Key = { tonic: 60, steps: MAJOR };
  const verse = '1 5/7 6 37 4 1/3 27 5';
  const middle = '6 37 4 1 27 6 4 5s';
  const last = '1 5/7 6 37 4 5 1 1';
  const all = `${verse} ${verse} ${middle} ${last}`;
  const song = '5/2 8/1 7/2 5/1 6/2 8/1 7/3 6/2 4/1 5/2 3/1 4/2 6/1 5/3';
  const high = '8/2 6/1 7/2 5/1 6/1 5/1 4/1 5/3 4/2 6/1 8/2 6/1 6/1 5/1 4/1 5/3';
  const end = '5/2 8/1 7/2 9/1 10/2 8/1 7/3 6/1 8/1 6/1 5/1 4/1 2/1 1/3 -/3';
  return {
    beatsPerMinute: 92,
    beats: 96,
    roomSeconds: 2.6,
    swing: 0,
    parts: [
      ...strings(key, `${middle} ${last}`, WALTZ, 55, 0.2, 48),
      {
        instrument: 'harp',
        gain: 0.5,
        pan: -0.25,
        room: 0.4,
        notes: broken(key, chords(all), WALTZ, {
          pattern: [0, 2, 3, 4, 3, 2],
          step: 0.5,
          lowest: 48,
          ring: 2,
          velocity: 0.56,
        }),
      },
      { instrument: 'piano', gain: 0.54, pan: 0.15, room: 0.42, notes: tune(key, song, 0, 0, 0.62) },
      { instrument: 'piano', gain: 0.54, pan: 0.15, room: 0.42, notes: tune(key, song, 24, 1, 0.6) },
      { instrument: 'stringsLeft', gain: 0.32, pan: 0.1, room: 0.6, notes: tune(key, high, 48, 1, 0.7) },
      { instrument: 'felt', gain: 0.5, pan: 0.2, room: 0.5, notes: tune(key, high, 48, 0, 0.5) },
      { instrument: 'piano', gain: 0.56, pan: 0.15, room: 0.42, notes: tune(key, end, 72, 1, 0.66) },
      {
        instrument: 'upright',
        gain: 0.32,
        pan: 0,
        room: 0.1,
        notes: bassLine(key, chords(all), WALTZ, [{ at: 0, length: 2.4 }]),
      },
    ],
  };
}
