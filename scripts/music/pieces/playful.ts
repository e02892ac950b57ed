import { BAR } from '../bars.ts';
import { bassLine, beat, broken, chords, type Key, MAJOR, type Piece, strummed, tune } from '../score.ts';

/** Playful: plucked strings tiptoe, marimba and wood answer. */
export function stampsAndString(): Piece {
  const key: Key = { tonic: 55, steps: MAJOR };
  const verse = '1 1 5/7 5 6 6 27 5';
  const turn = '4 4 1/3 6 27 5 1 5';
  const all = `${verse} ${verse} ${turn} ${verse} ${turn}`;
  const question = `1/.5 3/.5 5/.5 3/.5 6/.5 5/.5 -/1 1/.5 3/.5 5/.5 8/.5 7/1 -/1 7/.5 5/.5 4/.5 2/.5 4/.5 5/.5 -/1 2/.5 4/.5 5/.5 7/.5 9/1 -/1
     8/.5 6/.5 5/.5 3/.5 6/1 -/1 6/.5 5/.5 3/.5 1/.5 3/1 -/1 2/.5 4/.5 6/.5 4/.5 8/.5 6/.5 -/1 5/.5 6/.5 7/.5 5/.5 2/1 -/1`;
  const answer = `6/1 -/.5 8/.5 6/1 -/1 6/.5 8/.5 9/.5 8/.5 6/1 -/1 5/1 -/.5 8/.5 5/1 -/1 6/.5 5/.5 3/.5 5/.5 6/1 -/1
     4/.5 4/.5 6/.5 4/.5 8/1 -/1 7/.5 7/.5 9/.5 7/.5 5/1 -/1 8/.5 7/.5 6/.5 5/.5 3/.5 2/.5 1/1 5/1 -/3`;
  return {
    beatsPerMinute: 124,
    beats: 160,
    roomSeconds: 1.1,
    swing: 0.14,
    parts: [
      {
        instrument: 'pizzicato',
        gain: 0.62,
        pan: -0.25,
        room: 0.3,
        notes: broken(key, chords(all), BAR, { pattern: [-1, 1, -1, 2], step: 1, lowest: 55, velocity: 0.7 }),
      },
      {
        instrument: 'pizzicato',
        gain: 0.9,
        pan: 0,
        room: 0.2,
        notes: bassLine(key, chords(all), BAR, [
          { at: 0, length: 0.5 },
          { at: 2, length: 0.5, fifth: true },
          { at: 3.5, length: 0.4 },
        ]),
      },
      { instrument: 'pizzicato', gain: 0.7, pan: 0.1, room: 0.3, notes: tune(key, question, 0, 1) },
      { instrument: 'marimba', gain: 0.5, pan: 0.3, room: 0.3, notes: tune(key, question, 32, 1) },
      { instrument: 'marimba', gain: 0.5, pan: 0.3, room: 0.3, notes: tune(key, answer, 64, 1) },
      { instrument: 'bells', gain: 0.26, pan: -0.2, room: 0.4, notes: tune(key, question, 96, 2, 0.7) },
      { instrument: 'marimba', gain: 0.5, pan: 0.3, room: 0.3, notes: tune(key, answer, 128, 1) },
      { instrument: 'wood', gain: 0.26, pan: -0.45, room: 0.25, notes: beat(32, BAR, [0, 1.5, 3], 84, 32) },
      { instrument: 'wood', gain: 0.22, pan: 0.45, room: 0.25, notes: beat(32, BAR, [0.5, 2.5], 79, 32) },
      { instrument: 'snap', gain: 0.26, pan: 0.1, room: 0.3, notes: beat(16, BAR, [1, 3], 60, 96) },
      {
        instrument: 'bass',
        gain: 0.3,
        pan: 0,
        room: 0.02,
        notes: bassLine(key, chords(all), BAR, [
          { at: 0, length: 0.8 },
          { at: 2, length: 0.6, fifth: true },
        ]),
      },
    ],
  };
}

/** Playful: a parade that fits into a pocket; plucked strings march, somebody whistles. */
export function pocketParade(): Piece {
  const key: Key = { tonic: 58, steps: MAJOR };
  const march = '1 1 5 5 27 57 1 5';
  const turn = '4 4 1 1 27 27 5 57';
  const all = `${march} ${march} ${turn} ${march}`;
  const song = `5/.5 5/.5 8/1 5/1 3/1 1/.5 2/.5 3/1 5/2 7/.5 7/.5 9/1 7/1 5/1 2/.5 3/.5 4/1 7/2
     6/.5 6/.5 8/1 6/1 4/1 5/.5 4/.5 2/1 7/2 8/1 7/.5 6/.5 5/1 3/1 5/1 -/1 5/1 -/1`;
  const middle = `8/1.5 6/.5 8/1 6/1 10/1 9/1 8/2 5/1.5 3/.5 5/1 3/1 8/1 7/1 5/2
     6/1.5 4/.5 6/1 4/1 8/1 6/1 4/2 7/.5 7/.5 7/1 9/1 7/1 5/1 6/1 7/1 -/1`;
  return {
    beatsPerMinute: 124,
    beats: 128,
    roomSeconds: 1.1,
    swing: 0.05,
    parts: [
      {
        instrument: 'pizzicato',
        gain: 0.6,
        pan: -0.3,
        room: 0.28,
        notes: strummed(key, chords(all), BAR, { places: [1, 3], lowest: 58, velocity: 0.6 }),
      },
      {
        instrument: 'upright',
        gain: 0.56,
        pan: 0,
        room: 0.06,
        notes: bassLine(key, chords(all), BAR, [
          { at: 0, length: 0.7 },
          { at: 2, length: 0.7, fifth: true },
        ]),
      },
      { instrument: 'kalimba', gain: 0.52, pan: 0.25, room: 0.3, notes: tune(key, song, 0, 1, 0.7) },
      { instrument: 'whistle', gain: 0.36, pan: 0.1, room: 0.4, notes: tune(key, song, 32, 1, 0.64) },
      { instrument: 'clarinet', gain: 0.4, pan: -0.2, room: 0.3, notes: tune(key, middle, 64, 0, 0.64) },
      { instrument: 'whistle', gain: 0.34, pan: 0.1, room: 0.4, notes: tune(key, song, 96, 1, 0.7) },
      { instrument: 'bells', gain: 0.22, pan: 0.35, room: 0.4, notes: tune(key, song, 96, 1, 0.6) },
      { instrument: 'snare', gain: 0.16, pan: 0.15, room: 0.25, notes: beat(32, BAR, [1, 2.5, 3, 3.5]) },
      { instrument: 'drum', gain: 0.34, pan: 0, room: 0.1, notes: beat(24, BAR, [0, 2], 36, 32) },
      { instrument: 'wood', gain: 0.16, pan: -0.45, room: 0.3, notes: beat(8, BAR, [0, 0.5, 1, 2, 2.5, 3], 82, 64) },
    ],
  };
}
