import { brush, drum, fingerSnap, ride, shaken, snare, woodBlock } from './drums.ts';
import { bowed, breath, lowString, pluckedString, struckBar, struckStrings, uprightBass } from './strings.ts';
import { clarinet, tine, whistle } from './winds.ts';

/**
 * Renders one note, mono, at full volume.
 * @param seconds how long it is held
 * @param touch 0 to 1: how hard it is played; a soft note is duller, not only quieter
 */
export type Instrument = (midi: number, seconds: number, touch: number) => Float32Array;

/** Ratio to the base, gain, and decay in seconds of a bar's partials. */
type Partials = readonly (readonly [ratio: number, gain: number, decay: number])[];
const MARIMBA: Partials = [
  [1, 0.5, 0.75],
  [3.93, 0.13, 0.22],
  [9.2, 0.04, 0.08],
];
const BELLS: Partials = [
  [1, 0.3, 1.9],
  [2.76, 0.1, 0.9],
  [5.4, 0.04, 0.4],
];
const KALIMBA: Partials = [
  [1, 0.42, 1.2],
  [5.9, 0.07, 0.12],
  [11.6, 0.02, 0.06],
];

export const INSTRUMENTS = {
  guitar: (midi, seconds, touch) => pluckedString(midi, Math.max(seconds, 1.4), 1700 + 1500 * touch, 3),
  ukulele: (midi, seconds, touch) => pluckedString(midi, Math.max(seconds, 0.5), 2300 + 1900 * touch, 1.3),
  harp: (midi, seconds, touch) => pluckedString(midi, Math.max(seconds, 1.8), 1200 + 1300 * touch, 3.6),
  pizzicato: (midi, _seconds, touch) => pluckedString(midi, 0.5, 1100 + 900 * touch, 0.55),
  piano: (midi, seconds, touch) => struckStrings(midi, seconds, 1.85 - 0.6 * touch),
  felt: (midi, seconds, touch) => struckStrings(midi, seconds + 0.5, 2.2 - 0.45 * touch),
  tine,
  whistle: (midi, seconds) => whistle(midi, seconds),
  clarinet,
  padLeft: (midi, seconds) => breath(midi, seconds, 1),
  padRight: (midi, seconds) => breath(midi, seconds, -1.15),
  stringsLeft: (midi, seconds, touch) => bowed(midi, seconds, 1, touch),
  stringsRight: (midi, seconds, touch) => bowed(midi, seconds, -1.2, touch),
  marimba: (midi, _seconds, touch) => struckBar(midi, MARIMBA, 0.8, touch),
  bells: (midi, _seconds, touch) => struckBar(midi, BELLS, 1.8, touch),
  kalimba: (midi, _seconds, touch) => struckBar(midi, KALIMBA, 1.3, touch),
  bass: lowString,
  upright: uprightBass,
  drum: () => drum(),
  snap: () => fingerSnap(),
  shaker: () => shaken(),
  brush: (_midi, _seconds, touch) => brush(touch),
  ride: (_midi, _seconds, touch) => ride(touch),
  snare: (_midi, _seconds, touch) => snare(touch),
  wood: (midi) => woodBlock(midi),
} as const satisfies Record<string, Instrument>;

export type InstrumentName = keyof typeof INSTRUMENTS;
