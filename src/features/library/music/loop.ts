/** Where a song is repeated: at `to` it goes on from `from`, and both overlap for `fade` seconds. */
export interface Loop {
  from: number;
  to: number;
  fade: number;
}

/** A whole song, again and again. */
export function wholeOf({ length }: { length: number }): Loop {
  return { from: 0, to: length, fade: 0 };
}

/** Where a track is repeated. */
export function loopOfTrack({ length, loop }: { length: number; loop?: Loop | null }): Loop {
  const { from, to, fade } = loop ?? wholeOf({ length });
  return { from, to, fade };
}

const FADE_MAX = 1.5;
/** A song is at its end where it is this much quieter than in its middle. */
const FADING = 0.5;
/** Beats of a bar, without knowing its metre: most music has four, or twice two. */
const BAR = 4;

/**
 * The loop of a song: from one of its first beats to a late one before it fades away, whole bars apart. Without beats it
 * leaves out only what is quiet.
 * @param levels loudness over time, evenly spaced, 0 to 1
 * @param length seconds
 */
export function loopOf(beats: readonly number[] | null, levels: readonly number[], length: number): Loop {
  const loud = loudSpan(levels, length);
  const fade = Math.min(FADE_MAX, length / 8);
  const first = beats?.findIndex((time) => time >= Math.max(loud.start, fade)) ?? -1;
  if (beats && first >= 0) {
    const [from = 0, ...bars] = beats.filter((time, i) => i >= first && (i - first) % BAR === 0 && time <= loud.end);
    const to = bars.at(-1);
    if (to !== undefined && to - from > length / 2) return { from, to, fade: Math.min(fade, to - from) };
  }
  return { from: Math.max(loud.start, fade), to: loud.end, fade };
}

/** The part of a song between its quiet beginning and its fading end. */
function loudSpan(levels: readonly number[], length: number): { start: number; end: number } {
  const middle = [...levels].sort((a, b) => a - b)[Math.floor(levels.length / 2)] ?? 0;
  const isLoud = (level: number) => level >= middle * FADING;
  const start = levels.findIndex(isLoud);
  const end = levels.findLastIndex(isLoud);
  const step = length / Math.max(1, levels.length);
  if (start < 0 || (end + 1 - start) * step < length / 2) return { start: 0, end: length };
  return { start: start * step, end: (end + 1) * step };
}
