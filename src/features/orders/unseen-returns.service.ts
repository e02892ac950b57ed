import { AppError } from '../../platform/errors.ts';
import { money } from '../../shared/format.ts';

/**
 * WRONG_STATE where staff decided by a page on which another sum had gone back. Amounts in cents.
 * @param seen what that page said; undefined: nobody looked
 */
export function refuseUnseenReturns(seen: number | undefined, returned: number, currency: string): void {
  if (seen === undefined || seen === returned) return;
  const message =
    returned > seen
      ? `${money(returned - seen, { currency })} has gone back since you opened this page. Check what is left, then try again.`
      : `A refund of ${money(seen - returned, { currency })} has failed since you opened this page. Check what is left, then try again.`;
  throw new AppError('WRONG_STATE', { message });
}
