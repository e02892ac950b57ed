const WINDOW = 10_000;
const ENOUGH = 1500;

export interface SpeedMeter {
  /** Adds a sample; `at` in milliseconds. A smaller count than before resets it. */
  note(bytes: number, at: number): void;
  /** Bytes a second over the last ten seconds; null until there is enough data. */
  speed(): number | null;
}

export function createSpeedMeter(): SpeedMeter {
  let points: { bytes: number; at: number }[] = [];
  return {
    note(bytes, at) {
      const last = points.at(-1);
      if (last && bytes < last.bytes) points = [];
      points.push({ bytes, at });
      while (points.length > 2 && at - (points[0]?.at ?? at) > WINDOW) points.shift();
    },
    speed() {
      const [first, last] = [points[0], points.at(-1)];
      if (!first || !last || last.at - first.at < ENOUGH) return null;
      return ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
    },
  };
}

/** Time left, such as `about a minute to go`; empty while unknown. */
export function timeLeft(bytes: number, speed: number | null): string {
  if (!speed || speed < 1) return '';
  const seconds = bytes / speed;
  if (seconds < 10) return 'a few seconds to go';
  if (seconds < 50) return `about ${Math.ceil(seconds / 10) * 10} seconds to go`;
  const minutes = Math.round(seconds / 60);
  if (minutes <= 1) return 'about a minute to go';
  if (minutes < 60) return `about ${minutes} minutes to go`;
  const hours = Math.round(minutes / 60);
  return hours === 1 ? 'about an hour to go' : `about ${hours} hours to go`;
}
