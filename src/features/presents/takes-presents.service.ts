import type { EventRecord } from '../events/find-events.service.ts';
import { poolOf } from './pool-account.ts';

/** Whether money can be put into the pool of an event now. */
export async function takesMoney(event: EventRecord): Promise<boolean> {
  if (!takesTrees(event)) return false;
  const { isOpen, closedAt } = await poolOf(event.id);
  return isOpen && closedAt === null;
}

/** Whether trees can be planted for an event: once it belongs to somebody, and is neither deleted nor put away. */
export function takesTrees({ ownership, status }: Pick<EventRecord, 'ownership' | 'status'>): boolean {
  return ownership === 'user' && status !== 'deleted' && status !== 'suspended' && status !== 'archived';
}
