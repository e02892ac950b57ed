import type { InstrumentName } from './instruments.ts';

/** A note; positions and lengths in beats, `velocity` 0 to 1. */
export interface Note {
  at: number;
  length: number;
  midi: number;
  velocity: number;
}

export interface Part {
  instrument: InstrumentName;
  gain: number;
  /** -1 left, 1 right. */
  pan: number;
  /** Reverb send. */
  room: number;
  notes: Note[];
}

export interface Piece {
  beatsPerMinute: number;
  /** Length of the loop. */
  beats: number;
  /** Reverb time: seconds until -60 dB. */
  roomSeconds: number;
  /** Delay of every second eighth, as a share of a beat. */
  swing: number;
  parts: Part[];
}

/** A key: the tonic as a MIDI note, and its scale in semitones. */
export interface Key {
  tonic: number;
  steps: readonly number[];
}

export const MAJOR = [0, 2, 4, 5, 7, 9, 11] as const;
export const MINOR = [0, 2, 3, 5, 7, 8, 10] as const;

/** A chord: scale degrees, and the degree in the bass. 1 is the tonic, 8 the octave. */
export interface Chord {
  degrees: number[];
  bass: number;
}

/** MIDI note of a scale degree; 1 is the tonic, 8 its octave, 0 the step below it. */
export function noteOf(key: Key, degree: number): number {
  const index = degree - 1;
  const octave = Math.floor(index / key.steps.length);
  return key.tonic + 12 * octave + (key.steps[index - octave * key.steps.length] as number);
}

const CHORD = /^(\d)(7|9|s)?(?:\/(\d))?$/;
const SHAPES: Record<string, number[]> = { '': [0, 2, 4], 7: [0, 2, 4, 6], 9: [0, 2, 4, 8], s: [0, 1, 4] };

/** Parses `1 5/7 6 49`: degrees with a seventh, ninth or suspended second, and an alternative bass after the slash. */
export function chords(text: string): Chord[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => {
      const match = CHORD.exec(word);
      if (!match) throw new Error(`no chord: ${word}`);
      const root = Number(match[1]);
      const shape = SHAPES[match[2] ?? ''] as number[];
      return { degrees: shape.map((step) => root + step), bass: Number(match[3] ?? root) };
    });
}

/** Voices a chord within about an octave above `lowest`, in small steps. */
function voicing(key: Key, chord: Chord, lowest: number): number[] {
  return chord.degrees
    .map((degree) => {
      const midi = noteOf(key, degree);
      return midi + 12 * Math.ceil((lowest - midi) / 12);
    })
    .sort((a, b) => a - b);
}

/** Parses a tune: `5/1 6/.5 -/2 3'/1` are degree and beats, `-` a rest, `'` an octave up, `,` an octave down. */
export function tune(key: Key, text: string, from: number, octave = 0, velocity = 0.8): Note[] {
  const notes: Note[] = [];
  let at = from;
  for (const word of text.trim().split(/\s+/)) {
    const [pitch = '', beats = ''] = word.split('/');
    const length = Number(beats);
    if (!Number.isFinite(length) || length <= 0) throw new Error(`no length: ${word}`);
    if (pitch !== '-') {
      const shift = pitch.endsWith("'") ? 1 : pitch.endsWith(',') ? -1 : 0;
      const midi = noteOf(key, Number.parseInt(pitch, 10)) + 12 * (octave + shift);
      notes.push({ at, length, midi, velocity });
    }
    at += length;
  }
  return notes;
}

/** Holds each chord for `beats`. */
export function held(key: Key, progression: Chord[], beats: number, lowest: number, from = 0, velocity = 0.7): Note[] {
  return progression.flatMap((chord, index) =>
    voicing(key, chord, lowest).map((midi) => ({ at: from + index * beats, length: beats, midi, velocity })),
  );
}

/**
 * Arpeggiates each chord by a pattern: each entry takes `step` beats and names a voice, 0 the lowest; numbers beyond
 * the voices are an octave up; -1 is a rest.
 */
export function broken(
  key: Key,
  progression: Chord[],
  beats: number,
  options: { pattern: number[]; step: number; lowest: number; from?: number; velocity?: number; ring?: number },
): Note[] {
  const { pattern, step, lowest, from = 0, velocity = 0.7, ring = 2 } = options;
  const places = Math.round(beats / step);
  return progression.flatMap((chord, index) => {
    const voices = voicing(key, chord, lowest);
    const notes: Note[] = [];
    for (let place = 0; place < places; place += 1) {
      const voice = pattern[place % pattern.length] as number;
      if (voice < 0) continue;
      const midi = (voices[voice % voices.length] as number) + 12 * Math.floor(voice / voices.length);
      const accent = place === 0 ? 1 : place % 2 === 0 ? 0.88 : 0.78;
      notes.push({ at: from + index * beats + place * step, length: ring, midi, velocity: velocity * accent });
    }
    return notes;
  });
}

/** Bass notes of a progression: positions and lengths (in beats) within each chord; `fifth` marks the fifth above. */
export function bassLine(
  key: Key,
  progression: Chord[],
  beats: number,
  places: { at: number; length: number; fifth?: boolean }[],
  from = 0,
  lowest = 36,
): Note[] {
  return progression.flatMap((chord, index) =>
    places.map(({ at, length, fifth }) => {
      const midi = noteOf(key, chord.bass + (fifth ? 4 : 0));
      return {
        at: from + index * beats + at,
        length,
        midi: midi + 12 * Math.ceil((lowest - midi) / 12),
        velocity: 0.8,
      };
    }),
  );
}

/** A bass that walks: root, third, fifth, and the scale step that leads to the next chord, one a beat of four. */
export function walking(key: Key, progression: Chord[], from = 0, lowest = 36): Note[] {
  return progression.flatMap((chord, index) => {
    const next = progression[(index + 1) % progression.length] as Chord;
    const degrees = [
      chord.bass,
      chord.bass + 2,
      chord.bass + 4,
      next.bass > chord.bass ? next.bass - 1 : next.bass + 1,
    ];
    return degrees.map((degree, step) => {
      const midi = noteOf(key, degree);
      return {
        at: from + index * 4 + step,
        length: 0.92,
        midi: midi + 12 * Math.ceil((lowest - midi) / 12),
        velocity: step % 2 === 0 ? 0.8 : 0.7,
      };
    });
  });
}

/** Strums each chord at the given positions; strings are offset by a few hundredths of a beat, up or down. */
export function strummed(
  key: Key,
  progression: Chord[],
  beats: number,
  options: { places: number[]; lowest: number; from?: number; velocity?: number },
): Note[] {
  const { places, lowest, from = 0, velocity = 0.6 } = options;
  return progression.flatMap((chord, index) => {
    const voices = voicing(key, chord, lowest);
    const strings = [...voices, (voices[0] as number) + 12];
    return places.flatMap((place) => {
      const up = place % 1 !== 0;
      const ordered = up ? [...strings].reverse().slice(0, 3) : strings;
      return ordered.map((midi, string) => ({
        at: from + index * beats + place + string * 0.028,
        length: 0.9,
        midi,
        velocity: velocity * (up ? 0.62 : place === 0 ? 1 : 0.82),
      }));
    });
  });
}

/** Drum hits at the same positions in every bar. */
export function beat(bars: number, beatsInBar: number, places: number[], midi = 60, from = 0, velocity = 0.7): Note[] {
  const notes: Note[] = [];
  for (let bar = 0; bar < bars; bar += 1) {
    for (const place of places) {
      const accent = place % 1 === 0 ? 1 : 0.7;
      notes.push({ at: from + bar * beatsInBar + place, length: 0.25, midi, velocity: velocity * accent });
    }
  }
  return notes;
}
