import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Refusal } from './s3-errors.ts';

const MOST_SKEW = 15 * 60_000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/;

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** Verifies a request's AWS Signature Version 4 in its header; throws as S3 refuses. */
export function verifySignature(req: IncomingMessage, url: URL, credentials: Credentials, now = Date.now()): void {
  const match = AUTHORIZATION.exec(req.headers.authorization ?? '');
  if (!match) throw new S3Refusal(403, 'AccessDenied', 'The request is not signed.');
  const [, accessKeyId = '', day = '', region = '', signedHeaders = '', signature = ''] = match;
  const time = headerOf(req, 'x-amz-date');
  if (accessKeyId !== credentials.accessKeyId) {
    throw new S3Refusal(403, 'InvalidAccessKeyId', 'The access key is not known.');
  }
  const sent = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(now - sent) <= MOST_SKEW) || !time.startsWith(day)) {
    throw new S3Refusal(403, 'RequestTimeTooSkewed', 'The clocks differ too much.');
  }
  const names = signedHeaders.split(';');
  // Whatever decides what is stored must have been signed.
  const needed = Object.keys(req.headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  const unsigned = needed.find((name) => !names.includes(name));
  if (unsigned) throw new S3Refusal(403, 'AccessDenied', `The header ${unsigned} is not signed.`);
  const canonical = [
    req.method ?? '',
    (req.url ?? '').split('?', 1)[0],
    canonicalQuery(url),
    ...names.map((name) => `${name}:${headerOf(req, name).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    headerOf(req, 'x-amz-content-sha256'),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(
    (made, word) => hmac(made, word),
    hmac(`AWS4${credentials.secretAccessKey}`, day),
  );
  if (region !== credentials.region || !timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'))) {
    throw new S3Refusal(403, 'SignatureDoesNotMatch', 'The signature does not match.');
  }
}

function canonicalQuery(url: URL): string {
  const pairs = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.sort().join('&');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

function headerOf(req: IncomingMessage, name: string): string {
  const value = req.headers[name];
  return Array.isArray(value) ? value.join(',') : (value ?? '');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
