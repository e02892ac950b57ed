import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import { type Log, redacted } from '../log.ts';
import { redactUrl } from '../redact.ts';
import type { Metrics } from './metrics.ts';
import { givenRequestIdOf } from './request-id.ts';
import { routeNameOf } from './route-name.ts';

export interface AccessLogDeps {
  config: Pick<Config, 'env'>;
  log: Log;
  metrics: Metrics;
}

/**
 * Counts and logs a request once it has ended.
 * @param page the canonical path of a page that the cache sent: its route, and safe to log as it is
 */
export type WatchRequest = (req: IncomingMessage, res: ServerResponse, page?: string) => void;

/**
 * Makes the watch of a process, for whatever answers: also for what the page cache serves in front of the app. The log
 * holds neither the query nor a key; the metrics hold the route's pattern, never an address. What only a line of the log
 * needs is made only when one is written.
 */
export function createRequestWatch({ config, log, metrics }: AccessLogDeps): WatchRequest {
  // In a terminal the addresses that `npm start` tells would scroll away; failures are told there all the same.
  const level = config.env === 'production' ? 'info' : 'debug';
  return (req, res, page) => {
    const startedAt = performance.now();
    // Express changes `url` while it routes.
    const url = req.url ?? '';
    res.once('close', () => {
      const ms = performance.now() - startedAt;
      const method = req.method ?? 'GET';
      const status = res.writableFinished ? res.statusCode : 499;
      metrics.observe(method, page ?? routeNameOf(res) ?? 'other', status, ms / 1000);
      if (!log.isLevelEnabled(level)) return;
      const requestId = givenRequestIdOf(req);
      const path = page ?? redactUrl(url.split('?')[0] ?? '');
      log[level](redacted({ ...(requestId && { requestId }), method, path, status, ms: Math.round(ms) }), 'request');
    });
  };
}
