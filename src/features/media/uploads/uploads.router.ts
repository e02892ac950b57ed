import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Server } from '@tus/server';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Config } from '../../../platform/config.ts';
import { AppError } from '../../../platform/errors.ts';
import { type AccessRule, anyone, type Nothing } from '../../../platform/http/access-rules.ts';
import { type Addressed, declare, guarded } from '../../../platform/http/addresses.ts';
import { toAppError, toRefusal } from '../../../platform/http/error-answer.ts';
import { changesState, checkOrigin } from '../../../platform/http/origin-check.ts';
import { requestIdOf } from '../../../platform/http/request-id.ts';
import type { Log } from '../../../platform/log.ts';
import { countFailure } from '../../../platform/tally.ts';
import type { ErrorCode } from '../../../shared/error-codes.ts';
import { causeOf } from '../../../shared/figures.ts';
import { MAX_BYTES } from '../../../shared/limits.ts';
import { UPLOADS_PATH } from '../../../shared/upload-path.ts';
import { UploadModel } from './upload.model.ts';
import type { UploadFiles } from './upload-files.ts';
import type { UploadLocks } from './upload-locks.ts';
import { createPatch } from './upload-patch.ts';
import { hashAddress, type UploadQuota } from './upload-quota.ts';
import { ownerOf, readUploadRequest, type UploadRequest } from './upload-request.ts';
import { UploadStore } from './upload-store.ts';
import { DRAIN, IDLE, RESERVED_FOR, RESUME_WINDOW } from './upload-times.ts';

/**
 * Called before any byte is accepted: throws an `AppError` if the event is unknown, closed or suspended. `event` is its
 * uuid or private key; returns its uuid.
 */
export type MayUpload = (
  event: string,
  file: { size: number; filetype: string; ip: string; invitation?: string | undefined },
  request: { req: Request; res: Response },
) => Promise<string>;

export interface UploadRouterDeps {
  config: Pick<Config, 'appOrigin' | 'sessionSecret'>;
  log: Log;
  files: UploadFiles;
  locks: UploadLocks;
  quota: UploadQuota;
  mayUpload: MayUpload;
}

/** An accepted request: the event's uuid, and a hashed IP address. */
type Announced = UploadRequest & { address: string };

const ID = /^[0-9a-f]{32}$/;
/** Creation needs no lock: no one else knows the id yet. */
const OPEN = { newLock: () => ({ lock: async () => {}, unlock: async () => {} }) };

/**
 * tus 1.0.0 with creation, termination and expiration. Mount it at `UPLOADS_PATH` before other handlers of that path
 * (Express answers HEAD by GET handlers). GET belongs to the route tables.
 */
export function createUploadRouter(deps: UploadRouterDeps): Router {
  const requests = new WeakMap<IncomingMessage, Announced>();
  const announced = new Map<string, Announced>();
  const tus = createTus(deps, requests, announced);
  const router = Router({ strict: true });

  const admit: RequestHandler = (req, res, next) => {
    if (req.headers['tus-resumable'] !== '1.0.0' && req.method !== 'OPTIONS') {
      res.setHeader('Tus-Version', '1.0.0');
      throw new AppError('MALFORMED', { message: 'Uploads speak tus 1.0.0 only: send “Tus-Resumable: 1.0.0”.' });
    }
    if (changesState(req.method)) checkOrigin(req, deps.config.appOrigin);
    req.setTimeout(IDLE);
    next();
  };
  const serve: RequestHandler = async (req, res) => {
    answerErrorsAsJson(res);
    // tus reads the path from `url`, which Express shortens in routers.
    req.url = req.originalUrl;
    await tus.handle(req, res);
  };

  /** Permission to upload to the event in the request. */
  const eventUploader: AccessRule<'event-uploader', Addressed, { request: Announced }> = {
    word: 'event-uploader',
    async load({ req, res }) {
      const request = readUploadRequest(req.headers);
      const ip = req.ip ?? '';
      const { size, filetype, invitation } = request;
      const file = { size, filetype, ip, invitation };
      const event = await deps.mayUpload(request.event, file, { req, res });
      return { request: { ...request, event, address: hashAddress(ip, deps.config.sessionSecret) } };
    },
  };
  const one = { kind: 'upload', path: `${UPLOADS_PATH}/:id` } as const;
  const create = guarded(
    { kind: 'upload', method: 'POST', path: UPLOADS_PATH, access: eventUploader },
    async ({ request, req, res, next }) => {
      await deps.quota.requireRoom();
      dropContentType(req);
      requests.set(req, request);
      await serve(req, res, next);
    },
  );

  const described = guarded({ kind: 'site', method: 'OPTIONS', path: UPLOADS_PATH, access: anyone }, goOn);
  router.options(['/', '/:id'], described, serve);
  router.post('/', admit, create);
  router.head('/:id', guarded({ ...one, method: 'HEAD', access: uploadHolder }, goOn), admit, noteInterruption, serve);
  router.patch('/:id', guarded({ ...one, method: 'PATCH', access: uploadHolder }, goOn), admit, createPatch(deps));
  const remove = guarded({ ...one, method: 'DELETE', access: uploadStarter }, goOn);
  router.delete('/:id', knownId, admit, remove, serve);
  router.use(answerTusErrors(deps.log));
  const refuse: RequestHandler = (req, res, next) => {
    if (req.method === 'GET' && req.path !== '/') return next();
    res.setHeader('Allow', req.path === '/' ? 'POST, OPTIONS' : 'GET, HEAD, PATCH, DELETE, OPTIONS');
    throw new AppError('METHOD_NOT_ALLOWED', { message: 'Uploads take tus requests only.' });
  };
  router.all(['/', '/:id'], declare({ kind: 'refusal', method: 'ALL', path: UPLOADS_PATH, access: 'anyone' }, refuse));
  return router;
}

/** Only PATCH has a body; without a type tus ignores it, and it reads the headers as they came. */
function dropContentType(req: Request): void {
  delete req.headers['content-type'];
  req.rawHeaders = req.rawHeaders.filter((_, index, all) => all[index - (index % 2)]?.toLowerCase() !== 'content-type');
}

/** Browsers ask where to go on only after an interruption. */
const noteInterruption: RequestHandler<{ id: string }> = async (req, _res, next) => {
  await UploadModel.updateOne({ _id: req.params.id, status: 'incomplete' }, { $set: { wasInterrupted: true } });
  next();
};

function createTus(
  { log, files, locks, quota }: UploadRouterDeps,
  requests: WeakMap<IncomingMessage, Announced>,
  announced: Map<string, Announced>,
): Server {
  const describe = (id: string) => {
    const request = announced.get(id);
    announced.delete(id);
    return request && newRecord(request);
  };
  return new Server({
    path: UPLOADS_PATH,
    datastore: new UploadStore(files, locks, quota, describe),
    locker: (req) => (req.method === 'POST' ? OPEN : locks.locker),
    lockDrainTimeout: DRAIN,
    maxSize: MAX_BYTES.video,
    relativeLocation: true,
    respectForwardedHeaders: false,
    // Only our own pages upload; otherwise it would be `*`.
    allowedOrigins: () => false,
    disableTerminationForFinishedUploads: true,
    namingFunction(req) {
      const request = requestOf(req, requests);
      const id = randomBytes(16).toString('hex');
      if (request) announced.set(id, request);
      return id;
    },
    onResponseError: (req, error) => toTusAnswer(nodeRequestOf(req), error, log),
  });
}

function newRecord(request: Announced) {
  const createdAt = new Date();
  return {
    ...request,
    offset: 0,
    status: 'incomplete' as const,
    lock: null,
    sha256: null,
    mediaId: null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + RESUME_WINDOW),
    reservedUntil: new Date(createdAt.getTime() + RESERVED_FOR),
    removedAt: null,
  };
}

const knownId: RequestHandler<{ id: string }> = (req, _res, next) => {
  requireId(req.params.id);
  next();
};

function requireId(id: string | undefined): void {
  if (!ID.test(id ?? '')) throw noSuchUpload();
}

function noSuchUpload(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such upload.' });
}

/** Anyone who knows the id, which is random and sent to its browser only. */
const uploadHolder: AccessRule<'upload-id', Addressed, Nothing> = {
  word: 'upload-id',
  load({ params }) {
    requireId(params.id);
    return {};
  },
};

/** Only the browser that started an unfinished upload may delete it. */
const uploadStarter: AccessRule<'upload-owner', Addressed, Nothing> = {
  word: 'upload-owner',
  async load({ req, params }) {
    const record = await UploadModel.findById(params.id, { owner: 1, status: 1 }).lean();
    if (!record) throw noSuchUpload();
    if (!record.owner || record.owner !== ownerOf(req.headers['upload-owner'])) {
      throw new AppError('NOT_ALLOWED', { message: 'Only the browser that started an upload can take it back.' });
    }
    if (record.status === 'complete' || record.status === 'used') {
      throw new AppError('WRONG_STATE', { message: 'This upload is finished and can’t be taken back here.' });
    }
    return {};
  },
};

const goOn = ({ next }: Addressed): void => next();

type TusRequest = Parameters<NonNullable<ConstructorParameters<typeof Server>[0]['onResponseError']>>[0];

function nodeRequestOf(req: TusRequest): Request | undefined {
  return req.runtime?.node?.req as Request | undefined;
}

function requestOf(req: TusRequest, requests: WeakMap<IncomingMessage, Announced>): Announced | undefined {
  const node = nodeRequestOf(req);
  return node && requests.get(node);
}

const CODE_OF_STATUS: Record<number, ErrorCode> = {
  403: 'NOT_ALLOWED',
  404: 'NOT_FOUND',
  409: 'WRONG_STATE',
  410: 'EXPIRED',
  413: 'TOO_LARGE',
  423: 'WRONG_STATE',
};

interface TusError {
  status_code: number;
  body: string;
}

function isTusError(thrown: unknown): thrown is TusError {
  return typeof thrown === 'object' && thrown !== null && 'status_code' in thrown && 'body' in thrown;
}

/**
 * tus throws `{ status_code, body }`; keep the status, which clients rely on, and put the message into our envelope.
 */
function toTusAnswer(req: Request | undefined, thrown: Error | TusError, log: Log) {
  const requestId = req ? requestIdOf(req) : '';
  if ('status_code' in thrown && thrown.status_code < 500) {
    const { status_code, body } = thrown;
    const code = CODE_OF_STATUS[status_code] ?? 'MALFORMED';
    countFailure('upload', causeOf(code));
    return { status_code, body: JSON.stringify({ success: false, error: { code, message: body.trim(), requestId } }) };
  }
  const error = toAppError(thrown);
  countFailure('upload', causeOf(error.code));
  if (error.code === 'INTERNAL' && !req?.destroyed) log.error({ err: thrown, requestId }, 'an upload failed');
  const retryAfter = error.details?.retryAfter;
  if (typeof retryAfter === 'number') req?.res?.setHeader('Retry-After', String(retryAfter));
  return { status_code: error.status, body: JSON.stringify({ success: false, error: toRefusal(error, requestId) }) };
}

/** Handles errors with a status for tus; others go to the app's handler. */
function answerTusErrors(log: Log): ErrorRequestHandler {
  return (thrown: unknown, req, res, next) => {
    if (res.headersSent || req.destroyed) return res.destroy();
    if (!isTusError(thrown)) {
      countFailure('upload', causeOf(toAppError(thrown).code));
      return next(thrown);
    }
    const { status_code, body } = toTusAnswer(req, thrown, log);
    res.setHeader('Tus-Resumable', '1.0.0');
    res.setHeader('Cache-Control', 'private, no-store');
    res.status(status_code).type('json').send(body);
  };
}

/** tus writes its errors as plain text. */
function answerErrorsAsJson(res: Response): void {
  const writeHead = res.writeHead.bind(res);
  const hooked = (status: number, words: string, headers: string[]) => {
    if (status < 400) return writeHead(status, words, headers);
    const at = headers.findIndex((header, index) => index % 2 === 0 && header.toLowerCase() === 'content-type');
    if (at >= 0) headers[at + 1] = 'application/json; charset=utf-8';
    return writeHead(status, words, [...headers, 'Cache-Control', 'private, no-store']);
  };
  res.writeHead = hooked as Response['writeHead'];
}
