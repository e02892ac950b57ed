import {
  addPartial,
  frequencyOf,
  highPass,
  lowPass,
  noiseBurst,
  SAMPLE_RATE,
  seededRandom,
  shape,
} from './synthesis.ts';

/** Renders one note, mono, at full velocity. `seconds`: how long it is held. */
export type Instrument = (midi: number, seconds: number) => Float32Array;

function silence(seconds: number): Float32Array {
  return new Float32Array(Math.round(seconds * SAMPLE_RATE));
}

/** A plucked string (Karplus-Strong): noise in a damped delay line. */
function pluckedString(midi: number, seconds: number, brightness: number, ring: number): Float32Array {
  const out = silence(Math.min(seconds, ring));
  const period = SAMPLE_RATE / frequencyOf(midi);
  const whole = Math.floor(period - 0.5);
  const rest = period - 0.5 - whole;
  const allPass = (1 - rest) / (1 + rest);
  const line = excitation(whole, midi, brightness);
  const keep = 10 ** ((-3 * period) / (ring * SAMPLE_RATE));
  let at = 0;
  let previous = 0;
  let passedIn = 0;
  let passedOut = 0;
  for (let i = 0; i < out.length; i += 1) {
    const value = line[at] as number;
    out[i] = value;
    const softened = keep * 0.5 * (value + previous);
    previous = value;
    passedOut = allPass * (softened - passedOut) + passedIn;
    passedIn = softened;
    line[at] = passedOut;
    at = at + 1 === whole ? 0 : at + 1;
  }
  return shape(highPass(out, 60), 0.002, Math.min(0.25, seconds / 3));
}

/** Excitation of the string: soft noise, plucked at a fifth of its length, at a constant level. */
function excitation(length: number, seed: number, brightness: number): Float32Array {
  const random = seededRandom(seed * 7919);
  const noise = new Float32Array(length);
  for (let i = 0; i < length; i += 1) noise[i] = random() * 2 - 1;
  lowPass(noise, brightness);
  lowPass(noise, brightness * 1.5);
  const line = new Float32Array(length);
  const comb = Math.max(1, Math.round(length / 5));
  let mean = 0;
  for (let i = 0; i < length; i += 1) {
    line[i] = (noise[i] as number) - 0.8 * (noise[(i - comb + length) % length] as number);
    mean += (line[i] as number) / length;
  }
  let power = 0;
  for (let i = 0; i < length; i += 1) {
    line[i] = (line[i] as number) - mean;
    power += (line[i] as number) ** 2 / length;
  }
  const gain = 0.28 / Math.sqrt(power || 1);
  for (let i = 0; i < length; i += 1) line[i] = (line[i] as number) * gain;
  return line;
}

/** Struck strings: slightly inharmonic partials, higher ones decay faster, two strings for each note. */
function struckStrings(midi: number, seconds: number, softness: number): Float32Array {
  const base = frequencyOf(midi);
  const ring = Math.min(6, 3.4 * 2 ** ((60 - midi) / 24));
  const out = silence(Math.min(seconds + 0.5, ring));
  for (let k = 1; k <= 12; k += 1) {
    const frequency = k * base * Math.sqrt(1 + 0.0004 * k * k);
    const gain = (0.34 / k ** softness) * (k === 7 ? 0.4 : 1);
    const decay = ring / (1 + 0.28 * (k - 1));
    addPartial(out, frequency * 0.9997, gain * 0.55, decay, k);
    addPartial(out, frequency * 1.0004, gain * 0.45, decay * 0.8, k * 2.1);
  }
  const hammer = shape(lowPass(noiseBurst(0.03, 0.02, midi), 900), 0.002, 0.02);
  for (let i = 0; i < hammer.length && i < out.length; i += 1) {
    out[i] = (out[i] as number) + 0.05 * (hammer[i] as number);
  }
  return shape(out, 0.004, 0.4);
}

/** A slow pad. `spread` detunes it for a stereo image of two. */
function breath(midi: number, seconds: number, spread: number): Float32Array {
  const out = silence(seconds + 1.4);
  const base = frequencyOf(midi);
  for (const detune of [-0.0021, 0.0004, 0.0026]) {
    for (let k = 1; k <= 6; k += 1) {
      addPartial(out, base * k * (1 + detune * spread), 0.1 / k ** 1.9, 60, k * 1.7 + detune * 900 * spread);
    }
  }
  return shape(out, Math.min(1.1, seconds / 2), 1.6);
}

function struckBar(midi: number, ratios: [number, number, number][], seconds: number): Float32Array {
  const out = silence(seconds);
  for (const [ratio, gain, decay] of ratios) addPartial(out, frequencyOf(midi) * ratio, gain, decay);
  return shape(out, 0.002, 0.1);
}

function lowString(midi: number, seconds: number): Float32Array {
  const out = silence(Math.min(seconds + 0.1, 2.6));
  const base = frequencyOf(midi);
  addPartial(out, base, 0.5, 3.2);
  addPartial(out, base * 2, 0.2, 1.6);
  addPartial(out, base * 3, 0.07, 0.8);
  addPartial(out, base * 4, 0.03, 0.5);
  return shape(out, 0.008, 0.12);
}

function drum(): Float32Array {
  const out = silence(0.28);
  let phase = 0;
  for (let i = 0; i < out.length; i += 1) {
    const time = i / SAMPLE_RATE;
    phase += (2 * Math.PI * (46 + 70 * Math.exp(-time * 38))) / SAMPLE_RATE;
    out[i] = 0.7 * Math.sin(phase) * Math.exp(-time * 16);
  }
  return shape(out, 0.002, 0.05);
}

function fingerSnap(): Float32Array {
  const out = highPass(lowPass(noiseBurst(0.16, 0.11, 77), 3400), 1100);
  for (let i = 0; i < out.length; i += 1) out[i] = (out[i] as number) * 0.9;
  return shape(out, 0.001, 0.05);
}

function shaken(): Float32Array {
  return shape(highPass(highPass(noiseBurst(0.09, 0.1, 41), 5200), 4200), 0.018, 0.03);
}

function woodBlock(midi: number): Float32Array {
  const out = silence(0.14);
  addPartial(out, frequencyOf(midi), 0.4, 0.1);
  addPartial(out, frequencyOf(midi) * 2.4, 0.15, 0.05);
  return shape(out, 0.001, 0.04);
}

export const INSTRUMENTS = {
  guitar: (midi, seconds) => pluckedString(midi, Math.max(seconds, 1.4), 2600, 3),
  ukulele: (midi, seconds) => pluckedString(midi, Math.max(seconds, 0.5), 3600, 1.3),
  pizzicato: (midi) => pluckedString(midi, 0.5, 1700, 0.55),
  piano: (midi, seconds) => struckStrings(midi, seconds, 1.5),
  felt: (midi, seconds) => struckStrings(midi, seconds + 0.5, 2.1),
  padLeft: (midi, seconds) => breath(midi, seconds, 1),
  padRight: (midi, seconds) => breath(midi, seconds, -1.15),
  marimba: (midi) =>
    struckBar(
      midi,
      [
        [1, 0.5, 0.75],
        [3.93, 0.13, 0.22],
        [9.2, 0.04, 0.08],
      ],
      0.8,
    ),
  bells: (midi) =>
    struckBar(
      midi,
      [
        [1, 0.3, 1.9],
        [2.76, 0.1, 0.9],
        [5.4, 0.04, 0.4],
      ],
      1.8,
    ),
  bass: lowString,
  drum: () => drum(),
  snap: () => fingerSnap(),
  shaker: () => shaken(),
  wood: (midi) => woodBlock(midi),
} as const satisfies Record<string, Instrument>;

export type InstrumentName = keyof typeof INSTRUMENTS;
