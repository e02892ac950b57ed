import express, { type Express } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import type { RequestWatch } from './access-log.ts';
import { errorHandler, type RenderErrorPage, refuseHost } from './error-answer.ts';
import type { OwnHosts } from './own-hosts.ts';
import { nameRequest } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

const GONE =
  'There’s nothing at this address. The link may have been cut off when it was copied, or the page was taken down.';

export interface HttpAppOptions {
  config: Pick<Config, 'appOrigin' | 'trustProxy'>;
  requests: Pick<RequestWatch, 'watch'>;
  hosts: OwnHosts;
}

/** Creates an Express app with request ids, log, metrics and security headers. Mount routes, then call `endHttpApp`. */
export function createHttpApp({ config, requests, hosts }: HttpAppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  // Most answers are personal; cacheable ones set their own ETag.
  app.disable('etag');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', 'simple');
  const headers = securityHeaders(config.appOrigin);
  app.use((req, res, next) => {
    nameRequest(req, res);
    requests.watch(req, res);
    for (const [name, value] of headers) res.setHeader(name, value);
    if (hosts.admits(req)) next();
    else refuseHost(req, res, config.appOrigin);
  });
  return app;
}

/** Mounts the last handlers: 404 and the error handler. */
export function endHttpApp(app: Express, log: Logger, renderErrorPage?: RenderErrorPage): void {
  app.use(() => {
    throw new AppError('NOT_FOUND', { message: GONE });
  });
  app.use(errorHandler(log, renderErrorPage));
}
