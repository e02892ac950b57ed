import { type Notification, readNotification } from '../../src/shared/contracts/notifications.ts';
import { api } from '../runtime/api.ts';

/** Marks an opened line; sent while the page is left. */
export function markRead({ id, readAt }: Notification): void {
  if (!readAt) api.call(readNotification, { params: { id }, keepalive: true }).catch(logNews);
}

/**
 * New and grown lines go on top; marked ones stay where they are.
 * @param isLater a later page, which new lines stay out of
 */
export function withLine(shown: readonly Notification[], line: Notification, isLater = false): Notification[] {
  const known = shown.find(({ id }) => id === line.id);
  if (known ? known.updatedAt === line.updatedAt : isLater) {
    return shown.map((each) => (each.id === line.id ? line : each));
  }
  return [line, ...shown.filter(({ id }) => id !== line.id)];
}

export function logNews(error: unknown): void {
  console.info('The news could not be reached.', error);
}
