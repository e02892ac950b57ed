import type { ServerResponse } from 'node:http';

const names = new WeakMap<ServerResponse, string>();

/** Tells metrics and log which pattern answered (`/e/:key`): an address itself would hold keys and have no end of values. */
export function nameRoute(res: ServerResponse, pattern: string): void {
  names.set(res, pattern);
}

export function routeNameOf(res: ServerResponse): string | undefined {
  return names.get(res);
}
