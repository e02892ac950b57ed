import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Failure, Refusal } from '../../shared/envelope.ts';
import type { ErrorCode } from '../../shared/error-codes.ts';
import { isDatabaseAway, isHalfClosed, isOutOfTime } from '../db-retry.ts';
import { isDiskFull } from '../disk-full.ts';
import { AppError, isDuplicateKey } from '../errors.ts';
import { requestIdOf, requestLog } from './request-id.ts';

/** Renders an error page; called for requests outside `/api` that accept HTML. */
export type RenderErrorPage = (
  req: Request,
  res: Response,
  refusal: Refusal & { status: number },
) => Promise<void> | void;

/** `Retry-After` while the database restarts. */
const AWAY_SECONDS = 15;
/** `Retry-After` while the database is overloaded. */
const OUT_OF_TIME_SECONDS = 30;
/** `Retry-After` while the disk is full. */
const FULL_SECONDS = 60;

/** Turns errors into answers, in one place. Unknown errors are logged and never shown. */
export function errorHandler(log: Logger, renderErrorPage?: RenderErrorPage): ErrorRequestHandler {
  return async (thrown: unknown, req, res, _next) => {
    const error = toAppError(thrown);
    if (error.status >= 500) requestLog(log, req).error({ err: error.cause ?? error }, 'request failed');
    // The answer has begun: cut the connection, so that no client takes a partial body as complete.
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const refusal = toRefusal(error, requestIdOf(req));
    const retryAfter = error.details?.retryAfter;
    if (typeof retryAfter === 'number') res.setHeader('Retry-After', String(retryAfter));
    res.setHeader('Cache-Control', 'private, no-store');
    res.status(error.status);
    if (renderErrorPage && wantsPage(req)) {
      try {
        await renderErrorPage(req, res, { ...refusal, status: error.status });
        return;
      } catch (failed) {
        requestLog(log, req).error({ err: failed }, 'the error page could not be rendered');
        if (res.headersSent) {
          res.destroy();
          return;
        }
      }
    }
    res.json({ success: false, error: refusal } satisfies Failure);
  };
}

/** Answers a request for a foreign host, without a session or a page. */
export function refuseHost(req: Request, res: Response, appOrigin: string): void {
  const error = new AppError('WRONG_HOST', {
    message: `This site is at ${appOrigin}. If you run it: APP_ORIGIN is the address that people use, and a proxy passes the Host header on.`,
  });
  res.setHeader('Cache-Control', 'private, no-store');
  res.status(error.status);
  if (wantsPage(req)) res.type('text/plain').send(`${error.message}\n`);
  else res.json({ success: false, error: toRefusal(error, requestIdOf(req)) } satisfies Failure);
}

export function toRefusal(error: AppError, requestId: string): Refusal {
  return {
    code: error.code,
    message: error.message,
    ...(error.fields && { fields: error.fields }),
    ...(error.details && { details: error.details }),
    requestId,
  };
}

/** Whether the client is a person looking at a page. Outside `/api`, clients that accept anything get a page. */
function wantsPage(req: Request): boolean {
  return !req.path.startsWith('/api/') && req.accepts(['html', 'json']) === 'html';
}

/** Maps errors of Express, its parsers and the database to our codes; the rest is INTERNAL. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const known = PARSER_ERRORS[textOf(thrown, 'type')];
  if (known) return new AppError(known.code, { message: known.message, cause: thrown });
  if (thrown instanceof URIError || numberOf(thrown, 'status') === 400) {
    return new AppError('MALFORMED', { message: 'We couldn’t read this request.', cause: thrown });
  }
  if (isDuplicateKey(thrown)) {
    return new AppError('DUPLICATE', { message: 'This already exists.', cause: thrown });
  }
  if (isDiskFull(thrown)) {
    return new AppError('PROVIDER_DOWN', {
      message:
        'We have no room to save anything right now. What you sent before is safe. Please try again in a few minutes.',
      details: { retryAfter: FULL_SECONDS },
      cause: thrown,
    });
  }
  // A vendor's connection can break in the same way; the answer fits both.
  if (isDatabaseAway(thrown) || isHalfClosed(thrown)) {
    return new AppError('PROVIDER_DOWN', {
      message: 'Part of VidDay isn’t responding. Please try again in a moment.',
      details: { retryAfter: AWAY_SECONDS },
      cause: thrown,
    });
  }
  if (isOutOfTime(thrown)) {
    return new AppError('PROVIDER_DOWN', {
      message: 'This took too long. Please try again in a moment.',
      details: { retryAfter: OUT_OF_TIME_SECONDS },
      cause: thrown,
    });
  }
  return new AppError('INTERNAL', {
    message: 'Something went wrong on our side. Please try again in a moment.',
    cause: thrown,
  });
}

const PARSER_ERRORS: Record<string, { code: ErrorCode; message: string }> = {
  'entity.parse.failed': { code: 'MALFORMED', message: 'This is not valid JSON.' },
  'entity.too.large': { code: 'TOO_LARGE', message: 'This is more than we take in one request.' },
  'parameters.too.many': { code: 'TOO_LARGE', message: 'This is more than we take in one request.' },
  'charset.unsupported': { code: 'WRONG_TYPE', message: 'Please send UTF-8.' },
  'encoding.unsupported': { code: 'WRONG_TYPE', message: 'Please send this without that encoding.' },
  'request.size.invalid': { code: 'MALFORMED', message: 'The request ended before it was complete.' },
  'request.aborted': { code: 'MALFORMED', message: 'The request ended before it was complete.' },
};

function textOf(thrown: unknown, name: string): string {
  const value = fieldOf(thrown, name);
  return typeof value === 'string' ? value : '';
}

function numberOf(thrown: unknown, name: string): number {
  return Number(fieldOf(thrown, name));
}

function fieldOf(thrown: unknown, name: string): unknown {
  return typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, name) : undefined;
}
