import { keysOf } from './known-values.ts';
import type { Permission } from './permissions.ts';

/** Lists of the desk that can be filtered, and downloaded as CSV. */
export const DESK_LISTS = {
  users: { path: '/staff/users', needs: 'user.read' },
  events: { path: '/staff/events', needs: 'event.suspend' },
  orders: { path: '/staff/orders', needs: 'order.read' },
  audit: { path: '/staff/audit', needs: 'audit.read' },
  feedback: { path: '/staff/feedback', needs: 'idea.moderate' },
  metrics: { path: '/staff/metrics', needs: 'metrics.read' },
} as const satisfies Record<string, { path: `/staff/${string}`; needs: Permission }>;

export type DeskListName = keyof typeof DESK_LISTS;
export const deskListNames = keysOf(DESK_LISTS);

/** A filter that somebody has named. */
export interface SavedFilter {
  id: string;
  name: string;
  /** Such as `role=admin&q=ada`. */
  query: string;
}

/** The query of a list without empty values and without its page: what a saved filter holds. */
export function filterQuery(values: Readonly<Record<string, string | undefined>>): string {
  const kept = Object.entries(values).filter(([name, value]) => value && name !== 'cursor');
  return new URLSearchParams(kept as [string, string][]).toString();
}
