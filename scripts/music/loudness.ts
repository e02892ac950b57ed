import { SAMPLE_RATE } from './synthesis.ts';

/** K-weighting of ITU-R BS.1770 at 48 kHz: high shelf, then high pass. */
const K_WEIGHTING = [
  { b: [1.53512485958697, -2.69169618940638, 1.19839281085285], a: [-1.69065929318241, 0.73248077421585] },
  { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] },
] as const;

const BLOCK = 0.4 * SAMPLE_RATE;
const HOP = 0.1 * SAMPLE_RATE;

/** Integrated loudness of stereo at 48 kHz in LUFS, gated as in BS.1770; -70 for silence. */
export function integratedLoudness(left: Float32Array, right: Float32Array): number {
  const sums = [hopPowers(left), hopPowers(right)];
  const hops = (sums[0] as Float64Array).length;
  const perBlock = BLOCK / HOP;
  const blocks: number[] = [];
  for (let hop = 0; hop + perBlock <= hops; hop += 1) {
    let power = 0;
    for (const channel of sums) for (let i = 0; i < perBlock; i += 1) power += channel[hop + i] as number;
    blocks.push(power / BLOCK);
  }
  const heard = blocks.filter((power) => loudnessOf(power) > -70);
  if (heard.length === 0) return -70;
  const gate = loudnessOf(mean(heard)) - 10;
  return loudnessOf(mean(heard.filter((power) => loudnessOf(power) > gate)));
}

function hopPowers(samples: Float32Array): Float64Array {
  const powers = new Float64Array(Math.floor(samples.length / HOP));
  const [shelf, cut] = K_WEIGHTING;
  let s1 = 0;
  let s2 = 0;
  let c1 = 0;
  let c2 = 0;
  for (let hop = 0; hop < powers.length; hop += 1) {
    let power = 0;
    for (let i = hop * HOP; i < (hop + 1) * HOP; i += 1) {
      const x = samples[i] as number;
      const shelved = shelf.b[0] * x + s1;
      s1 = shelf.b[1] * x - shelf.a[0] * shelved + s2;
      s2 = shelf.b[2] * x - shelf.a[1] * shelved;
      const y = cut.b[0] * shelved + c1;
      c1 = cut.b[1] * shelved - cut.a[0] * y + c2;
      c2 = cut.b[2] * shelved - cut.a[1] * y;
      power += y * y;
    }
    powers[hop] = power;
  }
  return powers;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function loudnessOf(power: number): number {
  return power > 0 ? -0.691 + 10 * Math.log10(power) : -Infinity;
}
