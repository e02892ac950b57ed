import { dayPart } from '../../src/shared/day-parts.ts';
import { cx } from '../../views/ui/class-names.ts';

interface DateLeafProps {
  /** ISO 8601. */
  at: string;
  timeZone: string;
  size?: 'large';
}

/** A date as a calendar leaf; decorative, as the text next to it says the same. */
export function DateLeaf({ at, timeZone, size }: DateLeafProps) {
  return (
    <span className={cx('date-leaf', size && `date-leaf--${size}`)} aria-hidden="true">
      <span>{dayPart(at, 'month', timeZone)}</span>
      <span className="l-display l-num">{dayPart(at, 'day', timeZone)}</span>
      {size && <span>{dayPart(at, 'weekday', timeZone).slice(0, 3)}</span>}
    </span>
  );
}
