import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { redactUrl } from '../redact.ts';
import type { Metrics } from './metrics.ts';
import { requestIdOf } from './request-id.ts';
import { routeNameOf } from './route-name.ts';

export interface AccessLogDeps {
  config: Pick<Config, 'env'>;
  log: Logger;
  metrics: Metrics;
}

/**
 * Counts and logs a request once it has ended, whoever answered it: also for what the page cache serves in front of the
 * app. The log holds neither the query nor a key; the metrics hold the route's pattern, never an address.
 */
export function watchRequest(req: IncomingMessage, res: ServerResponse, { config, log, metrics }: AccessLogDeps): void {
  // In a terminal the addresses that `npm start` tells would scroll away; failures are told there all the same.
  const level = config.env === 'production' ? 'info' : 'debug';
  const startedAt = process.hrtime.bigint();
  const url = req.url ?? '';
  res.once('close', () => {
    const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
    const method = req.method ?? 'GET';
    const status = res.writableFinished ? res.statusCode : 499;
    metrics.observe(method, routeNameOf(res) ?? 'other', status, seconds);
    log[level](
      {
        requestId: requestIdOf(req),
        method,
        path: redactUrl(url.split('?')[0] ?? ''),
        status,
        ms: Math.round(seconds * 1000),
      },
      'request',
    );
  });
}
