import type { Express, Request, Response } from 'express';
import type { Logger } from 'pino';
import type * as z from 'zod';
import type { ContractData, ContractInput, ContractShape } from '../../shared/contract.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { AppError } from '../errors.ts';
import type { AccessRule, Requirement, Visit } from './access-rules.ts';
import type { Action } from './action.ts';
import { declare } from './addresses.ts';
import { toAppError } from './error-answer.ts';
import { type HttpDeps, loadViewer, visitOf } from './mount-routes.ts';
import { checkOrigin } from './origin-check.ts';
import { parseBody, parseInput, readFormBody } from './parse-request.ts';
import { pathParams } from './path-params.ts';
import type { Bucket } from './rate-limits.ts';
import { requestIdOf, requestLog } from './request-id.ts';
import type { RequestContext } from './route.ts';
import { nameRoute } from './route-name.ts';

/** A posted form and its sender. */
export interface FormContext<B = unknown> {
  body: B;
  params: Record<string, string>;
  viewer: Viewer;
  req: Request;
  res: Response;
  log: Logger;
  requestId: string;
}

/** A refused form: the error and the values to show again. */
export interface RefusedForm {
  error: AppError;
  /** The values as sent, without anything that looks like a password. */
  values: Record<string, unknown>;
  viewer: Viewer | null;
  req: Request;
  res: Response;
}

/** Shows the form again with status `error.status`. Only for `AppError`; other errors go to the error page. */
type Failed = (form: RefusedForm) => Promise<void> | void;
/** Path to redirect to, or null when the answer has been sent, for content that can be shown only once. */
type Onwards = Promise<string | null> | string | null;

type PartOf<Name extends string, T> = T extends undefined ? { [K in Name]?: undefined } : { [K in Name]: T };
/** Input of an action: the params and body that its contract names. */
type FormInput<C extends ContractShape> = PartOf<'params', ContractInput<C>['params']> &
  PartOf<'body', ContractInput<C>['body']>;

/** Binds a form to an action: how posted values become the action's input, and where to redirect. */
export interface FormOfAction<C extends ContractShape, O, S extends z.ZodType> {
  /** Express path of the form. */
  path: string;
  body: S;
  /** Input for the action; the contract parses it again. */
  input: (sent: FormContext<z.output<S>>) => FormInput<C>;
  done: (done: FormContext<z.output<S>> & { data: ContractData<C>; outcome: O }) => Onwards;
  failed: Failed;
}

/** A form without an API action. */
export interface OwnFormShape<S extends z.ZodType, L extends object> {
  path: string;
  access: AccessRule<string, FormContext<z.output<S>>, L>;
  requires?: readonly Requirement<NoInfer<FormContext<z.output<S>> & L>>[];
  body: S;
  /** Rate limit bucket. Default: `write`. */
  limit?: Bucket;
  run: (context: FormContext<z.output<S>> & NoInfer<L>) => Onwards;
  failed: Failed;
}

/** A mounted form, with erased types. */
export interface Form {
  path: string;
  /** Name of the access rule. */
  access: string;
  limit: Bucket;
  body: z.ZodType;
  admit(visit: Visit): void;
  /** Parses the body, loads the rest of the access context, then runs the work. */
  serve(context: FormContext): Promise<string | null>;
  failed: Failed;
}

/** Lets a page post an action without script. Access, conditions, rate limit and work are the action's. */
export function form<C extends ContractShape, O, S extends z.ZodType>(
  action: Action<C, O>,
  { path, body, input, done, failed }: FormOfAction<C, O, S>,
): Form {
  const { contract } = action;
  return {
    path,
    access: contract.access,
    limit: contract.limit ?? 'api',
    body,
    admit: (visit) => action.admit(visit),
    async serve(sent) {
      const form = { ...sent, body: parseBody(body, sent.body) };
      const context: RequestContext = { ...form, ...parseInput(contract, input(form)) };
      const { data, outcome } = await action.handle({ ...context, ...(await action.load(context)) });
      return done({ ...form, data: data as ContractData<C>, outcome: outcome as O });
    },
    failed,
  };
}

/** A form without a matching API call, such as the first page of a log-in. */
export function ownForm<S extends z.ZodType, L extends object>(shape: OwnFormShape<S, L>): Form {
  const { path, access, requires = [], body, limit = 'write', run, failed } = shape;
  return {
    path,
    access: access.word,
    limit,
    body,
    admit: (visit) => access.admit?.(visit),
    async serve(sent) {
      const form = { ...sent, body: parseBody(body, sent.body) };
      const context = { ...form, ...(await access.load(form)) };
      for (const require of requires) await require(context);
      return run(context);
    },
    failed,
  };
}

/**
 * Mounts forms: rate limit -> origin -> session -> access -> parse -> conditions -> work -> 303, or the form again with
 * messages.
 */
export function mountForms(app: Express, forms: readonly Form[], deps: HttpDeps): void {
  for (const entry of forms) {
    const { path, access } = entry;
    const post = (req: Request, res: Response) => serve(entry, req, res, deps);
    app.post(path, declare({ kind: 'form', method: 'POST', path, access }, post));
  }
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
    entry.admit(visitOf(req, viewer, deps));
    const sent = await readFormBody(req, res);
    values = withoutPasswords(sent);
    const params = pathParams(req);
    const log = requestLog(deps.log, req);
    const target = await entry.serve({ body: sent, params, viewer, req, res, log, requestId: requestIdOf(req) });
    if (target !== null) res.redirect(303, target);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500 || error.code === 'FOREIGN_ORIGIN' || res.headersSent) throw thrown;
    const { retryAfter } = error.details ?? {};
    if (typeof retryAfter === 'number') res.setHeader('Retry-After', String(retryAfter));
    await entry.failed({ error, values, viewer, req, res });
  }
}

function withoutPasswords(sent: unknown): Record<string, unknown> {
  const entries = Object.entries(typeof sent === 'object' && sent !== null ? sent : {});
  return Object.fromEntries(entries.filter(([name]) => !/password|^code$/i.test(name)));
}
