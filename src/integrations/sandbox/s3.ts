import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parseRange } from '../../platform/storage/range.ts';
import { receiveBody } from './s3-body.ts';
import { type Bucket, createBucket, type StoredObject } from './s3-bucket.ts';
import { noSuchBucket, notImplemented, S3Refusal } from './s3-errors.ts';
import { type Credentials, verifySignature } from './s3-signature.ts';

interface S3SandboxOptions extends Credentials {
  bucket: string;
  /** Where the bytes are kept. */
  folder: string;
  port?: number;
}

export interface S3Sandbox {
  endpoint: string;
  /** How many uploads in parts have neither been completed nor aborted. */
  pendingUploads(): number;
  /** The next request is taken, and never answered. */
  ignoreNext(): void;
  close(): Promise<void>;
}

interface Call {
  req: IncomingMessage;
  res: ServerResponse;
  query: URLSearchParams;
  bucket: Bucket;
  key: string;
  folder: string;
}

/**
 * Speaks S3's REST protocol for one bucket with the bucket in the path: signatures verified, objects put, got, headed,
 * deleted and listed, ranges, uploads in parts, `aws-chunked` bodies, checksums. What it does not do it refuses by name.
 */
export async function startS3Sandbox(options: S3SandboxOptions): Promise<S3Sandbox> {
  await mkdir(options.folder, { recursive: true });
  const bucket = createBucket(options.folder);
  let ignored = 0;
  const server = createServer((req, res) => {
    if (ignored > 0) {
      ignored -= 1;
      return void req.resume();
    }
    handle(req, res).catch((error: unknown) => refuse(req, res, error));
  });

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://sandbox');
    verifySignature(req, url, options);
    const [, name = '', ...rest] = url.pathname.split('/');
    if (decodeURIComponent(name) !== options.bucket) throw noSuchBucket();
    const key = decodeURIComponent(rest.join('/'));
    const call = { req, res, query: url.searchParams, bucket, key, folder: options.folder };
    await (key === '' ? onBucket(call) : onObject(call));
  }

  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    pendingUploads: () => bucket.pendingUploads(),
    ignoreNext() {
      ignored += 1;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function onBucket({ req, res, query, bucket }: Call): Promise<void> {
  if (req.method === 'HEAD') return void res.end();
  if (req.method !== 'GET' || query.get('list-type') !== '2') throw notImplemented(`${req.method} of a bucket`);
  if (query.has('delimiter')) throw notImplemented('A delimiter');
  const most = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
  const token = query.get('continuation-token');
  const after = token ? Buffer.from(token, 'base64url').toString() : (query.get('start-after') ?? '');
  const { page, more } = bucket.list(query.get('prefix') ?? '', after, most);
  const next = Buffer.from(page.at(-1)?.key ?? '').toString('base64url');
  const contents = page.map(
    ({ key, bytes, etag, modifiedAt }) =>
      `<Contents><Key>${xml(key)}</Key><Size>${bytes}</Size><ETag>${xml(etag)}</ETag>` +
      `<LastModified>${modifiedAt.toISOString()}</LastModified><StorageClass>STANDARD</StorageClass></Contents>`,
  );
  const head = `<KeyCount>${page.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${more}</IsTruncated>`;
  const tail = more ? `<NextContinuationToken>${next}</NextContinuationToken>` : '';
  sendXml(res, 200, `<ListBucketResult>${head}${tail}${contents.join('')}</ListBucketResult>`);
}

async function onObject(call: Call): Promise<void> {
  const { req, res, query, bucket, key, folder } = call;
  const uploadId = query.get('uploadId');
  const type = req.headers['content-type'] ?? 'application/octet-stream';
  const other = [...query.keys()].find((name) => !['x-id', 'uploads', 'uploadId', 'partNumber'].includes(name));
  if (other) throw notImplemented(`The parameter ${other}`);
  if (req.headers['x-amz-copy-source']) throw notImplemented('Copying');
  if (req.method === 'GET' || req.method === 'HEAD') return sendObject(req, res, bucket.get(key));
  if (req.method === 'PUT' && uploadId !== null) {
    const body = await receiveBody(req, folder);
    await bucket.addPart(uploadId, key, Number(query.get('partNumber')), body);
    return void res.setHeader('ETag', `"${body.md5}"`).setHeader('x-amz-checksum-crc32', body.crc32).end();
  }
  if (req.method === 'PUT') {
    const body = await receiveBody(req, folder);
    const stored = await bucket.put(key, body, type, body.md5);
    return void res.setHeader('ETag', stored.etag).setHeader('x-amz-checksum-crc32', body.crc32).end();
  }
  if (req.method === 'POST' && query.has('uploads')) {
    const id = bucket.startUpload(key, type);
    const inner = `<Key>${xml(key)}</Key><UploadId>${id}</UploadId>`;
    return sendXml(res, 200, `<InitiateMultipartUploadResult>${inner}</InitiateMultipartUploadResult>`);
  }
  if (req.method === 'POST' && uploadId !== null) {
    const stored = await bucket.completeUpload(uploadId, key, wantedParts(await readText(req)));
    const inner = `<Key>${xml(key)}</Key><ETag>${xml(stored.etag)}</ETag>`;
    return sendXml(res, 200, `<CompleteMultipartUploadResult>${inner}</CompleteMultipartUploadResult>`);
  }
  if (req.method === 'DELETE') {
    await (uploadId === null ? bucket.remove(key) : bucket.abortUpload(uploadId, key));
    return void res.writeHead(204).end();
  }
  throw notImplemented(`${req.method} of an object`);
}

async function sendObject(req: IncomingMessage, res: ServerResponse, object: StoredObject): Promise<void> {
  const range = parseRange(req.headers.range, object.bytes);
  if (range === 'unsatisfiable') throw new S3Refusal(416, 'InvalidRange', 'The range is not satisfiable.');
  const { start, end } = range ?? { start: 0, end: object.bytes - 1 };
  res.writeHead(range ? 206 : 200, {
    'Content-Type': object.type,
    'Content-Length': end - start + 1,
    ETag: object.etag,
    'Last-Modified': object.modifiedAt.toUTCString(),
    'Accept-Ranges': 'bytes',
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${object.bytes}` }),
  });
  if (req.method === 'HEAD' || end < start) res.end();
  else await pipeline(createReadStream(object.path, { start, end }), res);
}

function wantedParts(body: string): { number: number; etag: string }[] {
  return [...body.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1] ?? 0),
    etag: /<ETag>(?:&quot;|")?([0-9a-f-]+)/.exec(part)?.[1] ?? '',
  }));
}

function refuse(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  // Half an answer can't be taken back; the client sees that it was cut off.
  if (res.headersSent || req.destroyed) return void res.destroy();
  const refusal = error instanceof S3Refusal ? error : new S3Refusal(500, 'InternalError', 'Something went wrong.');
  // The rest of a refused body is not read, so the connection can't be used again.
  if (!req.complete) res.setHeader('Connection', 'close');
  const inner = `<Code>${refusal.code}</Code><Message>${xml(refusal.message)}</Message>`;
  if (req.method === 'HEAD') res.writeHead(refusal.status).end();
  else sendXml(res, refusal.status, `<Error>${inner}</Error>`);
}

function sendXml(res: ServerResponse, status: number, inner: string): void {
  res.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>${inner}`);
}

function xml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
