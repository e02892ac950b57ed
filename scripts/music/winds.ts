import { frequencyOf, lowPass, noiseBurst, SAMPLE_RATE, shape, silence } from './synthesis.ts';

/** Vibrato starts after this many seconds, as players let a note speak first. */
const VIBRATO_AFTER = 0.22;

/** A tone of partials (relative gains) that swells in and sways. Calls `Math.sin`, so it is for melodies. */
function blown(
  midi: number,
  seconds: number,
  { partials, depth, attack }: { partials: readonly [number, number][]; depth: number; attack: number },
): Float32Array {
  const out = silence(seconds + 0.12);
  const base = frequencyOf(midi);
  let phase = 0;
  for (let i = 0; i < out.length; i += 1) {
    const time = i / SAMPLE_RATE;
    const sway = Math.min(1, Math.max(0, time - VIBRATO_AFTER) / 0.4);
    const bend = -0.012 * Math.exp(-time * 40);
    const now = base * (1 + bend + depth * sway * Math.sin(2 * Math.PI * 5.1 * time));
    phase += (2 * Math.PI * now) / SAMPLE_RATE;
    let value = 0;
    for (const [ratio, gain] of partials) value += gain * Math.sin(phase * ratio);
    out[i] = value * (1 - 0.12 * sway + 0.12 * sway * Math.sin(2 * Math.PI * 5.1 * time + 1));
  }
  return shape(out, attack, 0.11);
}

/** A person who whistles: nearly a sine, with air. */
export function whistle(midi: number, seconds: number): Float32Array {
  const out = blown(midi, seconds, {
    partials: [
      [1, 0.34],
      [2, 0.02],
    ],
    depth: 0.006,
    attack: 0.05,
  });
  const air = lowPass(noiseBurst(out.length / SAMPLE_RATE, 30, midi), 5000);
  shape(air, 0.03, 0.1);
  for (let i = 0; i < out.length; i += 1) out[i] = (out[i] as number) + 0.012 * (air[i] as number);
  return out;
}

/** A clarinet: odd partials, fewer when played softly. */
export function clarinet(midi: number, seconds: number, touch: number): Float32Array {
  const bright = 0.5 + 0.5 * touch;
  return blown(midi, seconds, {
    partials: [
      [1, 0.3],
      [2, 0.012],
      [3, 0.13 * bright],
      [4, 0.01],
      [5, 0.06 * bright * bright],
      [7, 0.028 * bright * bright],
      [9, 0.012 * bright * bright],
    ],
    depth: 0.0028,
    attack: 0.035,
  });
}

/** An electric piano: a bar whose bell-like overtone fades first (one sine modulates the other). */
export function tine(midi: number, seconds: number, touch: number): Float32Array {
  const ring = Math.min(4, 2.6 * 2 ** ((60 - midi) / 24));
  const out = silence(Math.min(seconds + 0.25, ring));
  const step = (2 * Math.PI * frequencyOf(midi)) / SAMPLE_RATE;
  const fall = 6.9 / ring;
  for (let i = 0; i < out.length; i += 1) {
    const time = i / SAMPLE_RATE;
    const warmth = (0.5 + 1.1 * touch) * Math.exp(-time * 2.6);
    const bell = 0.16 * touch * Math.exp(-time * 9) * Math.sin(step * i * 14.02);
    out[i] = 0.34 * Math.exp(-time * fall) * (Math.sin(step * i + warmth * Math.sin(step * i)) + bell);
  }
  return shape(out, 0.004, 0.2);
}
