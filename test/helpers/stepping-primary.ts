import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { deserialize, serialize } from 'bson';

/** What a server answers that has lost its place, or its majority. */
export interface StepDown {
  code: number;
  /** The write is done, but could not be confirmed: the error is one of the write concern. */
  isWriteConcern?: boolean;
  /** As newer servers send them. */
  errorLabels?: string[];
}

export interface SteppingPrimary {
  /** Address of the stand-in, with a database's name. */
  uri(name: string): string;
  /** From now on commands of clients are answered with this error. */
  stepDown(answer: StepDown): void;
  /** From now on they are passed on again. */
  stepUp(): void;
  /** How many commands were refused. */
  refused(): number;
  close(): Promise<void>;
}

const OP_MSG = 2013;
const HEADER_BYTES = 16;
/** The driver finds out about servers by these, and each server answers them in every state. */
const ALWAYS = ['hello', 'ismaster', 'isMaster', 'ping', 'endSessions', 'saslStart', 'saslContinue'];
const WRITES = ['insert', 'update', 'delete', 'findAndModify'];

/** A proxy in front of a MongoDB server that plays a primary which steps down and comes back. */
export async function steppingPrimary(target: string): Promise<SteppingPrimary> {
  const { hostname, port, username, password, search } = new URL(target);
  const login = username && `${username}:${password}@`;
  const sockets = new Set<Socket>();
  let state: StepDown | null = null;
  let count = 0;

  const server = createServer((client) => {
    // A server at a socket has its path for a host.
    const upstream = port === '' ? connect(decodeURIComponent(hostname)) : connect(Number(port), hostname);
    const unconfirmed = new Map<number, StepDown>();
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    onMessages(client, (message) => {
      const name = commandOf(message);
      if (state === null || name === null || ALWAYS.includes(name)) return upstream.write(message);
      count += 1;
      if (!state.isWriteConcern) return client.write(answerTo(message.readInt32LE(4), errorOf(state)));
      if (WRITES.includes(name)) unconfirmed.set(message.readInt32LE(4), state);
      return upstream.write(message);
    });
    onMessages(upstream, (message) => {
      const id = message.readInt32LE(8);
      const refusal = unconfirmed.get(id);
      unconfirmed.delete(id);
      if (!refusal) return client.write(unwatchable(message));
      const body = deserialize(message.subarray(HEADER_BYTES + 5), { promoteValues: false });
      const { code, codeName, errmsg } = errorOf(refusal);
      return client.write(answerTo(id, { ...body, writeConcernError: { code, codeName, errmsg } }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    uri: (name) => `mongodb://${login}127.0.0.1:${(server.address() as AddressInfo).port}/${name}${search}`,
    stepDown(answer) {
      state = answer;
    },
    stepUp() {
      state = null;
    },
    refused: () => count,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function onMessages(socket: Socket, take: (message: Buffer) => void): void {
  let received = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 4 && received.length >= received.readInt32LE(0)) {
      const length = received.readInt32LE(0);
      take(received.subarray(0, length));
      received = received.subarray(length);
    }
  });
}

/** Null for a message that is not in today's form, as the first one of a connection may be. */
function commandOf(message: Buffer): string | null {
  if (message.readInt32LE(12) !== OP_MSG) return null;
  const [name] = Object.keys(
    deserialize(message.subarray(HEADER_BYTES + 5), { allowObjectSmallerThanBufferSize: true }),
  );
  return name ?? null;
}

/**
 * The answer of a server that can't be watched, which clients ask again after each refusal. One that watches would wait to be told
 * of the new primary, and the server behind this one never tells.
 */
function unwatchable(message: Buffer): Buffer {
  const before = message.readInt32LE(12) === OP_MSG ? HEADER_BYTES + 5 : HEADER_BYTES + 20;
  const { topologyVersion, ...body } = deserialize(message.subarray(before), { promoteValues: false });
  if (topologyVersion === undefined) return message;
  const changed = Buffer.concat([message.subarray(0, before), serialize(body)]);
  changed.writeInt32LE(changed.length, 0);
  return changed;
}

function errorOf({ code, errorLabels }: StepDown) {
  return { ok: 0, code, codeName: `Code${code}`, errmsg: 'not primary', ...(errorLabels && { errorLabels }) };
}

function answerTo(requestId: number, body: object): Buffer {
  const document = serialize(body);
  const header = Buffer.alloc(HEADER_BYTES + 5);
  header.writeInt32LE(header.length + document.length, 0);
  header.writeInt32LE(requestId, 8);
  header.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([header, document]);
}
