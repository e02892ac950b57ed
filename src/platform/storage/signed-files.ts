import { createHmac, timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import { AppError } from '../errors.ts';
import type { AccessRule } from '../http/access-rules.ts';
import { type Addressed, guarded } from '../http/addresses.ts';
import { platform } from '../platform.ts';
import { sendFile } from './send-file.ts';

const HOUR = 3_600_000;
/** URLs signed within the same hour are equal, so that browsers can cache them; they are valid for 5 to 6 hours. */
const LIFETIME = 6 * HOUR;

/**
 * `own`: for the creator, who also sees the bin; `sent`: for the sender of the file; `seen`: for anyone else with
 * access; `desk`: for staff, who also see what they took out.
 */
const FILE_SCOPES = ['own', 'sent', 'seen', 'desk'] as const;
export type FileScope = (typeof FILE_SCOPES)[number];

export interface FileReference {
  kind: string;
  id: string;
  variant: string;
  scope: FileScope;
}

/** Result of a feature's resolver: where the bytes are and how to serve them. */
export interface ServedFile {
  key: string;
  type: string;
  /** Offers a download with this file name. */
  downloadName?: string;
}

/** Finds the file of a reference; null when access has been revoked. */
export type FileResolver = (reference: FileReference) => Promise<ServedFile | null>;

/**
 * A URL that opens one file for some hours. Its record is looked up on each request, so access can be revoked.
 * @param revision changes when the bytes change, for caches only
 */
export function signedFileUrl(reference: FileReference, revision = '', now = Date.now()): string {
  return (platform().config.mediaOrigin ?? '') + signedFilePath(reference, revision, now);
}

/** The same at the app’s own origin, for what browsers take from there only, such as a `<track>`. */
export function signedFilePath(reference: FileReference, revision = '', now = Date.now()): string {
  const expires = Math.floor(now / HOUR) * HOUR + LIFETIME;
  const query = new URLSearchParams({
    e: String(expires / 1000),
    a: reference.scope,
    s: sign(reference, expires / 1000),
  });
  if (revision) query.set('r', revision);
  return `/files/${reference.kind}/${reference.id}/${reference.variant}?${query}`;
}

const PATH = '/files/:kind/:id/:variant';

type Resolvers = ReadonlyMap<string, FileResolver>;

/** Requires a valid signature and a record that is still visible; adds its file. */
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
 * Serves signed URLs with ranges; 404 for invalid signatures, 410 for expired ones.
 * @param resolvers by kind of file
 */
export function filesRouter(resolvers: Resolvers): Router {
  const access = signatureFor(resolvers);
  const router = Router();
  const serve = guarded({ kind: 'file', method: 'GET', path: PATH, access }, async ({ file, req, res }) => {
    const { appOrigin, mediaOrigin } = platform().config;
    // Pages of the app show files of another origin, and read sounds and waveforms.
    if (mediaOrigin) {
      res.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': appOrigin });
    }
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
