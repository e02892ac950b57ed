import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A page that is identical for all visitors. */
export interface RenderedPage {
  status: number;
  /** No cookies, nothing about a visitor. */
  headers: Record<string, string>;
  body: string;
}

type Encoding = 'br' | 'gzip' | 'identity';

interface Variant {
  /** Names and values alternate: the fastest form for `writeHead`. */
  headers: string[];
  body: Buffer;
}

/** A page in each encoding, ready to send. */
export interface PageEntry {
  status: number;
  etag: string;
  variants: Record<Encoding, Variant>;
  unchanged: string[];
  /** Size in memory. */
  bytes: number;
}

const OVERHEAD = 2048;

/** Compresses each encoding once, in the thread pool. */
export async function toEntry(page: RenderedPage): Promise<PageEntry> {
  const identity = Buffer.from(page.body);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    promisify(gzip)(identity, { level: 9 }),
  ]);
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  const common = Object.entries({ ...page.headers, ETag: etag, Vary: 'Accept-Encoding, Cookie' }).flat();
  const variant = (body: Buffer, encoding: Encoding): Variant => ({
    body,
    headers: [
      ...common,
      'Content-Length',
      String(body.length),
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ],
  });
  return {
    status: page.status,
    etag,
    variants: { identity: variant(identity, 'identity'), br: variant(br, 'br'), gzip: variant(gz, 'gzip') },
    unchanged: common,
    bytes: identity.length + br.length + gz.length + OVERHEAD,
  };
}

/**
 * Sends an entry; returns the status and the length of the body.
 * @param isBare whether no header has been set on `res` yet
 */
export function sendEntry(
  req: IncomingMessage,
  res: ServerResponse,
  entry: PageEntry,
  isBare: boolean,
): { status: number; bytes: number } {
  const theirs = req.headers['if-none-match'];
  if (theirs !== undefined && entry.status === 200 && matches(theirs, entry.etag)) {
    write(res, 304, entry.unchanged, isBare);
    res.end();
    return { status: 304, bytes: 0 };
  }
  const { headers, body } = entry.variants[encodingFor(req.headers['accept-encoding'])];
  write(res, entry.status, headers, isBare);
  if (req.method === 'HEAD') {
    res.end();
    return { status: entry.status, bytes: 0 };
  }
  res.end(body);
  return { status: entry.status, bytes: body.length };
}

function write(res: ServerResponse, status: number, headers: string[], isBare: boolean) {
  if (isBare) {
    res.writeHead(status, headers);
    return;
  }
  // Behind the app: its headers are set already; ours replace those of the same name.
  for (let index = 0; index < headers.length; index += 2) res.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
  res.writeHead(status);
}

function matches(header: string, etag: string): boolean {
  return header === etag || header.split(',').some((one) => one.trim() === etag || one.trim() === '*');
}

const NO_BROTLI = /\bbr\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/;
const NO_GZIP = /\bgzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/;

/** Bounded, as clients can send any header. */
const known = new Map<string, Encoding>();
const KNOWN_MAX = 64;

/** Best encoding that the browser accepts. */
export function encodingFor(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string') return 'identity';
  const before = known.get(header);
  if (before) return before;
  const best = bestOf(header);
  if (known.size < KNOWN_MAX && header.length < 100) known.set(header, best);
  return best;
}

function bestOf(header: string): Encoding {
  const refusesSome = header.includes('q=0');
  if (/\bbr\b/.test(header) && !(refusesSome && NO_BROTLI.test(header))) return 'br';
  if (/\bgzip\b/.test(header) && !(refusesSome && NO_GZIP.test(header))) return 'gzip';
  return 'identity';
}
