import { createHmac, timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import { AppError } from '../errors.ts';
import type { AccessRule } from '../http/access-rules.ts';
import { type Addressed, guarded } from '../http/addresses.ts';
import { platform } from '../platform.ts';
import { sendFile } from './send-file.ts';

const HOUR = 3_600_000;
/** Addresses made within one hour are equal, so that a browser's cache knows them again; they open for 5 to 6 hours. */
const LIFETIME = 6 * HOUR;

/**
 * `own`: made for the creator, who also sees what is in the bin; `sent`: made for the sender of that very file; `seen`: made
 * for anybody else who may see it.
 */
const FILE_SCOPES = ['own', 'sent', 'seen'] as const;
export type FileScope = (typeof FILE_SCOPES)[number];

export interface FileReference {
  kind: string;
  id: string;
  variant: string;
  scope: FileScope;
}

/** What a feature answers for a reference: where the bytes are and how they are served. */
export interface ServedFile {
  key: string;
  type: string;
  /** Given, the file is offered as a download under this name. */
  downloadName?: string;
}

/** Says where a file is; null when nobody may have it any more. */
export type FileResolver = (reference: FileReference) => Promise<ServedFile | null>;

/**
 * An address that opens one file for some hours, for whoever holds it. It names the thing, not the place in the store, and the
 * thing is looked up at each request: a file doesn't outlive the right to see it.
 * @param revision changes when the bytes change, for caches only
 */
export function signedFileUrl(reference: FileReference, revision = '', now = Date.now()): string {
  const { config } = platform();
  const expires = Math.floor(now / HOUR) * HOUR + LIFETIME;
  const query = new URLSearchParams({
    e: String(expires / 1000),
    a: reference.scope,
    s: sign(reference, expires / 1000),
  });
  if (revision) query.set('r', revision);
  return `${config.mediaOrigin ?? ''}/files/${reference.kind}/${reference.id}/${reference.variant}?${query}`;
}

const PATH = '/files/:kind/:id/:variant';

type Resolvers = ReadonlyMap<string, FileResolver>;

/** A signature that still holds, for a thing that may still be seen; hands on where its bytes are. */
function signatureFor(resolvers: Resolvers): AccessRule<'signed-link', Addressed, { file: ServedFile }> {
  return {
    word: 'signed-link',
    async load({ params: { kind = '', id = '', variant = '' }, req }) {
      const reference = verify({ kind, id, variant }, req.query);
      const file = await resolvers.get(reference.kind)?.(reference);
      if (!file) throw notThere();
      return { file };
    },
  };
}

/**
 * Serves signed addresses with ranges; 404 for whatever is forged, 410 once the time is over.
 * @param resolvers by the kind of their files
 */
export function filesRouter(resolvers: Resolvers): Router {
  const access = signatureFor(resolvers);
  const router = Router();
  const serve = guarded({ kind: 'file', method: 'GET', path: PATH, access }, async ({ file, req, res }) => {
    await sendFile(req, res, platform().store, file.key, {
      type: file.type,
      ...(file.downloadName !== undefined && { downloadName: file.downloadName }),
      cacheControl: 'private, max-age=3600',
    });
  });
  router.get(PATH, serve);
  return router;
}

function verify(params: { kind: string; id: string; variant: string }, query: Record<string, unknown>): FileReference {
  const { e: expires, a, s: signature } = query;
  const scope = FILE_SCOPES.find((each) => each === a);
  if (typeof expires !== 'string' || typeof signature !== 'string') throw notThere();
  if (!scope) throw notThere();
  const reference = { kind: params.kind, id: params.id, variant: params.variant, scope } satisfies FileReference;
  const expected = Buffer.from(sign(reference, Number(expires)));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw notThere();
  if (Number(expires) * 1000 < Date.now()) {
    throw new AppError('EXPIRED', { message: 'This link has expired. Reload the page to get a new one.' });
  }
  return reference;
}

function sign({ kind, id, variant, scope }: FileReference, expires: number): string {
  return createHmac('sha256', `files:${platform().config.sessionSecret}`)
    .update([kind, id, variant, scope, expires].join('\n'))
    .digest('base64url');
}

function notThere(): AppError {
  return new AppError('NOT_FOUND', { message: 'This file is not there any more.' });
}
