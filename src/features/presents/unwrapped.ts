import { AppError } from '../../platform/errors.ts';
import type { EventRecord } from '../events/find-events.service.ts';

/** WRONG_STATE until the gift was unwrapped: nothing gives the pool away before. */
export function requireUnwrapped(event: EventRecord): void {
  if (event.openedAt !== null && event.deliveredAt !== null) return;
  throw new AppError('WRONG_STATE', { message: 'Unwrap the film first. This page opens after it.' });
}
