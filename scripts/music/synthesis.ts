/** Sample rate of the synthesis; equal to the film's, to avoid resampling. */
export const SAMPLE_RATE = 48_000;

/** A seeded generator of numbers in [0, 1): the same seed always gives the same music. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Silent samples of this many seconds. */
export function silence(seconds: number): Float32Array {
  return new Float32Array(Math.round(seconds * SAMPLE_RATE));
}

/** Frequency in Hz of a MIDI note; 69 is A at 440 Hz. */
export function frequencyOf(midi: number): number {
  return 440 * 2 ** ((midi - 69) / 12);
}

/**
 * Adds a decaying sine to `out`. The recurrence `y = 2 cos(w) y1 - y2` costs one multiplication a sample instead of a
 * call to `Math.sin`; it includes the decay.
 * @param decay seconds until -60 dB
 */
export function addPartial(out: Float32Array, frequency: number, gain: number, decay: number, phase = 0): void {
  if (frequency >= SAMPLE_RATE / 2.2) return;
  const step = (2 * Math.PI * frequency) / SAMPLE_RATE;
  const fall = 10 ** (-3 / (decay * SAMPLE_RATE));
  const twice = 2 * fall * Math.cos(step);
  const square = fall * fall;
  let last = (gain * Math.sin(phase - step)) / fall;
  let now = gain * Math.sin(phase);
  for (let i = 0; i < out.length; i += 1) {
    out[i] = (out[i] as number) + now;
    const next = twice * now - square * last;
    last = now;
    now = next;
  }
}

/** Fades the first `attack` and the last `release` seconds, to avoid clicks. */
export function shape(samples: Float32Array, attack: number, release: number): Float32Array {
  const rise = Math.min(samples.length, Math.max(1, Math.round(attack * SAMPLE_RATE)));
  const fall = Math.min(samples.length, Math.max(1, Math.round(release * SAMPLE_RATE)));
  for (let i = 0; i < rise; i += 1) {
    const x = Math.sin((Math.PI / 2) * (i / rise));
    samples[i] = (samples[i] as number) * x * x;
  }
  for (let i = 0; i < fall; i += 1) {
    const at = samples.length - 1 - i;
    const x = Math.sin((Math.PI / 2) * (i / fall));
    samples[at] = (samples[at] as number) * x * x;
  }
  return samples;
}

/** One-pole low pass in place. */
export function lowPass(samples: Float32Array, cutoff: number): Float32Array {
  const share = 1 - Math.exp((-2 * Math.PI * cutoff) / SAMPLE_RATE);
  let held = 0;
  for (let i = 0; i < samples.length; i += 1) {
    held += share * ((samples[i] as number) - held);
    samples[i] = held;
  }
  return samples;
}

/** One-pole high pass in place. */
export function highPass(samples: Float32Array, cutoff: number): Float32Array {
  const share = 1 - Math.exp((-2 * Math.PI * cutoff) / SAMPLE_RATE);
  let held = 0;
  for (let i = 0; i < samples.length; i += 1) {
    const value = samples[i] as number;
    held += share * (value - held);
    samples[i] = value - held;
  }
  return samples;
}

/** Noise that decays by 60 dB in `decay` seconds. */
export function noiseBurst(seconds: number, decay: number, seed: number): Float32Array {
  const out = new Float32Array(Math.round(seconds * SAMPLE_RATE));
  const random = seededRandom(seed);
  const fall = 10 ** (-3 / (decay * SAMPLE_RATE));
  let level = 1;
  for (let i = 0; i < out.length; i += 1) {
    out[i] = (random() * 2 - 1) * level;
    level *= fall;
  }
  return out;
}
