import { BAR } from '../bars.ts';
import { bassLine, beat, chords, type Key, MAJOR, type Piece, strummed, tune, walking } from '../score.ts';

/** Joyful: a strummed ukulele, marimba, snaps and a soft drum. */
export function confettiHour(): Piece {
  const key: Key = { tonic: 60, steps: MAJOR };
  const verse = '1 1 6 6 4 4 5 5';
  const chorus = '4 5 37 6 4 5 1 1';
  const all = `${verse} ${chorus} ${verse} ${chorus}`;
  const verseTune = `5/.5 5/.5 6/.5 5/.5 3/1 -/1 5/.5 5/.5 6/.5 5/.5 8/1 -/1 8/.5 7/.5 6/1 5/1 3/1 6/2 -/2
     6/.5 6/.5 5/.5 4/.5 6/1 -/1 8/.5 6/.5 5/.5 4/.5 6/1 -/1 7/.5 6/.5 5/1 2/1 5/1 5/3 -/1`;
  const chorusTune = `8/1 6/.5 8/1.5 -/1 7/1 5/.5 7/1.5 -/1 7/.5 8/.5 7/.5 5/.5 3/2 8/1 7/.5 6/1.5 -/1
     6/1 8/.5 9/1.5 -/1 9/1 7/.5 9/1.5 -/1 8/.5 9/.5 10/.5 9/.5 8/2 -/4`;
  return {
    beatsPerMinute: 112,
    beats: 128,
    roomSeconds: 1.3,
    swing: 0.06,
    parts: [
      {
        instrument: 'ukulele',
        gain: 0.4,
        pan: -0.5,
        room: 0.2,
        notes: strummed(key, chords(all), BAR, { places: [0, 1, 1.5, 2.5, 3, 3.5], lowest: 60 }),
      },
      { instrument: 'marimba', gain: 0.46, pan: 0.45, room: 0.3, notes: tune(key, verseTune, 0, 1) },
      { instrument: 'marimba', gain: 0.48, pan: 0.45, room: 0.3, notes: tune(key, chorusTune, 32, 0) },
      { instrument: 'bells', gain: 0.3, pan: 0.1, room: 0.4, notes: tune(key, chorusTune, 96, 1, 0.7) },
      { instrument: 'piano', gain: 0.4, pan: -0.1, room: 0.3, notes: tune(key, verseTune, 64, 1, 0.7) },
      {
        instrument: 'bass',
        gain: 0.34,
        pan: 0,
        room: 0.03,
        notes: bassLine(key, chords(all), BAR, [
          { at: 0, length: 1.2 },
          { at: 1.5, length: 0.4 },
          { at: 2, length: 1.2, fifth: true },
          { at: 3.5, length: 0.4 },
        ]),
      },
      { instrument: 'drum', gain: 0.3, pan: 0, room: 0.08, notes: beat(32, BAR, [0, 2], 36) },
      { instrument: 'snap', gain: 0.42, pan: 0.12, room: 0.35, notes: beat(32, BAR, [1, 3]) },
      {
        instrument: 'shaker',
        gain: 0.15,
        pan: -0.4,
        room: 0.1,
        notes: beat(24, BAR, [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5], 60, 32),
      },
    ],
  };
}

/** Joyful in the old way: a small swing band from a kitchen radio. */
export function kitchenRadio(): Piece {
  const key: Key = { tonic: 53, steps: MAJOR };
  const verse = '1 67 27 57 1 67 27 57';
  const bridge = '4 4 37 67 27 57 1 57';
  const all = `${verse} ${verse} ${bridge} ${verse}`;
  const song = `5/.5 6/.5 8/1 6/1 5/1 3/1.5 5/.5 3/2 4/.5 5/.5 6/1 4/1 2/1 5/1.5 4/.5 2/2
     5/.5 6/.5 8/1 9/1 8/1 10/1.5 8/.5 6/2 4/1 6/1 9/1 8/1 7/1 5/1 -/2`;
  const middle = `8/1.5 6/.5 8/2 6/1 8/1 9/1 8/1 7/1.5 5/.5 7/2 6/1 5/1 3/2
     4/1.5 2/.5 4/1 6/1 5/1 7/1 9/2 8/3 -/1 5/.5 6/.5 7/1 -/2`;
  const stabs = { places: [1, 2.5], lowest: 55, velocity: 0.55 };
  return {
    beatsPerMinute: 132,
    beats: 128,
    roomSeconds: 1,
    swing: 0.16,
    parts: [
      { instrument: 'tine', gain: 0.4, pan: -0.35, room: 0.2, notes: strummed(key, chords(all), BAR, stabs) },
      { instrument: 'clarinet', gain: 0.5, pan: 0.2, room: 0.3, notes: tune(key, song, 0, 1, 0.66) },
      { instrument: 'marimba', gain: 0.46, pan: -0.15, room: 0.3, notes: tune(key, song, 32, 1, 0.7) },
      { instrument: 'clarinet', gain: 0.46, pan: 0.2, room: 0.3, notes: tune(key, middle, 64, 1, 0.74) },
      { instrument: 'clarinet', gain: 0.44, pan: 0.2, room: 0.3, notes: tune(key, song, 96, 1, 0.74) },
      { instrument: 'bells', gain: 0.2, pan: 0.4, room: 0.4, notes: tune(key, song, 96, 2, 0.5) },
      { instrument: 'upright', gain: 0.52, pan: 0, room: 0.05, notes: walking(key, chords(all), 0, 36) },
      { instrument: 'ride', gain: 0.16, pan: 0.4, room: 0.15, notes: beat(32, BAR, [0, 1, 1.5, 2, 3, 3.5]) },
      { instrument: 'brush', gain: 0.24, pan: -0.1, room: 0.2, notes: beat(32, BAR, [1, 3]) },
      { instrument: 'snap', gain: 0.2, pan: 0.15, room: 0.35, notes: beat(8, BAR, [1, 3], 60, 96) },
    ],
  };
}
