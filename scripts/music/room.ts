import type { Stereo } from './mixdown.ts';
import { highPass, lowPass, SAMPLE_RATE } from './synthesis.ts';

/** Delay lines in samples, without common factors; their echoes never fall together. */
const LINES = [1433, 1601, 1867, 2053, 2251, 2399, 2617, 2797];
/** Time in seconds before the room answers: without it, close instruments seem far away. */
const BEFORE = 0.018;
/** First reflections of the walls: seconds, gain, and side (-1 left, 1 right). */
const WALLS = [
  [0.011, 0.3, -0.8],
  [0.017, 0.27, 0.7],
  [0.023, 0.22, 0.3],
  [0.031, 0.19, -0.4],
  [0.041, 0.15, 0.9],
  [0.053, 0.12, -0.9],
] as const;
const LATE = 0.2;

/**
 * Adds a room: first reflections, then a network of eight delay lines that feed each other. The end of the loop already
 * rings at its start.
 * @param seconds until -60 dB
 */
export function addRoom(source: Float32Array, out: Stereo, seconds: number): void {
  // Lows in a reverb make a mix muddy, highs make it hiss.
  const soft = lowPass(highPass(source, 190), 6500);
  for (const [after, gain, side] of WALLS) {
    const angle = ((side + 1) * Math.PI) / 4;
    addDelayed(out.left, soft, after, gain * Math.cos(angle));
    addDelayed(out.right, soft, after, gain * Math.sin(angle));
  }
  const lines = LINES.map((samples) => new Float32Array(samples));
  const gains = LINES.map((samples) => 10 ** ((-3 * samples) / (SAMPLE_RATE * seconds)));
  const places = new Int32Array(LINES.length);
  const damped = new Float32Array(LINES.length);
  const before = Math.round(BEFORE * SAMPLE_RATE);
  const lead = Math.min(soft.length, Math.round(seconds * 1.2 * SAMPLE_RATE));
  for (let i = soft.length - lead; i < 2 * soft.length; i += 1) {
    const input = soft[(i - before + soft.length) % soft.length] as number;
    let sum = 0;
    let left = 0;
    let right = 0;
    for (let k = 0; k < lines.length; k += 1) {
      const value = (lines[k] as Float32Array)[places[k] as number] as number;
      // Air and walls swallow highs first.
      const held = (damped[k] as number) * 0.32 + value * 0.68;
      damped[k] = held;
      sum += held;
      if (k % 2 === 0) left += k % 4 === 0 ? value : -value;
      else right += k % 4 === 1 ? value : -value;
    }
    // Householder's matrix: each line returns to all, and no energy is gained.
    const shared = (2 / lines.length) * sum;
    for (let k = 0; k < lines.length; k += 1) {
      const line = lines[k] as Float32Array;
      const place = places[k] as number;
      line[place] = input + ((damped[k] as number) - shared) * (gains[k] as number);
      places[k] = place + 1 === line.length ? 0 : place + 1;
    }
    if (i < soft.length) continue;
    const at = i % soft.length;
    out.left[at] = (out.left[at] as number) + left * LATE;
    out.right[at] = (out.right[at] as number) + right * LATE;
  }
}

function addDelayed(loop: Float32Array, source: Float32Array, seconds: number, gain: number): void {
  const delay = Math.round(seconds * SAMPLE_RATE);
  for (let i = 0; i < loop.length; i += 1) {
    loop[i] = (loop[i] as number) + gain * (source[(i - delay + loop.length) % loop.length] as number);
  }
}
