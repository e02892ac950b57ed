import { chords, held, type Key, type Part } from './score.ts';

/** Beats in a bar. */
export const BAR = 4;
export const WALTZ = 3;

/** The two sides of a pad: the same chords, detuned against each other. */
export function pad(key: Key, progression: string, beats: number, lowest: number, gain: number): Part[] {
  const notes = held(key, chords(progression), beats, lowest);
  return [
    { instrument: 'padLeft', gain, pan: -0.7, room: 0.5, notes },
    { instrument: 'padRight', gain, pan: 0.7, room: 0.5, notes },
  ];
}

/** Bowed strings that hold the chords of a progression, on both sides. `from`: the beat at which they enter. */
export function strings(key: Key, progression: string, beats: number, lowest: number, gain: number, from = 0): Part[] {
  const notes = held(key, chords(progression), beats, lowest, from, 0.6);
  return [
    { instrument: 'stringsLeft', gain, pan: -0.6, room: 0.5, notes },
    { instrument: 'stringsRight', gain, pan: 0.6, room: 0.5, notes },
  ];
}
