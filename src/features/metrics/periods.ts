const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Hours give way to days: a day is kept for three years, each of its hours for forty days. */
const SPANS = {
  hour: { length: HOUR, kept: 40 * DAY, characters: 13 },
  day: { length: DAY, kept: 3 * 365 * DAY, characters: 10 },
} as const;
type Span = keyof typeof SPANS;

export interface Period {
  id: string;
  /** Its begin, in milliseconds since 1970. */
  from: number;
  expiresAt: Date;
}

/** The hour or day, in UTC, of a time in milliseconds since 1970. */
export function periodAt(span: Span, at: number): Period {
  const { length, kept, characters } = SPANS[span];
  const from = Math.floor(at / length) * length;
  return {
    id: `${span}:${new Date(from).toISOString().slice(0, characters)}`,
    from,
    expiresAt: new Date(from + kept),
  };
}

/** The latest periods, oldest first; the last one is under way. */
export function latestPeriods(span: Span, count: number, now: number): Period[] {
  const { length } = SPANS[span];
  return Array.from({ length: count }, (_, i) => periodAt(span, now - (count - 1 - i) * length));
}
