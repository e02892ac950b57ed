import { type Doc, decode, encode } from './bson.ts';
import { MongoError } from './errors.ts';

/** A command as it came; sequences (the documents of an insert) are put where the body would have them. */
export interface Request {
  id: number;
  body: Doc;
  /** Whether it came as an OP_QUERY, which wants an OP_REPLY. */
  legacy: boolean;
  /** Whether nobody waits for an answer (`w: 0`). */
  silent: boolean;
}

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const HEADER_BYTES = 16;

export const MAX_MESSAGE_BYTES = 48_000_000;

/** Takes the whole messages off the front of what has arrived. Throws when it is not this protocol. */
export function splitMessages(received: Buffer): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = [];
  let at = 0;
  while (received.length - at >= 4) {
    const length = received.readInt32LE(at);
    if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES)
      throw new MongoError('BadValue', `message of ${length} bytes`);
    if (received.length - at < length) break;
    messages.push(received.subarray(at, at + length));
    at += length;
  }
  return { messages, rest: received.subarray(at) };
}

export function missingBytes(received: Buffer): number {
  return received.length >= 4 ? received.readInt32LE(0) - received.length : 0;
}

export function parseRequest(message: Buffer): Request {
  const id = message.readInt32LE(4);
  const opcode = message.readInt32LE(12);
  if (opcode === OP_MSG) return parseMessage(id, message);
  if (opcode === OP_QUERY) return parseQuery(id, message);
  throw new MongoError('NotImplemented', `the wire operation ${opcode} is not implemented`);
}

function parseMessage(id: number, message: Buffer): Request {
  const flags = message.readUInt32LE(HEADER_BYTES);
  const end = flags & CHECKSUM_PRESENT ? message.length - 4 : message.length;
  let at = HEADER_BYTES + 4;
  let body: Doc | undefined;
  const sequences: [string, Doc[]][] = [];
  while (at < end) {
    const kind = message[at++];
    const length = message.readInt32LE(at);
    if (length < 5 || at + length > end) throw new MongoError('BadValue', 'a section is longer than its message');
    const section = message.subarray(at, at + length);
    at += length;
    if (kind === 0) body = decode(section);
    else if (kind === 1) sequences.push(parseSequence(section));
    else throw new MongoError('BadValue', `unknown section kind ${kind}`);
  }
  if (!body) throw new MongoError('BadValue', 'a message without a body');
  for (const [name, docs] of sequences) body[name] = docs;
  return { id, body, legacy: false, silent: (flags & MORE_TO_COME) !== 0 };
}

function parseSequence(section: Buffer): [string, Doc[]] {
  const nameEnd = section.indexOf(0, 4);
  const docs: Doc[] = [];
  for (let at = nameEnd + 1; at < section.length; at += section.readInt32LE(at)) {
    const length = section.readInt32LE(at);
    if (length < 5 || at + length > section.length)
      throw new MongoError('BadValue', 'a document is longer than its sequence');
    docs.push(decode(section.subarray(at, at + length)));
  }
  return [section.toString('utf8', 4, nameEnd), docs];
}

/** The old query, with which drivers say hello before they know what the server speaks. */
function parseQuery(id: number, message: Buffer): Request {
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4);
  const ns = message.toString('utf8', HEADER_BYTES + 4, nameEnd);
  const at = nameEnd + 9;
  const sent = decode(message.subarray(at, at + message.readInt32LE(at)));
  const body = (sent.$query ?? sent) as Doc;
  if (!ns.endsWith('.$cmd')) throw new MongoError('NotImplemented', 'OP_QUERY is only answered for hello');
  return { id, body: { ...body, $db: ns.slice(0, -5) }, legacy: true, silent: false };
}

let lastId = 0;

export function encodeReply(request: Request, answer: Buffer): Buffer {
  const head = Buffer.alloc(request.legacy ? HEADER_BYTES + 20 : HEADER_BYTES + 5);
  head.writeInt32LE(head.length + answer.length, 0);
  head.writeInt32LE(++lastId & 0x7fffffff, 4);
  head.writeInt32LE(request.id, 8);
  head.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  if (request.legacy) {
    head.writeInt32LE(8, HEADER_BYTES);
    head.writeInt32LE(1, HEADER_BYTES + 16);
  }
  return Buffer.concat([head, answer]);
}

export function encodeError(error: unknown): Buffer {
  const known =
    error instanceof MongoError ? error : new MongoError('InternalError', String((error as Error)?.message ?? error));
  return encode({ ok: 0, errmsg: known.message, code: known.code, codeName: known.codeName, ...known.extra });
}
