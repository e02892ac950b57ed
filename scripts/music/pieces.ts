import {
  bassLine,
  beat,
  broken,
  chords,
  held,
  type Key,
  MAJOR,
  MINOR,
  type Part,
  type Piece,
  strummed,
  tune,
} from './score.ts';

const BAR = 4;

/** The two sides of a pad: the same chords, detuned against each other. */
function pad(key: Key, progression: string, beats: number, lowest: number, gain: number): Part[] {
  const notes = held(key, chords(progression), beats, lowest);
  return [
    { instrument: 'padLeft', gain, pan: -0.7, room: 0.5, notes },
    { instrument: 'padRight', gain, pan: 0.7, room: 0.5, notes },
  ];
}

/** Warm: a picked guitar over a slow pad, with a bell now and then. */
function warm(): Piece {
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

/** Joyful: a strummed ukulele, marimba, snaps and a soft drum. */
function joyful(): Piece {
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
        gain: 0.34,
        pan: -0.3,
        room: 0.2,
        notes: strummed(key, chords(all), BAR, { places: [0, 1, 1.5, 2.5, 3, 3.5], lowest: 60 }),
      },
      { instrument: 'marimba', gain: 0.44, pan: 0.3, room: 0.3, notes: tune(key, verseTune, 0, 1) },
      { instrument: 'marimba', gain: 0.46, pan: 0.3, room: 0.3, notes: tune(key, chorusTune, 32, 0) },
      { instrument: 'bells', gain: 0.3, pan: 0.1, room: 0.4, notes: tune(key, chorusTune, 96, 1, 0.7) },
      { instrument: 'piano', gain: 0.4, pan: -0.1, room: 0.3, notes: tune(key, verseTune, 64, 1, 0.7) },
      {
        instrument: 'bass',
        gain: 0.5,
        pan: 0,
        room: 0.03,
        notes: bassLine(key, chords(all), BAR, [
          { at: 0, length: 1.2 },
          { at: 1.5, length: 0.4 },
          { at: 2, length: 1.2, fifth: true },
          { at: 3.5, length: 0.4 },
        ]),
      },
      { instrument: 'drum', gain: 0.5, pan: 0, room: 0.08, notes: beat(32, BAR, [0, 2], 36) },
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

/** Tender: a piano alone with a breath of strings. */
function tender(): Piece {
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

/** Quiet: long chords and few notes, for those who miss someone. */
function quiet(): Piece {
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

/** Playful: plucked strings tiptoe, marimba and wood answer. */
function playful(): Piece {
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

/** Hopeful: a road that opens; piano figures, a heartbeat of a drum, wide chords. */
function hopeful(): Piece {
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
      { instrument: 'guitar', gain: 0.5, pan: 0.25, room: 0.35, notes: song },
      { instrument: 'bells', gain: 0.26, pan: 0.3, room: 0.6, notes: light },
      {
        instrument: 'bass',
        gain: 0.46,
        pan: 0,
        room: 0.04,
        notes: bassLine(key, chords(all), BAR, [
          { at: 0, length: 1.8 },
          { at: 2, length: 1.3 },
          { at: 3.5, length: 0.4 },
        ]),
      },
      { instrument: 'drum', gain: 0.46, pan: 0, room: 0.1, notes: beat(24, BAR, [0, 2.5], 36, 32) },
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

/** The pieces by the id of their track. */
export const PIECES = {
  'paper-lanterns': warm,
  'confetti-hour': joyful,
  'hand-in-hand': tender,
  'still-water': quiet,
  'stamps-and-string': playful,
  'the-long-road': hopeful,
} as const satisfies Record<string, () => Piece>;

export type PieceName = keyof typeof PIECES;
