import {
  addPartial,
  frequencyOf,
  highPass,
  lowPass,
  noiseBurst,
  SAMPLE_RATE,
  seededRandom,
  shape,
  silence,
} from './synthesis.ts';

/** A plucked string (Karplus-Strong): noise in a damped delay line. */
export function pluckedString(midi: number, seconds: number, brightness: number, ring: number): Float32Array {
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

/**
 * Struck strings: slightly inharmonic partials, higher ones decay faster, two strings for each note. Each partial falls
 * fast at first and rings on slowly, as on a piano.
 */
export function struckStrings(midi: number, seconds: number, softness: number): Float32Array {
  const base = frequencyOf(midi);
  const ring = Math.min(6, 3.4 * 2 ** ((60 - midi) / 24));
  const out = silence(Math.min(seconds + 0.5, ring));
  for (let k = 1; k <= 12; k += 1) {
    const frequency = k * base * Math.sqrt(1 + 0.0004 * k * k);
    const gain = (0.34 / k ** softness) * (k === 7 ? 0.4 : 1);
    const decay = ring / (1 + 0.28 * (k - 1));
    addPartial(out, frequency * 0.9997, gain * 0.5, decay * 0.45, k);
    addPartial(out, frequency * 1.0004, gain * 0.5, decay * 1.25, k * 2.1);
  }
  const hammer = shape(lowPass(noiseBurst(0.03, 0.02, midi), 900), 0.002, 0.02);
  for (let i = 0; i < hammer.length && i < out.length; i += 1) {
    out[i] = (out[i] as number) + (0.12 / softness) * 0.6 * (hammer[i] as number);
  }
  return shape(out, 0.004, 0.4);
}

/** A slow pad. `spread` detunes it for a stereo image of two. */
export function breath(midi: number, seconds: number, spread: number): Float32Array {
  const out = silence(seconds + 1.4);
  const base = frequencyOf(midi);
  for (const detune of [-0.0021, 0.0004, 0.0026]) {
    for (let k = 1; k <= 6; k += 1) {
      addPartial(out, base * k * (1 + detune * spread), 0.1 / k ** 1.9, 60, k * 1.7 + detune * 900 * spread);
    }
  }
  return shape(out, Math.min(1.1, seconds / 2), 1.6);
}

/** A struck bar; a soft mallet leaves out its overtones. */
export function struckBar(
  midi: number,
  partials: readonly (readonly [ratio: number, gain: number, decay: number])[],
  seconds: number,
  touch: number,
): Float32Array {
  const out = silence(seconds);
  for (const [ratio, gain, decay] of partials) {
    addPartial(out, frequencyOf(midi) * ratio, ratio === 1 ? gain : gain * (0.35 + 0.65 * touch), decay);
  }
  return shape(out, 0.002, 0.1);
}

export function lowString(midi: number, seconds: number): Float32Array {
  const out = silence(Math.min(seconds + 0.1, 2.6));
  const base = frequencyOf(midi);
  addPartial(out, base, 0.5, 3.2);
  addPartial(out, base * 2, 0.2, 1.6);
  addPartial(out, base * 3, 0.07, 0.8);
  addPartial(out, base * 4, 0.03, 0.5);
  return shape(out, 0.008, 0.12);
}

/** Bowed strings: three players a side with slow attack and many overtones. `spread` as for `breath`. */
export function bowed(midi: number, seconds: number, spread: number, touch: number): Float32Array {
  const out = silence(seconds + 0.7);
  const base = frequencyOf(midi);
  const dullness = 1.75 - 0.35 * touch;
  for (const [player, detune] of [-0.0034, 0.0006, 0.0029].entries()) {
    for (let k = 1; k <= 9; k += 1) {
      const frequency = base * k * (1 + detune * spread);
      if (frequency > 6500) break;
      addPartial(out, frequency, 0.13 / k ** dullness, 90, k * 2.3 + player * 1.9 + spread);
    }
  }
  return shape(out, Math.min(0.42, seconds / 2.5), 0.75);
}

/** A double bass, plucked: a dull string over a round body. */
export function uprightBass(midi: number, seconds: number, touch: number): Float32Array {
  const out = pluckedString(midi, Math.min(seconds + 0.25, 1.6), 500 + 500 * touch, 1.5);
  const base = frequencyOf(midi);
  const body = silence(out.length / SAMPLE_RATE);
  addPartial(body, base, 0.42, 1.5);
  addPartial(body, base * 2, 0.1, 0.7);
  shape(body, 0.01, 0.12);
  for (let i = 0; i < out.length; i += 1) out[i] = 0.7 * (out[i] as number) + (body[i] as number);
  return out;
}
