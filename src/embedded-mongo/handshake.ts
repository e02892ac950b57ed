import { setTimeout as delay } from 'node:timers/promises';
import { Binary, Long, ObjectId } from 'bson';
import { isTruthy, MAX_DOCUMENT_BYTES } from './bson.ts';
import { type Command, countField } from './database.ts';
import { check, notImplemented, words } from './errors.ts';
import { MAX_MESSAGE_BYTES } from './wire.ts';

const VERSION = '7.0.0';

let connections = 0;

/** Tells clients one process from the next, and that they may watch it. */
const topologyVersion = { processId: new ObjectId(), counter: Long.ZERO };
/** Milliseconds between two answers to a client that watches. */
const AWAIT = { least: 500, most: 60_000 };

/**
 * A standalone server without retryable writes: reports no replica set, and sessions with a time limit only. Nothing of
 * this changes while the process runs, so a client that watches is answered when its time is over.
 */
export const hello: Command = {
  fields: words`helloOk client compression loadBalanced topologyVersion maxAwaitTimeMS saslSupportedMechs
    speculativeAuthenticate backpressure hostInfo forShell`,
  async run(db, body) {
    const within = Math.min(Math.max(countField(body, 'maxAwaitTimeMS') ?? 0, AWAIT.least), AWAIT.most);
    if (body.topologyVersion !== undefined) await delay(within, undefined, { signal: db.signal });
    return {
      ['ismaster' in body ? 'ismaster' : 'isWritablePrimary']: true,
      ...(isTruthy(body.helloOk) ? { helloOk: true } : {}),
      maxBsonObjectSize: MAX_DOCUMENT_BYTES,
      maxMessageSizeBytes: MAX_MESSAGE_BYTES,
      maxWriteBatchSize: 100_000,
      localTime: new Date(),
      logicalSessionTimeoutMinutes: 30,
      connectionId: ++connections,
      topologyVersion,
      minWireVersion: 0,
      maxWireVersion: 21,
      readOnly: false,
      ...(body.saslSupportedMechs !== undefined && db.client?.login ? { saslSupportedMechs: [MECHANISM] } : {}),
      ok: 1,
    };
  },
};

const MECHANISM = 'SCRAM-SHA-256';

export const saslStart: Command = {
  fields: ['mechanism', 'payload', 'autoAuthorize', 'options'],
  async run({ client }, { mechanism, payload }) {
    if (!client?.login) throw notImplemented('signing in on a unix socket');
    check(mechanism === MECHANISM, 'MechanismUnavailable', `sign in by ${MECHANISM}`);
    const { answer, prove } = client.login.begin(String(payload));
    client.prove = prove;
    return { conversationId: 1, done: false, payload: new Binary(Buffer.from(answer)), ok: 1 };
  },
};

export const saslContinue: Command = {
  fields: ['conversationId', 'payload'],
  async run({ client }, { payload }) {
    const prove = client?.prove;
    check(client && prove, 'AuthenticationFailed', 'Authentication failed.');
    // One try for each nonce.
    client.prove = undefined;
    const last = prove(String(payload));
    client.isTrusted = true;
    return { conversationId: 1, done: true, payload: new Binary(Buffer.from(last)), ok: 1 };
  },
};

export const ping: Command = { fields: [], run: async () => ({ ok: 1 }) };

export const buildInfo: Command = {
  fields: [],
  run: async () => ({
    version: VERSION,
    versionArray: [...VERSION.split('.').map(Number), 0],
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    ok: 1,
  }),
};

export const serverStatus: Command = {
  fields: [],
  run: async (db) => ({
    version: VERSION,
    process: 'embedded-mongo',
    pid: Long.fromNumber(process.pid),
    uptime: (Date.now() - db.startedAt) / 1000,
    localTime: new Date(),
    metrics: { cursor: { open: { total: db.cursors.count } } },
    mem: { resident: Math.round(process.memoryUsage().rss / 1024 / 1024) },
    ok: 1,
  }),
};

export const endSessions: Command = { fields: [], run: async () => ({ ok: 1 }) };
