import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { badDigest, incomplete, notImplemented, S3Refusal } from './s3-errors.ts';

/** Bytes that have arrived whole and as announced. */
export interface ReceivedBody {
  path: string;
  bytes: number;
  md5: string;
  crc32: string;
}

const HASH = /^[0-9a-f]{64}$/;
const CHUNKED = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

/**
 * Writes a request's body to a file in `folder` and verifies it: length, SHA-256 of the signature, MD5, and CRC-32 in
 * the header or, for `aws-chunked` bodies, in the trailer. Leaves no file behind when it throws.
 */
export async function receiveBody(req: IncomingMessage, folder: string): Promise<ReceivedBody> {
  const announced = String(req.headers['x-amz-content-sha256'] ?? '');
  if (announced !== CHUNKED && announced !== 'UNSIGNED-PAYLOAD' && !HASH.test(announced)) {
    throw notImplemented(`A body of ${announced || 'no announced hash'}`);
  }
  const checksums = Object.keys(req.headers).filter((name) => /^x-amz-checksum-(?!algorithm|type|crc32$)/.test(name));
  if (checksums.length > 0) throw notImplemented(String(checksums[0]));
  const path = join(folder, randomBytes(12).toString('hex'));
  const trailer: Record<string, string> = {};
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  let [bytes, crc] = [0, 0];
  async function* measured() {
    for await (const piece of announced === CHUNKED ? unchunked(req, trailer) : req) {
      bytes += piece.length;
      crc = crc32(piece, crc);
      md5.update(piece);
      if (announced !== CHUNKED) sha256.update(piece);
      yield piece;
    }
  }
  try {
    await pipeline(measured, createWriteStream(path, { flags: 'wx' }));
    const digest = md5.digest();
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc);
    const received = { path, bytes, md5: digest.toString('hex'), crc32: sum.toString('base64') };
    const length = Number(req.headers['x-amz-decoded-content-length'] ?? req.headers['content-length'] ?? bytes);
    if (length !== bytes) throw incomplete();
    if (HASH.test(announced) && sha256.digest('hex') !== announced) {
      throw new S3Refusal(400, 'XAmzContentSHA256Mismatch', 'The body is not the one that was signed.');
    }
    const stated = req.headers['x-amz-checksum-crc32'] ?? trailer['x-amz-checksum-crc32'] ?? received.crc32;
    const statedMd5 = req.headers['content-md5'] ?? digest.toString('base64');
    if (stated !== received.crc32 || statedMd5 !== digest.toString('base64')) throw badDigest();
    return received;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Takes `aws-chunked` apart: `SIZE[;extension]\r\n BYTES \r\n`, ..., `0\r\n`, then trailing headers. */
async function* unchunked(source: AsyncIterable<Buffer>, trailer: Record<string, string>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  let left = 0;
  let state: 'size' | 'bytes' | 'gap' | 'trailer' = 'size';
  for await (const piece of source) {
    held = held.length > 0 ? Buffer.concat([held, piece]) : piece;
    while (held.length > 0) {
      if (state === 'bytes') {
        const now = held.subarray(0, left);
        yield now;
        left -= now.length;
        held = held.subarray(now.length);
        if (left === 0) state = 'gap';
        continue;
      }
      const end = held.indexOf('\r\n');
      if (end < 0) break;
      const line = held.toString('latin1', 0, end);
      held = held.subarray(end + 2);
      if (state === 'gap') state = 'size';
      else if (state === 'size') {
        left = Number.parseInt(line, 16);
        if (!/^[0-9a-f]+(;|$)/i.test(line)) throw incomplete();
        state = left === 0 ? 'trailer' : 'bytes';
      } else if (line.includes(':')) {
        const colon = line.indexOf(':');
        trailer[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
      }
    }
  }
  if (state !== 'trailer') throw incomplete();
}
