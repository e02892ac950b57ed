import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import { type Log, redacted, repeatedLine } from '../log.ts';
import { redactUrl } from '../redact.ts';
import { measure } from '../tally.ts';
import type { Metrics } from './metrics.ts';
import { requestIdOf } from './request-id.ts';
import { isTimed, routeNameOf } from './route-name.ts';

export interface AccessLogDeps {
  config: Pick<Config, 'env'>;
  log: Log;
  metrics: Metrics;
}

export interface RequestWatch {
  /** Logs and counts a request to the app when it ends. */
  watch(req: IncomingMessage, res: ServerResponse): void;
  /**
   * Logs and counts an answer from the page cache.
   * @param page its canonical path: names the route and is safe to log
   */
  served(req: IncomingMessage, page: string, status: number): void;
}

/** Maximum number of cached log lines. Only GET and HEAD of existing pages get here. */
const LINES_MAX = 2000;

/** Creates the access log. It leaves out queries and keys, and computes details only when a line is written. */
export function createRequestWatch({ config, log, metrics }: AccessLogDeps): RequestWatch {
  // In a terminal, a line for each request would hide the URLs that `npm start` prints.
  const level = config.env === 'production' ? 'info' : 'debug';
  const lines = new Map<string, () => void>();

  function watch(req: IncomingMessage, res: ServerResponse) {
    const startedAt = performance.now();
    // Express changes `url` while routing.
    const url = req.url ?? '';
    res.once('close', () => {
      const ms = performance.now() - startedAt;
      const method = req.method ?? 'GET';
      const status = res.writableFinished ? res.statusCode : 499;
      metrics.observe(method, routeNameOf(res) ?? 'other', status, ms / 1000);
      if (res.writableFinished && isTimed(res)) measure('answer', ms);
      if (!log.isLevelEnabled(level)) return;
      const path = redactUrl(url.split('?')[0] ?? '');
      log[level](redacted({ requestId: requestIdOf(req), method, path, status, ms: Math.round(ms) }), 'request');
    });
  }

  function served({ method = 'GET' }: IncomingMessage, page: string, status: number) {
    metrics.observe(method, page, status, 0);
    if (log.isLevelEnabled(level)) lineFor(method, page, status)();
  }

  function lineFor(method: string, path: string, status: number): () => void {
    const key = `${method}${status}${path}`;
    const known = lines.get(key);
    if (known) return known;
    const line = repeatedLine(log, level, { method, path, status, ms: 0 }, 'request');
    if (lines.size < LINES_MAX) lines.set(key, line);
    return line;
  }

  return { watch, served };
}
