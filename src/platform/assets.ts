import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { encodingFor } from './page-entry.ts';
import { projectFolder } from './project-folder.ts';

/** What `scripts/build.mjs` writes to `static/build/manifest.json`. */
export interface AssetManifest {
  build: string;
  /** File path relative to `static` → public URL. */
  files: Record<string, string>;
  /** Sheet name → public URL. */
  css: Record<string, string>;
  /** Island name → public URLs of the client, the island's chunk and the modules they share. */
  islands: Record<string, string[]>;
  loader: { source: string; sha256: string };
}

export interface Sheet {
  url: string;
  text: string;
}

/** Built files: public URLs for pages and contents for browsers. */
export interface Assets {
  /** Changes whenever a built file changes. */
  build: string;
  file(name: string): string;
  sheet(name: string): Sheet;
  island(name: string): string[];
  loader: string;
  /** `sha256-...` of the inline loader, for the Content-Security-Policy. */
  loaderHash: string;
  /** Answers GET and HEAD below `/assets/`: precompressed, immutable where the name has a hash, ranges for media. */
  serve(req: IncomingMessage, res: ServerResponse): boolean;
}

interface Served {
  path: string;
  type: string;
  size: number;
  etag: string;
  immutable: boolean;
  /** Precompressed variants on disk. */
  encodings: Set<string>;
}

const PREFIX = '/assets/';
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.m4a': 'audio/mp4',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.mp4': 'video/mp4',
  '.vtt': 'text/vtt; charset=utf-8',
};
/** The name contains a content hash, so the response can be cached forever. */
const HASHED = /-(?:[0-9a-f]{10}|[0-9A-Z]{8})\.\w+(?:\.map)?$/;

/**
 * Loads the build manifest. Throws, naming the build command, when there is no build.
 * @param folder Default: `static/build` of the project
 */
export function loadAssets(folder: string = join(projectFolder(), 'static/build')): Assets {
  const manifestFile = join(folder, 'manifest.json');
  if (!existsSync(manifestFile)) throw new Error('The browser files are not built yet: run `npm run build` first.');
  const manifest: AssetManifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const sheets = new Map(
    Object.entries(manifest.css).map(([name, url]) => {
      const text = readFileSync(join(folder, url.slice(PREFIX.length)), 'utf8');
      return [name, { url, text }];
    }),
  );
  const served = indexFiles(folder);
  return {
    build: manifest.build,
    file: (name) => manifest.files[name] ?? unknownAsset('file', name),
    sheet: (name) => sheets.get(name) ?? unknownAsset('style sheet', name),
    island: (name) => manifest.islands[name] ?? unknownAsset('island', name),
    loader: manifest.loader.source,
    loaderHash: manifest.loader.sha256,
    serve: (req, res) => serveFile(served, req, res),
  };
}

function unknownAsset(kind: string, name: string): never {
  throw new Error(`The build has no ${kind} called ${name}. Check the spelling, or build again (npm run build).`);
}

function indexFiles(folder: string): Map<string, Served> {
  const index = new Map<string, Served>();
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const all = new Set(paths);
  for (const path of paths) {
    const type = TYPES[extname(path)];
    const name = relative(folder, path).split(sep).join('/');
    if (!type || name === 'manifest.json') continue;
    const { size, mtimeMs } = statSync(path);
    const encodings = new Set(['br', 'gz'].filter((end) => all.has(`${path}.${end}`)));
    const tag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
    index.set(PREFIX + name, {
      path,
      type,
      size,
      // Weak: the compressed variants differ in bytes, not in meaning.
      etag: encodings.size > 0 ? `W/${tag}` : tag,
      immutable: HASHED.test(name),
      encodings,
    });
  }
  return index;
}

function serveFile(index: Map<string, Served>, req: IncomingMessage, res: ServerResponse): boolean {
  const url = req.url ?? '';
  if (!url.startsWith(PREFIX) || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
  const [path = ''] = url.split('?', 1);
  const file = index.get(path);
  if (!file) return false;
  res.setHeader('Content-Type', file.type);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  // An SVG opened as a document could run scripts.
  if (file.type === 'image/svg+xml')
    res.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  res.setHeader('Cache-Control', file.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
  res.setHeader('ETag', file.etag);
  if (req.headers['if-none-match'] === file.etag) {
    res.writeHead(304).end();
    return true;
  }
  if (file.encodings.size > 0) sendText(file, req, res);
  else sendBytes(file, req, res);
  return true;
}

function sendText(file: Served, req: IncomingMessage, res: ServerResponse) {
  const best = encodingFor(req.headers['accept-encoding']);
  const end = best === 'br' ? 'br' : best === 'gzip' ? 'gz' : '';
  res.setHeader('Vary', 'Accept-Encoding');
  if (end === '' || !file.encodings.has(end)) {
    send(file.path, undefined, 200, req, res);
    return;
  }
  res.setHeader('Content-Encoding', best);
  send(`${file.path}.${end}`, undefined, 200, req, res);
}

function sendBytes(file: Served, req: IncomingMessage, res: ServerResponse) {
  res.setHeader('Accept-Ranges', 'bytes');
  const range = req.headers['if-range'] && req.headers['if-range'] !== file.etag ? undefined : req.headers.range;
  const asked = parseRange(range, file.size);
  if (asked === 'none') {
    res.setHeader('Content-Range', `bytes */${file.size}`);
    res.writeHead(416).end();
    return;
  }
  if (!asked) {
    res.setHeader('Content-Length', file.size);
    send(file.path, undefined, 200, req, res);
    return;
  }
  res.setHeader('Content-Range', `bytes ${asked.start}-${asked.end}/${file.size}`);
  res.setHeader('Content-Length', asked.end - asked.start + 1);
  send(file.path, asked, 206, req, res);
}

/** Parses a single byte range, the only form Safari sends. Null: the whole file. `none`: not satisfiable (416). */
function parseRange(header: string | undefined, size: number): { start: number; end: number } | null | 'none' {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return null;
  const [, from = '', to = ''] = found;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start >= size || (from === '' && Number(to) === 0)) return 'none';
  return end < start ? null : { start, end };
}

function send(
  path: string,
  range: { start: number; end: number } | undefined,
  status: number,
  req: IncomingMessage,
  res: ServerResponse,
) {
  if (req.method === 'HEAD') {
    res.writeHead(status).end();
    return;
  }
  const stream = createReadStream(path, range);
  // The client may disconnect before the file is open.
  stream.once('open', () => !res.destroyed && !res.headersSent && res.writeHead(status));
  pipeline(stream, res, (error) => {
    if (!error || res.headersSent || res.destroyed) return;
    // A new build deleted the file while this process still used the old manifest.
    res.removeHeader('Content-Encoding');
    res.writeHead(404).end();
  });
}
