import { isDeepStrictEqual } from 'node:util';
import type { Express, Request, Response } from 'express';
import type { Logger } from 'pino';
import type * as z from 'zod';
import { type ContractShape, honoursIdempotencyKey, type Method } from '../../shared/contract.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { isOperator } from './access.ts';
import type { Visit } from './access-rules.ts';
import { declare } from './addresses.ts';
import { idempotencyKeyOf, type KeptAnswer, runOnce } from './idempotency.ts';
import { refuseUnknownFields } from './known-fields.ts';
import { changesState, checkOrigin, refuseNavigation } from './origin-check.ts';
import { parseAddress, parseBody, readJsonBody } from './parse-request.ts';
import type { RateLimits } from './rate-limits.ts';
import { requestIdOf, requestLog } from './request-id.ts';
import type { RequestContext, Route, RouteTable } from './route.ts';
import { nameRoute } from './route-name.ts';
import { type Sessions, sessionIdOf } from './sessions.ts';
import { followStaffWrite, type NoteStaffWrite } from './staff-writes.ts';
import type { Viewers } from './viewers.ts';

/** Dependencies of routes, forms, pages and uploads. */
export interface HttpDeps {
  config: Pick<Config, 'appOrigin' | 'metricsToken' | 'sessionSecret'>;
  log: Logger;
  sessions: Sessions;
  limits: RateLimits;
  viewers: Viewers;
  /** Records changes made by staff and by impersonating admins. */
  noteStaffWrite: NoteStaffWrite;
  /** Checks each answer against its contract: a field that the contract lacks is a 500. Slow, so for tests only. */
  checkAnswers?: boolean;
}

const VERBS = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
} as const satisfies Record<Method, keyof Express>;

/**
 * Mounts route tables. Each call: rate limit -> origin -> session -> access by session -> parse -> rest of access ->
 * work, once per `Idempotency-Key` -> `{ success, data, ...beside }`. Other methods on a known path answer 405, unknown
 * paths below `/api` 404.
 */
export function mountRoutes(app: Express, tables: readonly RouteTable[], deps: HttpDeps): void {
  const routes = tables.flat();
  refuseDoubles(routes);
  for (const entry of routes) {
    const { method, path, access } = entry.contract;
    app[VERBS[method]](path, declare({ kind: 'action', method, path, access }, pipeline(entry, deps)));
  }
  for (const path of new Set(routes.map(({ contract }) => contract.path))) {
    const allowed = routes
      .filter(({ contract }) => contract.path === path)
      .map(({ contract }) => contract.method)
      .join(', ');
    const refuse = (_req: Request, res: Response) => {
      res.setHeader('Allow', allowed);
      throw new AppError('METHOD_NOT_ALLOWED', { message: `This address only takes ${allowed}.` });
    };
    // `app.all` would compile the path once for each method that Node knows.
    app.route(path).all(declare({ kind: 'refusal', method: 'ALL', path, access: 'anyone' }, refuse));
  }
  app.use('/api', () => {
    throw new AppError('NOT_FOUND', { message: 'There is no such API call.' });
  });
}

/** Loads the session and its viewer; for pages, forms and uploads, which have no contract. */
export async function loadViewer(
  req: Request,
  res: Response,
  deps: Pick<HttpDeps, 'sessions' | 'viewers' | 'noteStaffWrite'>,
): Promise<Viewer> {
  await deps.sessions.load(req, res);
  await deps.sessions.extend(req, res);
  const { viewer, actorId } = await deps.viewers.ofRequest(req);
  if (actorId) followStaffWrite(req, res, { viewer, actorId }, deps.noteStaffWrite);
  return viewer;
}

function pipeline(entry: Route, deps: HttpDeps) {
  const { contract } = entry;
  const guardsOrigin = changesState(contract.method) || entry.checkOrigin;
  const takesBody = contract.method !== 'GET';
  const checkNames = contract.roundTrip ? refuseUnknownFields(contract) : () => undefined;

  return async (req: Request, res: Response): Promise<void> => {
    nameRoute(res, contract.path);
    res.setHeader('Cache-Control', 'private, no-store');
    await deps.limits.take(contract.limit ?? 'api', req.ip ?? '', res);
    if (guardsOrigin) checkOrigin(req, deps.config.appOrigin);
    if (entry.checkOrigin && !changesState(contract.method)) refuseNavigation(req);
    const viewer = await loadViewer(req, res, deps);
    entry.admit(visitOf(req, viewer, deps));
    const address = parseAddress(contract, req);
    const sent = takesBody ? await readJsonBody(req, res) : undefined;
    const body = takesBody ? parseBody(contract.body, sent) : undefined;
    checkNames(sent);
    const context: RequestContext = {
      ...address,
      body,
      viewer,
      req,
      res,
      log: requestLog(deps.log, req),
      requestId: requestIdOf(req),
    };
    await answer(entry, { ...context, ...(await entry.load(context)) }, deps);
  };
}

/** Input of an access rule's session part. */
export function visitOf(req: Request, viewer: Viewer, { config }: Pick<HttpDeps, 'config'>): Visit {
  return { req, viewer, isOperator: () => isOperator(req, config.metricsToken) };
}

async function answer(entry: Route, context: RequestContext, deps: HttpDeps): Promise<void> {
  const { req, res } = context;
  const key = honoursIdempotencyKey(entry.contract) ? idempotencyKeyOf(context) : null;
  const run = () => handle(entry, context, deps);
  const { answer: made, isReplay } =
    key === null
      ? { answer: await run(), isReplay: false }
      : await runOnce(key, context, deps.config.sessionSecret, run);
  if (!made) return;
  if (isReplay) {
    res.setHeader('Idempotent-Replayed', 'true');
    if (made.sessionId) await deps.sessions.resume(req, made.sessionId);
  }
  res.status(made.status).json(made.body);
}

/** Null when the handler has sent the answer itself. */
async function handle(entry: Route, context: RequestContext, deps: HttpDeps): Promise<KeptAnswer | null> {
  const { contract } = entry;
  const { req, res } = context;
  const knownAs = sessionIdOf(req);
  const { data, beside } = await entry.handle(context);
  if (res.headersSent || res.writableEnded) return null;
  if (deps.checkAnswers) {
    holdAgainst(contract, contract.response, data);
    if (contract.beside) holdAgainst(contract, contract.beside, beside);
  }
  const body = { success: true, data: data ?? null, ...beside };
  const sessionId = sessionIdOf(req);
  return { status: contract.status ?? 200, body, sessionId: sessionId === knownAs ? null : sessionId };
}

function holdAgainst(contract: ContractShape, schema: z.ZodType, data: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(data ?? null));
  const parsed: unknown = JSON.parse(JSON.stringify(schema.parse(sent)));
  if (!isDeepStrictEqual(sent, parsed)) {
    throw new Error(`${contract.method} ${contract.path} returned a field that its contract does not name`);
  }
}

function refuseDoubles(routes: readonly Route[]): void {
  const seen = new Set<string>();
  for (const { contract } of routes) {
    const name = `${contract.method} ${contract.path}`;
    if (seen.has(name)) throw new Error(`${name} is mounted twice`);
    seen.add(name);
  }
}
