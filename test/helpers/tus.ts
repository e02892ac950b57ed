import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { OPEN_EVENT } from './upload-server.ts';

const TUS = { 'Tus-Resumable': '1.0.0' };
export const OWNER = 'a-browser-of-its-own-0001';

/** Upload-Metadata as tus writes it. */
export function metadataOf(pairs: Record<string, string>): string {
  return Object.entries(pairs)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

interface NewUpload {
  size: number;
  event?: string;
  filename?: string;
  filetype?: string;
  headers?: Record<string, string>;
}

export function postUpload(origin: string, upload: NewUpload): Promise<Response> {
  const { event = OPEN_EVENT, filename = 'clip.mp4', filetype = 'video/mp4' } = upload;
  return fetch(`${origin}/api/uploads`, {
    method: 'POST',
    headers: {
      ...TUS,
      'Upload-Length': String(upload.size),
      'Upload-Metadata': metadataOf({ filename, filetype, event }),
      'Upload-Owner': OWNER,
      ...upload.headers,
    },
  });
}

/** Starts an upload and gives its path, `/api/uploads/{id}`. */
export async function createUpload(origin: string, upload: NewUpload): Promise<string> {
  const answer = await postUpload(origin, upload);
  const location = answer.headers.get('location');
  if (answer.status !== 201 || !location) throw new Error(`${answer.status} ${await answer.text()}`);
  return location;
}

export function patchUpload(
  url: string,
  offset: number,
  body: Uint8Array,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'PATCH',
    headers: { ...TUS, 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset), ...headers },
    body: Uint8Array.from(body),
  });
}

/** What the server says is safely there. */
export async function offsetOf(url: string): Promise<number> {
  const answer = await fetch(url, { method: 'HEAD', headers: TUS });
  if (answer.status !== 200) throw new Error(`HEAD answered ${answer.status}`);
  return Number(answer.headers.get('upload-offset'));
}

export function deleteUpload(url: string, owner?: string): Promise<Response> {
  return fetch(url, { method: 'DELETE', headers: { ...TUS, ...(owner ? { 'Upload-Owner': owner } : {}) } });
}

/** A phone that begins to send a chunk, gets `bytes` of it out and then says nothing more, with its connection open. */
export async function silentPhone(url: string, offset: number, length: number, bytes: Uint8Array): Promise<Socket> {
  const { hostname, port, pathname, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const head = [
    `PATCH ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    'Tus-Resumable: 1.0.0',
    'Content-Type: application/offset+octet-stream',
    `Upload-Offset: ${offset}`,
    `Content-Length: ${length}`,
  ];
  await new Promise<void>((resolve) => {
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(bytes, () => resolve());
  });
  return socket;
}

/**
 * A request as `fetch` would not send it: with any Host header, from another address of this machine, or with an answer that
 * comes before its body has ended.
 */
export function rawRequest(
  url: string,
  { body, ...options }: { method: string; headers: Record<string, string>; localAddress?: string; body?: Uint8Array },
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }> {
  return new Promise((resolve, reject) => {
    const req = request(url, options, (res) => {
      res.resume();
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers }));
    });
    req.on('error', reject);
    req.end(body);
  });
}
