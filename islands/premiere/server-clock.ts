/** The server's clock as seen from this browser. */
export interface ServerClock {
  /** Milliseconds since 1970 by the server's clock. */
  now(): number;
  /** Compares the clocks again. */
  sync(): Promise<void>;
}

interface Sample {
  trip: number;
  offset: number;
}

const PROBES = 5;
/** Older comparisons are forgotten. */
const KEPT = 12;

/**
 * Estimates the difference of two clocks like NTP: of several questions the one with the shortest trip is the most
 * exact, as the answer was made within it.
 * @param ask answers with the server's time in milliseconds
 * @param first offset until the first answer, in milliseconds
 */
export function serverClock(ask: () => Promise<number>, first: number): ServerClock {
  let samples: Sample[] = [];
  const offset = () => {
    const [best] = [...samples].sort((a, b) => a.trip - b.trip);
    return best?.offset ?? first;
  };
  return {
    now: () => Date.now() + offset(),
    async sync() {
      for (let probe = 0; probe < PROBES; probe++) {
        const asked = Date.now();
        const started = performance.now();
        const answered = await ask();
        const trip = performance.now() - started;
        samples = [...samples, { trip, offset: answered - (asked + trip / 2) }].slice(-KEPT);
      }
    },
  };
}
