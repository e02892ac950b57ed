import { checkKept, type Doc, decodeSent, encode, setOwn } from './bson.ts';
import { MongoError, messageOf } from './errors.ts';

/** A command as it came. */
export interface Request {
  /** What the next answer refers to: the message itself, or the answer before. */
  id: number;
  /** Reads it; throws where its documents are not good BSON, or can't be kept as they are. */
  body(): Doc;
  /** Whether it came as an OP_QUERY, which wants an OP_REPLY. */
  legacy: boolean;
  /** Whether nobody waits for an answer (`w: 0`). */
  silent: boolean;
  /** Whether it may be answered again and again. */
  exhaust: boolean;
}

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const EXHAUST_ALLOWED = 0x10000;
const HEADER_BYTES = 16;

export const MAX_MESSAGE_BYTES = 48_000_000;

/** The length of the message that begins here; throws when it is not this protocol. */
export function frameLength(beginning: Buffer): number {
  const length = beginning.readInt32LE(0);
  if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) throw new Error(`message of ${length} bytes`);
  return length;
}

/** Throws when it is not this protocol. */
export function parseRequest(message: Buffer): Request {
  const id = message.readInt32LE(4);
  const opcode = message.readInt32LE(12);
  if (opcode === OP_MSG) return parseMessage(id, message);
  if (opcode === OP_QUERY) return parseQuery(id, message);
  throw new Error(`the wire operation ${opcode} is not implemented`);
}

function parseMessage(id: number, message: Buffer): Request {
  const flags = message.readUInt32LE(HEADER_BYTES);
  const end = flags & CHECKSUM_PRESENT ? message.length - 4 : message.length;
  let sent: Buffer | undefined;
  const sequences: [name: string, docs: Buffer[]][] = [];
  for (let at = HEADER_BYTES + 4; at < end; ) {
    const kind = message[at];
    const section = cutOut(message.subarray(0, end), at + 1);
    at += 1 + section.length;
    if (kind === 0) sent = section;
    else if (kind === 1) sequences.push(splitSequence(section));
    else throw new Error(`unknown section kind ${kind}`);
  }
  if (!sent) throw new Error('a message without a body');
  const bytes = sent;
  const body = () => {
    const doc = decodeKept(bytes);
    // The documents of an insert stand where the body would have them.
    for (const [name, docs] of sequences) setOwn(doc, name, docs.map(decodeKept));
    return doc;
  };
  const [silent, exhaust] = [(flags & MORE_TO_COME) !== 0, (flags & EXHAUST_ALLOWED) !== 0];
  return { id, body, legacy: false, silent, exhaust };
}

/** The document, or what else begins with its length, at a place. */
function cutOut(bytes: Buffer, at: number): Buffer {
  const length = bytes.readInt32LE(at);
  if (length < 5 || at + length > bytes.length) throw new Error('a part is longer than the whole');
  return bytes.subarray(at, at + length);
}

function splitSequence(section: Buffer): [name: string, docs: Buffer[]] {
  const nameEnd = section.indexOf(0, 4);
  if (nameEnd < 0) throw new Error('a sequence without a name');
  const docs: Buffer[] = [];
  for (let at = nameEnd + 1; at < section.length; at += docs.at(-1)?.length ?? 0) docs.push(cutOut(section, at));
  return [section.toString('utf8', 4, nameEnd), docs];
}

/** The old query, with which drivers say hello before they know what the server speaks. */
function parseQuery(id: number, message: Buffer): Request {
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4);
  const ns = message.toString('utf8', HEADER_BYTES + 4, nameEnd);
  if (!ns.endsWith('.$cmd')) throw new Error('OP_QUERY is only answered for hello');
  const bytes = cutOut(message, nameEnd + 9);
  const body = () => {
    const sent = decodeKept(bytes);
    return { ...((sent.$query ?? sent) as Doc), $db: ns.slice(0, -5) };
  };
  return { id, body, legacy: true, silent: false, exhaust: false };
}

function decodeKept(bytes: Buffer): Doc {
  const doc = decodeSent(bytes);
  checkKept(doc, bytes);
  return doc;
}

let lastId = 0;

/** @param isMore whether further answers follow by themselves */
export function replyHead(request: Request, bytes: number, isMore: boolean): Buffer {
  const head = Buffer.alloc(request.legacy ? HEADER_BYTES + 20 : HEADER_BYTES + 5);
  head.writeInt32LE(head.length + bytes, 0);
  head.writeInt32LE(++lastId & 0x7fffffff, 4);
  head.writeInt32LE(request.id, 8);
  request.id = lastId & 0x7fffffff;
  head.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  if (request.legacy) {
    head.writeInt32LE(8, HEADER_BYTES);
    head.writeInt32LE(1, HEADER_BYTES + 16);
  } else if (isMore) head.writeUInt32LE(MORE_TO_COME, HEADER_BYTES);
  return head;
}

export function encodeError(error: unknown): Buffer {
  const known = error instanceof MongoError ? error : new MongoError('InternalError', messageOf(error));
  return encode({ ok: 0, errmsg: known.message, code: known.code, codeName: known.codeName, ...known.extra });
}
