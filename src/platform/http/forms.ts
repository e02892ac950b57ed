import type { Express, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Viewer } from '../../shared/viewer.ts';
import type { AppError } from '../errors.ts';
import { toAppError } from './error-answer.ts';
import { type HttpDeps, loadViewer } from './mount-routes.ts';
import { checkOrigin } from './origin-check.ts';
import { parseBody, readFormBody } from './parse-request.ts';
import type { Bucket } from './rate-limits.ts';
import { requestIdOf, requestLog } from './request-id.ts';
import { nameRoute } from './route-name.ts';

/** What the handler of a form receives. */
export interface FormContext<B = unknown> {
  body: B;
  params: Record<string, string>;
  viewer: Viewer;
  req: Request;
  res: Response;
  log: Logger;
  requestId: string;
}

/** Why a form comes back, and what stood in it. */
export interface RefusedForm {
  error: AppError;
  /** As it was sent, without anything that looks like a password. */
  values: Record<string, unknown>;
  viewer: Viewer | null;
  req: Request;
  res: Response;
}

export interface FormShape<S extends z.ZodType> {
  /** Express path that the form posts to. */
  path: string;
  body: S;
  /** Bucket of the rate limiter; `write` unless told. */
  limit?: Bucket;
  /**
   * Does the work and returns the path to go on to (our own path; see `safeNext` for one that a visitor sent), or null
   * where it has answered by itself, as what it shows can't be shown twice.
   */
  handle: (context: FormContext<z.output<S>>) => Promise<string | null>;
  /** Shows the form again, with status `error.status`. Errors of ours only; unknown ones go to the error page. */
  refused: (form: RefusedForm) => Promise<void> | void;
}

export interface Form {
  path: string;
  limit: Bucket;
  body: z.ZodType;
  handle(context: FormContext): Promise<string | null>;
  refused(form: RefusedForm): Promise<void> | void;
}

/** A form that a page posts without script; mounted by `mountForms`, with the checks that `mountRoutes` makes. */
export function form<S extends z.ZodType>(shape: FormShape<S>): Form {
  return {
    path: shape.path,
    limit: shape.limit ?? 'write',
    body: shape.body,
    handle: (context) => shape.handle(context as FormContext<z.output<S>>),
    refused: shape.refused,
  };
}

/** Mounts forms: rate limit -> origin check -> session -> parse -> handler -> 303, or the form again with words. */
export function mountForms(app: Express, forms: readonly Form[], deps: HttpDeps): void {
  for (const entry of forms) app.post(entry.path, (req, res) => serve(entry, req, res, deps));
}

async function serve(entry: Form, req: Request, res: Response, deps: HttpDeps): Promise<void> {
  nameRoute(res, entry.path);
  res.setHeader('Cache-Control', 'private, no-store');
  let values: Record<string, unknown> = {};
  let viewer: Viewer | null = null;
  try {
    await deps.limits.take(entry.limit, req.ip ?? '', res);
    checkOrigin(req, deps.config.appOrigin);
    viewer = await loadViewer(req, res, deps);
    const sent = await readFormBody(req, res);
    values = withoutPasswords(sent);
    const body = parseBody(entry.body, sent);
    const target = await entry.handle({
      body,
      params: { ...req.params } as Record<string, string>,
      viewer,
      req,
      res,
      log: requestLog(deps.log, req),
      requestId: requestIdOf(req),
    });
    if (target !== null) res.redirect(303, target);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500 || error.code === 'FOREIGN_ORIGIN' || res.headersSent) throw thrown;
    const { retryAfter } = error.details ?? {};
    if (typeof retryAfter === 'number') res.setHeader('Retry-After', String(retryAfter));
    await entry.refused({ error, values, viewer, req, res });
  }
}

function withoutPasswords(sent: unknown): Record<string, unknown> {
  const entries = Object.entries(typeof sent === 'object' && sent !== null ? sent : {});
  return Object.fromEntries(entries.filter(([name]) => !/password|code/i.test(name)));
}
