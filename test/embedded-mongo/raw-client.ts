import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { deserialize, serialize } from 'bson';
import type { Document } from 'mongodb';

/** Speaks the wire protocol by hand, as the official driver would not. */

export async function openSocket(uri: string): Promise<Socket> {
  const socket = connect(decodeURIComponent(new URL(uri).host));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

export function header(length: number, opcode: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeInt32LE(length + 16, 0);
  bytes.writeInt32LE(77, 4);
  bytes.writeInt32LE(opcode, 12);
  return bytes;
}

export function rawMessage(section: Buffer, flags = 0): Buffer {
  const rest = Buffer.concat([Buffer.from([flags, 0, 0, 0]), section]);
  return Buffer.concat([header(rest.length, 2013), rest]);
}

export function message(body: Document, flags = 0): Buffer {
  return rawMessage(Buffer.concat([Buffer.from([0]), serialize(body)]), flags);
}

export async function receive(socket: Socket): Promise<Buffer> {
  let received = Buffer.alloc(0);
  while (received.length < 4 || received.length < received.readInt32LE(0)) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    received = Buffer.concat([received, chunk]);
  }
  return received;
}

/** The document that answers a message of the present protocol. */
export async function answerOf(socket: Socket): Promise<Document> {
  return deserialize((await receive(socket)).subarray(21));
}
