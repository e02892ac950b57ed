import type { ServerResponse } from 'node:http';

const names = new WeakMap<ServerResponse, string>();
const untimed = new WeakSet<ServerResponse>();

/** Names the route pattern (`/e/:key`) for metrics and log: URLs contain keys and are unbounded. */
export function nameRoute(res: ServerResponse, pattern: string): void {
  names.set(res, pattern);
}

export function routeNameOf(res: ServerResponse): string | undefined {
  return names.get(res);
}

/** Its time depends on the size of a file or on the other side's line, and says nothing about us. */
export function leaveUntimed(res: ServerResponse): void {
  untimed.add(res);
}

/** Whether the time of an answer tells how fast we are. */
export function isTimed(res: ServerResponse): boolean {
  return names.has(res) && !untimed.has(res);
}
