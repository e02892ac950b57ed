/** Number of levels in a waveform. */
const LEVELS = 64;

/** Loudness over time as levels from 0 to 1, in hundredths; the loudest is 1. */
export function levelsOf(samples: Float32Array): number[] {
  const span = samples.length / LEVELS;
  const levels = Array.from({ length: LEVELS }, (_, level) => {
    const from = Math.floor(level * span);
    const to = Math.floor((level + 1) * span);
    let power = 0;
    for (let i = from; i < to; i++) power += (samples[i] ?? 0) ** 2;
    return Math.sqrt(power / Math.max(1, to - from));
  });
  const highest = Math.max(...levels, 1e-9);
  return levels.map((level) => Math.round((level / highest) * 100) / 100);
}
