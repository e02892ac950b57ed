import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { type ByteRange, FileMissing, type FileStore, pastTheEnd, type StoredFile } from '../file-store.ts';
import { hasCode } from '../fs-errors.ts';
import { parseRange } from './range.ts';

export interface SendFileOptions {
  /** Type that we detected, never the one that the uploader claimed. */
  type: string;
  /** Offers a download with this file name. */
  downloadName?: string;
  /**
   * Default: `private, no-cache`. The browser keeps the file but revalidates it, so that revoked access takes effect.
   */
  cacheControl?: string;
}

/** Types that browsers may display; others, above all HTML and SVG, are downloads. */
const SHOWN =
  /^(?:(?:video|audio)\/[\w.+-]+|image\/(?:jpeg|png|webp|gif|avif)|text\/vtt|application\/vnd\.apple\.mpegurl)$/;
const SANDBOX = "default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'; sandbox";

/**
 * Answers GET or HEAD with a stored file: ETag, conditions, ranges. Throws NOT_FOUND or RANGE_NOT_SATISFIABLE before
 * sending. Stops when the client disconnects.
 */
export async function sendFile(
  req: Request,
  res: Response,
  store: FileStore,
  key: string,
  options: SendFileOptions,
): Promise<void> {
  const file = await store.stat(key);
  if (!file) throw new FileMissing(key);
  const range = rangeOf(req, file);
  if (range === 'unsatisfiable') {
    res.set('Content-Range', `bytes */${file.bytes}`);
    throw pastTheEnd();
  }
  if (isFresh(req, file)) {
    setHeaders(res, file, options);
    res.status(304).end();
    return;
  }
  if (req.method === 'HEAD' || file.bytes === 0) {
    setHeaders(res, file, options);
    res.set('Content-Length', String(file.bytes)).end();
    return;
  }
  const source = await store.read(key, range ?? undefined);
  if (res.destroyed) {
    source.destroy();
    return;
  }
  setHeaders(res, file, options);
  if (range) res.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  res.set('Content-Length', String(range ? range.end - range.start + 1 : file.bytes));
  try {
    await pipeline(source, res);
  } catch (error) {
    // The client disconnected, or the answer was cut off after its headers; no error can be sent.
    if (!hasCode(error, 'ERR_STREAM_PREMATURE_CLOSE') && !res.headersSent) throw error;
  }
}

function setHeaders(res: Response, file: StoredFile, options: SendFileOptions): void {
  const shown = SHOWN.test(options.type);
  res.set({
    'Content-Type': shown || options.downloadName ? options.type : 'application/octet-stream',
    'Content-Disposition': disposition(options.downloadName, shown),
    'Content-Security-Policy': SANDBOX,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': options.cacheControl ?? 'private, no-cache',
    'Accept-Ranges': 'bytes',
    ETag: etagOf(file),
    'Last-Modified': file.modifiedAt.toUTCString(),
  });
}

function disposition(name: string | undefined, shown: boolean): string {
  if (name === undefined) return shown ? 'inline' : 'attachment';
  const plain =
    name
      .normalize('NFKD')
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/["\\%;/]/g, '_')
      .trim() || 'file';
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeName(name)}`;
}

/** RFC 8187; lone surrogates can't be encoded, and control characters are invalid in names. */
function encodeName(name: string): string {
  const whole = Buffer.from(name, 'utf8')
    .toString('utf8')
    .replace(/\p{Cc}/gu, '')
    .replaceAll('/', '_');
  return encodeURIComponent(whole).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

function etagOf(file: StoredFile): string {
  return `"${file.bytes.toString(36)}-${file.modifiedAt.getTime().toString(36)}"`;
}

/** Ranges apply to GET, unless the file has changed since the client's first part (`If-Range`). */
function rangeOf(req: Request, file: StoredFile): ByteRange | 'unsatisfiable' | null {
  if (req.method !== 'GET') return null;
  const condition = req.get('if-range');
  if (condition !== undefined && condition !== etagOf(file) && condition !== file.modifiedAt.toUTCString()) return null;
  return parseRange(req.get('range'), file.bytes);
}

function isFresh(req: Request, file: StoredFile): boolean {
  const tags = req.get('if-none-match');
  if (tags !== undefined) {
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etagOf(file));
  }
  const since = Date.parse(req.get('if-modified-since') ?? '');
  return Number.isFinite(since) && Math.floor(file.modifiedAt.getTime() / 1000) * 1000 <= since;
}
