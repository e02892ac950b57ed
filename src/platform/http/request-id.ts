import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

const ids = new WeakMap<IncomingMessage, string>();

/** Id of a request in the `X-Request-Id` header, in errors and in log lines; assigned on first use. */
export function requestIdOf(req: IncomingMessage): string {
  const known = ids.get(req);
  if (known) return known;
  const id = randomBytes(9).toString('base64url');
  ids.set(req, id);
  return id;
}

/** Sets the answer's `X-Request-Id` header and returns the id. */
export function nameRequest(req: IncomingMessage, res: ServerResponse): string {
  const id = requestIdOf(req);
  res.setHeader('X-Request-Id', id);
  return id;
}

export function requestLog(log: Logger, req: IncomingMessage): Logger {
  return log.child({ requestId: requestIdOf(req) });
}
