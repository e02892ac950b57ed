import { count, timeLeft } from '../../src/shared/format.ts';
import { momentInWords } from '../../src/shared/zone-words.ts';
import { cx } from './class-names.ts';

export interface CountdownProps {
  /** ISO 8601. */
  until: string;
  /** Milliseconds since 1970; a prop, so that server and browser render the same. */
  now: number;
  timeZone: string;
  locale?: string;
  /** Text after the end. */
  over?: string;
  className?: string;
}

/** "5 days 4 hours left", and the date in a time zone. */
export function Countdown({ until, now, timeZone, locale, over = 'Closed', className }: CountdownProps) {
  const left = timeLeft(until, now);
  const parts: [number, string][] =
    left.days > 0
      ? [
          [left.days, 'day'],
          [left.hours, 'hour'],
        ]
      : left.hours > 0
        ? [
            [left.hours, 'hour'],
            [left.minutes, 'minute'],
          ]
        : [[left.minutes, 'minute']];
  return (
    <div className={cx('countdown', className)}>
      <p className="countdown__count">
        {left.isOver ? (
          <span className="l-display">{over}</span>
        ) : (
          <>
            {parts.map(([amount, unit]) => (
              <span key={unit}>
                <span className="l-display l-num">{amount}</span> {count(amount, unit).replace(/^\S+ /, '')}{' '}
              </span>
            ))}
            left
          </>
        )}
      </p>
      <p className="l-small">
        {left.isOver ? 'Since ' : 'Until '}
        <time dateTime={until}>{momentInWords(until, timeZone, locale)}</time>
      </p>
    </div>
  );
}
