import type { ServerResponse } from 'node:http';

const names = new WeakMap<ServerResponse, string>();

/** Names the route pattern (`/e/:key`) for metrics and log: URLs contain keys and are unbounded. */
export function nameRoute(res: ServerResponse, pattern: string): void {
  names.set(res, pattern);
}

export function routeNameOf(res: ServerResponse): string | undefined {
  return names.get(res);
}
