import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listeningPort } from '../../platform/listening-port.ts';
import { DRAWN_PHOTOS, type DrawnPhoto, drawPhoto } from './unsplash-pictures.ts';

const KEY = 'sandbox-access-key';
/** What it says when it refuses a search, by status. */
const SAID: Readonly<Record<string, string>> = {
  401: 'OAuth error: The access token is invalid',
  500: 'Something went wrong',
};
/** Where browsers load the small pictures from, in the app itself. */
const SANDBOX_PHOTOS = '/sandbox/photos';

export interface UnsplashSandbox {
  /** For `createUnsplash`. */
  connection: { accessKey: string; apiOrigin: string; imageOrigin: string; thumbOrigin: string };
  /** A photo as a JPEG of this width; null for an unknown id. */
  picture(id: string, width: number): Promise<Buffer | null>;
  /** Ids of the photos whose download was counted. */
  counted: readonly string[];
  stop(): Promise<void>;
}

/**
 * A server on loopback that answers as Unsplash’s API does, with pictures it draws. Like a payment vendor’s test cards,
 * some searches fail: `sandbox 401`, `sandbox 403`, `sandbox 500`, `sandbox silent`.
 */
export async function startUnsplashSandbox(appOrigin: string): Promise<UnsplashSandbox> {
  const counted: string[] = [];
  let origin = '';
  const server = createServer((req, res) => {
    answer(req, res, { origin, appOrigin, counted }).catch(() => res.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${listeningPort(server)}`;
  return {
    connection: { accessKey: KEY, apiOrigin: origin, imageOrigin: origin, thumbOrigin: new URL(appOrigin).origin },
    picture: drawPhoto,
    counted,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Place {
  origin: string;
  appOrigin: string;
  counted: string[];
}

async function answer(req: IncomingMessage, res: ServerResponse, place: Place): Promise<void> {
  const url = new URL(req.url ?? '/', place.origin);
  const [, folder, id = '', call] = url.pathname.split('/');
  if (folder === 'pictures') return sendPicture(res, id, url);
  res.setHeader('x-ratelimit-limit', '50');
  res.setHeader('x-ratelimit-remaining', '49');
  if (req.headers.authorization !== `Client-ID ${KEY}`)
    return refuse(res, 401, 'OAuth error: The access token is invalid');
  if (url.pathname === '/search/photos') return search(res, url, place);
  const photo = DRAWN_PHOTOS.find((each) => each.id === id);
  if (folder !== 'photos' || !photo) return refuse(res, 404, 'Couldn’t find Photo');
  if (call !== 'download') return send(res, 200, toPhoto(photo, place));
  place.counted.push(photo.id);
  send(res, 200, { url: `${place.origin}/pictures/${photo.id}?ixid=sandbox` });
}

function search(res: ServerResponse, url: URL, place: Place): void {
  const query = (url.searchParams.get('query') ?? '').toLowerCase();
  const [, failure] = /^sandbox (401|403|500|silent)$/.exec(query) ?? [];
  if (failure === 'silent') return;
  const refusal = SAID[failure ?? ''];
  if (failure === '403') {
    res.setHeader('x-ratelimit-remaining', '0');
    res.writeHead(403, { 'content-type': 'text/plain' }).end('Rate Limit Exceeded');
    return;
  }
  if (refusal) {
    refuse(res, Number(failure), refusal);
    return;
  }
  const found = DRAWN_PHOTOS.filter(({ words }) => query.split(/\s+/).every((word) => words.includes(word)));
  const perPage = Math.min(30, Number(url.searchParams.get('per_page')) || 10);
  const from = (Math.max(1, Number(url.searchParams.get('page'))) - 1) * perPage;
  send(res, 200, {
    total: found.length,
    total_pages: Math.ceil(found.length / perPage),
    results: found.slice(from, from + perPage).map((each) => toPhoto(each, place)),
  });
}

function toPhoto({ id, words, author, username, color, width, height }: DrawnPhoto, { origin, appOrigin }: Place) {
  const picture = (wide: number) => `${appOrigin}${SANDBOX_PHOTOS}/${id}?w=${wide}`;
  return {
    id,
    width,
    height,
    color,
    description: null,
    alt_description: words,
    urls: { thumb: picture(200), small: picture(400), regular: picture(1080) },
    links: { download_location: `${origin}/photos/${id}/download?ixid=sandbox` },
    user: { name: author, username, links: { html: `https://unsplash.com/@${username}` } },
  };
}

async function sendPicture(res: ServerResponse, id: string, url: URL): Promise<void> {
  const picture = await drawPhoto(id, Number(url.searchParams.get('w')) || 1080);
  if (!picture) return refuse(res, 404, 'Couldn’t find Photo');
  res.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture);
}

function refuse(res: ServerResponse, status: number, message: string): void {
  send(res, status, { errors: [message] });
}

function send(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
