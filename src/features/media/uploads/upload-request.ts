import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../../platform/errors.ts';
import type { FileKind } from '../../../shared/file-kinds.ts';
import { judgeFile } from '../../../shared/file-limits.ts';
import { type KeyKind, kindOfKey } from '../../../shared/keys.ts';
import { LIBRARY_UPLOADS } from '../../../shared/upload-path.ts';

/** A tus `POST`, checked without the database. */
export interface UploadRequest {
  /** The event's uuid, or its private key from the recipient. Never stored or logged as it is. */
  event: string;
  size: number;
  /** For display only: one line, no path. */
  filename: string;
  filetype: string;
  /** Key of the sender's own invitation, if any. */
  invitation: string | undefined;
  kind: FileKind | null;
  owner: string | null;
}

const EVENT_KEYS: (KeyKind | null)[] = ['uuid', 'privateKey'];
const HEADER_MAX = 4096;
const NAME_MAX = 160;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
const KEY = /^[\x21-\x2b\x2d-\x7e]+$/;
const OWNER = /^[A-Za-z0-9_-]{16,64}$/;

/** Parses length, metadata and owner from the headers. Throws an `AppError` that names the problem. */
export function readUploadRequest(headers: IncomingHttpHeaders): UploadRequest {
  if (headers['upload-defer-length'] !== undefined || headers['upload-concat'] !== undefined) {
    throw new AppError('MALFORMED', {
      message: 'Say how long the file is when the upload starts, and send it as one.',
    });
  }
  const size = readLength(headers['upload-length']);
  const metadata = readMetadata(headers['upload-metadata']);
  const event = metadata.get('event') ?? '';
  if (event !== LIBRARY_UPLOADS && !EVENT_KEYS.includes(kindOfKey(event))) {
    throw new AppError('FIELDS_REFUSED', {
      message: 'The upload does not say which event it is for.',
      fields: { event: 'Must be the uuid of an event, or its private key.' },
    });
  }
  const filename = plainName(metadata.get('filename') ?? '');
  const filetype = plainType(metadata.get('filetype') ?? '');
  const { kind, refusal } = judgeFile({ name: filename, size, type: filetype });
  if (refusal) throw new AppError(refusal.code, { message: refusal.message });
  return {
    event,
    size,
    filename,
    filetype,
    invitation: metadata.get('invitation'),
    kind: kind === 'unknown' ? null : kind,
    owner: ownerOf(headers['upload-owner']),
  };
}

/** Hash of a browser's secret; null if it is missing or malformed. */
export function ownerOf(secret: string | string[] | undefined): string | null {
  if (typeof secret !== 'string' || !OWNER.test(secret)) return null;
  return createHash('sha256').update(secret).digest('base64url');
}

function readLength(header: string | string[] | undefined): number {
  const size = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : Number.NaN;
  if (!Number.isSafeInteger(size)) {
    throw new AppError('MALFORMED', { message: 'Upload-Length must be the number of bytes of the file.' });
  }
  return size;
}

/** A `Map`, so that keys such as `__proto__` are harmless. */
function readMetadata(header: string | string[] | undefined): Map<string, string> {
  const pairs = new Map<string, string>();
  if (header === undefined) return pairs;
  if (typeof header !== 'string' || header.length > HEADER_MAX) throw malformedMetadata();
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...rest] = pair.trim().split(' ');
    if (!KEY.test(key) || !BASE64.test(value) || rest.length > 0 || pairs.has(key)) throw malformedMetadata();
    pairs.set(key, Buffer.from(value, 'base64').toString('utf8'));
  }
  return pairs;
}

function malformedMetadata(): AppError {
  return new AppError('MALFORMED', { message: 'Upload-Metadata must hold pairs of a key and a value in base64.' });
}

/** The last path segment on one line, for display; never used as a path. */
function plainName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).pop() ?? '';
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\uFFFD]/gu, '').trim();
  const short = [...plain].slice(-NAME_MAX).join('');
  return /^\.*$/.test(short) ? 'file' : short;
}

function plainType(given: string): string {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}(;[\w\s.,=+"-]{0,80})?$/.test(given) ? given.toLowerCase() : '';
}
