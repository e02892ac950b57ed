import { addPartial, frequencyOf, highPass, lowPass, noiseBurst, SAMPLE_RATE, shape, silence } from './synthesis.ts';

export function drum(): Float32Array {
  const out = silence(0.28);
  let phase = 0;
  for (let i = 0; i < out.length; i += 1) {
    const time = i / SAMPLE_RATE;
    phase += (2 * Math.PI * (46 + 70 * Math.exp(-time * 38))) / SAMPLE_RATE;
    out[i] = 0.7 * Math.sin(phase) * Math.exp(-time * 16);
  }
  return shape(out, 0.002, 0.05);
}

export function fingerSnap(): Float32Array {
  const out = highPass(lowPass(noiseBurst(0.16, 0.11, 77), 3400), 1100);
  return shape(scaled(out, 0.9), 0.001, 0.05);
}

export function shaken(): Float32Array {
  return shape(highPass(highPass(noiseBurst(0.09, 0.1, 41), 5200), 4200), 0.018, 0.03);
}

export function woodBlock(midi: number): Float32Array {
  const out = silence(0.14);
  addPartial(out, frequencyOf(midi), 0.4, 0.1);
  addPartial(out, frequencyOf(midi) * 2.4, 0.15, 0.05);
  return shape(out, 0.001, 0.04);
}

/** A brush that sweeps over a snare drum, or taps it. */
export function brush(touch: number): Float32Array {
  const out = lowPass(highPass(noiseBurst(0.3, 0.18 + 0.14 * touch, 19), 900), 5200);
  return shape(scaled(out, 0.7), 0.012 - 0.009 * touch, 0.1);
}

/** The tip of a stick on a large cymbal: noise over partials that do not fit together. */
export function ride(touch: number): Float32Array {
  const out = scaled(highPass(highPass(noiseBurst(0.9, 0.7, 53), 6000), 5200), 0.24 + 0.1 * touch);
  for (const [frequency, decay] of [
    [3170, 0.5],
    [4211, 0.6],
    [5480, 0.7],
    [6913, 0.5],
    [8307, 0.4],
  ] as const) {
    addPartial(out, frequency, 0.022, decay, frequency);
  }
  return shape(out, 0.001, 0.4);
}

/** A small snare drum: a short skin under its wires. */
export function snare(touch: number): Float32Array {
  const out = scaled(lowPass(highPass(noiseBurst(0.2, 0.13, 31), 1400), 7000), 0.4 + 0.4 * touch);
  addPartial(out, 196, 0.26, 0.12);
  addPartial(out, 311, 0.14, 0.08, 1);
  return shape(out, 0.001, 0.06);
}

function scaled(samples: Float32Array, gain: number): Float32Array {
  for (let i = 0; i < samples.length; i += 1) samples[i] = (samples[i] as number) * gain;
  return samples;
}
