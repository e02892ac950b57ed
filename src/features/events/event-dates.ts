import { AppError } from '../../platform/errors.ts';
import { CLOCK_TOLERANCE, DATES_AHEAD_MAX } from '../../shared/limits.ts';

const MINUTE = 60_000;

interface GivenDate {
  /** Field for the message. */
  field: 'deadline' | 'deliverAt' | 'at';
  /** ISO 8601. */
  value: string | null | undefined;
  /** The stored value: sent back unchanged, it is accepted even in the past. */
  stored?: Date | null | undefined;
  /** Whether now is allowed, tolerating a clock that is a few minutes slow. */
  mayBeNow?: boolean;
}

/** FIELDS_REFUSED for a date in the past or more than ten years ahead. */
export function requireAhead({ field, value, stored, mayBeNow = false }: GivenDate): void {
  if (!value || isUnchanged(value, stored)) return;
  const ahead = Date.parse(value) - Date.now();
  if (ahead <= (mayBeNow ? -CLOCK_TOLERANCE : 0)) throw refused(field, 'That time has passed. Choose a later one.');
  if (ahead > DATES_AHEAD_MAX) throw refused(field, 'This is more than ten years away. Choose an earlier day.');
}

/** Date inputs have no seconds, so compare minutes. */
function isUnchanged(value: string, stored: Date | null | undefined): boolean {
  return stored != null && Math.floor(Date.parse(value) / MINUTE) === Math.floor(stored.getTime() / MINUTE);
}

function refused(field: GivenDate['field'], words: string): AppError {
  return new AppError('FIELDS_REFUSED', { message: 'Please check the marked fields.', fields: { [field]: words } });
}
