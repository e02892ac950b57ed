import { createHash } from 'node:crypto';
import { MongoStore } from 'connect-mongo';
import type { Request, Response } from 'express';
import session, { type SessionData } from 'express-session';
import type { Connection } from 'mongoose';
import { SESSION_LENGTH } from '../../shared/limits.ts';
import type { Config } from '../config.ts';
import { run } from './parse-request.ts';

declare module 'express-session' {
  interface SessionData {
    userId?: string;
    /** The admin who acts as `userId`. */
    impersonatorId?: string;
    /** Events made before there was an account; they go to whoever signs in. */
    preparedEventIds?: string[];
    /** Set on what is read from the store: this session exists and must not be made again. */
    isStored?: true;
  }
}

export const SESSION_COOKIE = 'vd_sid';
const PREPARED_MAX = 20;
/** A session that is used is written again at most this often, in seconds. */
const TOUCH_AFTER = 60 * 60;

export interface Sessions {
  /**
   * Loads the visitor's session into `req.session`, once a request. A visitor without the cookie costs no database read,
   * and nothing is stored or set until something is written into the session.
   */
  load(req: Request, res: Response): Promise<void>;
}

/** Sessions in the database behind `connection`: 30 days rolling, id signed with the configured secret. */
export function createSessions(
  connection: Connection,
  config: Pick<Config, 'appOrigin' | 'sessionSecret' | 'env'>,
): Sessions {
  const cookie = { ...cookieOptions(config), maxAge: SESSION_LENGTH };
  const middleware = session({
    name: SESSION_COOKIE,
    secret: config.sessionSecret,
    store: createStore(connection),
    resave: false,
    saveUninitialized: false,
    rolling: true,
    cookie,
    // A secure cookie is only sent on a secure connection, which ends at a proxy; what the proxy says of it is believed
    // here, as a lie would only make a cookie that browsers send over TLS alone.
    ...(cookie.secure && { proxy: true }),
  });
  return {
    async load(req, res) {
      if (!req.session) await run(middleware, req, res);
    },
  };
}

/** Whether a request carries a session cookie at all; says nothing about whether it is a good one. */
export function hasSessionCookie(header: string | undefined): boolean {
  return header !== undefined && /(?:^|;\s*)vd_sid=/.test(header);
}

/**
 * Signs in: the session gets a new id, so that one planted before is worth nothing, and keeps what was prepared.
 * Returns the prepared events.
 */
export async function startSession(req: Request, userId: string): Promise<string[]> {
  const prepared = req.session.preparedEventIds ?? [];
  await new Promise<void>((resolve, reject) =>
    req.session.regenerate((error: unknown) => (error ? reject(error) : resolve())),
  );
  req.session.userId = userId;
  if (prepared.length > 0) req.session.preparedEventIds = prepared;
  await saveSession(req);
  return prepared;
}

/** Signs out: the session is gone from the store before this returns, and its cookie is taken back. */
export async function endSession(req: Request, res: Response): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    req.session.destroy((error: unknown) => (error ? reject(error) : resolve())),
  );
  res.clearCookie(SESSION_COOKIE, { path: '/', httpOnly: true, sameSite: 'lax' });
}

/** Remembers that this browser made an event before it had an account; the oldest is forgotten past 20. */
export async function rememberPrepared(req: Request, eventId: string): Promise<void> {
  const others = (req.session.preparedEventIds ?? []).filter((id) => id !== eventId);
  req.session.preparedEventIds = [...others, eventId].slice(-PREPARED_MAX);
  await saveSession(req);
}

/** Forgets prepared events, once they have an owner. */
export async function forgetPrepared(req: Request): Promise<void> {
  delete req.session.preparedEventIds;
  await saveSession(req);
}

/** Writes before the answer goes out, so that a quick next request finds it. */
function saveSession(req: Request): Promise<void> {
  return new Promise((resolve, reject) => req.session.save((error: unknown) => (error ? reject(error) : resolve())));
}

function cookieOptions(config: Pick<Config, 'appOrigin' | 'env'>) {
  const { protocol, hostname } = new URL(config.appOrigin);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  // A built app tried out on one's own machine has no TLS; a browser would drop a secure cookie there.
  const secure = protocol === 'https:' || (config.env === 'production' && !isLocal);
  return { path: '/', httpOnly: true, sameSite: 'lax' as const, secure };
}

function createStore(connection: Connection): MongoStore {
  // The store's own way of making it would never recover from a database that is away for a moment. Without the index
  // old sessions stay longer; they are not believed all the same.
  connection
    .collection('sessions')
    .createIndex({ expires: 1 }, { expireAfterSeconds: 0 })
    .catch(() => undefined);
  const store = MongoStore.create({
    client: connection.getClient() as never,
    dbName: connection.name,
    collectionName: 'sessions',
    ttl: SESSION_LENGTH / 1000,
    touchAfter: TOUCH_AFTER,
    autoRemove: 'disabled',
    // A copy of the database must not be a bunch of keys to every account.
    transformId: (id) => createHash('sha256').update(id).digest('base64url'),
    serialize: (data) => JSON.stringify({ ...data, isStored: true }),
    unserialize: (text) => JSON.parse(String(text)) as SessionData,
  });
  return keepEnded(store);
}

/**
 * A request in flight while its session ends must not bring it back: what was read from the store is only ever updated.
 * connect-mongo would insert it anew, and report a touched session that has gone as an error.
 */
function keepEnded(store: MongoStore): MongoStore {
  const insert = store.set.bind(store);
  const touch = store.touch.bind(store);
  store.set = (id, data, done = () => undefined) => {
    if (!data.isStored) {
      insert(id, data, done);
      return;
    }
    updateStored(store, id, data).then(() => done(null), done);
  };
  store.touch = (id, data, done = () => undefined) => {
    touch(id, data, (error: unknown) => done(error instanceof Error && /to touch/.test(error.message) ? null : error));
  };
  return store;
}

async function updateStored(store: MongoStore, id: string, data: SessionData): Promise<void> {
  const collection = await store.collectionP;
  await collection.updateOne(
    { _id: createHash('sha256').update(id).digest('base64url') },
    {
      $set: {
        session: JSON.stringify(data),
        expires: new Date(Date.now() + SESSION_LENGTH),
        lastModified: new Date(),
      },
    },
  );
}
