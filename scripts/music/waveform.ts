import type { Stereo } from './mixdown.ts';

/** Number of bars in a waveform. */
const BARS = 64;

/** Loudness over time as levels from 0 to 1, in hundredths. */
export function waveformOf({ left, right }: Stereo): number[] {
  const span = left.length / BARS;
  const levels = Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor(bar * span);
    const to = Math.floor((bar + 1) * span);
    let power = 0;
    for (let i = from; i < to; i += 1) power += (left[i] as number) ** 2 + (right[i] as number) ** 2;
    return Math.sqrt(power / (to - from));
  });
  const highest = Math.max(...levels, 1e-9);
  return levels.map((level) => Math.round((level / highest) * 100) / 100);
}
