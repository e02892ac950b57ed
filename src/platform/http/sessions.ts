import { createHash } from 'node:crypto';
import { MongoStore } from 'connect-mongo';
import type { Request, Response } from 'express';
import session, { type SessionData } from 'express-session';
import type { Connection } from 'mongoose';
import { SESSION_LENGTH } from '../../shared/limits.ts';
import type { Config } from '../config.ts';
import { wantIndexes } from '../migrations/wanted-indexes.ts';
import { platform } from '../platform.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import { run } from './parse-request.ts';

declare module 'express-session' {
  // What a feature keeps in a session it declares itself, beside the code that writes it.
  interface SessionData {
    /** Set on what is read from the store: this session exists and must not be made again. */
    isStored?: true;
  }
}

export const SESSION_COOKIE = 'vd_sid';
/** A session that is used is written again at most this often, in seconds. */
const TOUCH_AFTER = 60 * 60;

export interface Sessions {
  /**
   * Loads the visitor's session into `req.session`, once a request. A visitor without the cookie costs no database read,
   * and nothing is stored or set until something is written into the session.
   */
  load(req: Request, res: Response): Promise<void>;
  /** Gives a visitor without a stored session the one named, if it still exists; its cookie goes out with the answer. */
  resume(req: Request, sessionId: string): Promise<void>;
}

/** Sessions in the database behind `connection`: 30 days rolling, id signed with the configured secret. */
export function createSessions(
  connection: Connection,
  config: Pick<Config, 'appOrigin' | 'sessionSecret' | 'env'>,
): Sessions {
  const cookie = { ...cookieOptions(config), maxAge: SESSION_LENGTH };
  const middleware = session({
    name: cookieName(config, SESSION_COOKIE),
    secret: config.sessionSecret,
    store: createStore(connection),
    resave: false,
    saveUninitialized: false,
    rolling: true,
    cookie,
    // Secure cookies require a TLS connection, which may end at a proxy. Trusting its header is safe: a false value
    // only makes a cookie that browsers send over TLS.
    ...(cookie.secure && { proxy: true }),
  });
  return {
    async load(req, res) {
      if (!req.session) await run(middleware, req, res);
    },
    async resume(req, sessionId) {
      if (req.session.isStored) return;
      const data = await readSession(req, sessionId);
      if (!data) return;
      req.sessionID = sessionId;
      req.sessionStore.createSession(req, data);
    },
  };
}

/** The id of the visitor's session where there is something in it; null where nothing is kept. */
export function sessionIdOf({ session, sessionID }: Request): string | null {
  // Logging out leaves the request without one, which the types don’t say.
  if (!session) return null;
  const isKept = Object.entries(session).some(([name, value]) => name !== 'cookie' && typeof value !== 'function');
  return isKept ? sessionID : null;
}

function readSession(req: Request, id: string): Promise<SessionData | null> {
  return new Promise((resolve, reject) =>
    req.sessionStore.get(id, (error: unknown, data) => (error ? reject(error) : resolve(data ?? null))),
  );
}

/** Whether a request has a session cookie, valid or not. */
export function hasSessionCookie(header: string | undefined): boolean {
  return header !== undefined && /(?:^|;\s*)(?:__Host-)?vd_sid=/.test(header);
}

/** Renews the session's id and lets `change` edit its data; the rest is kept, and the old id becomes invalid. */
export async function rotateSession(req: Request, change: (data: Partial<SessionData>) => void): Promise<void> {
  // Neither its cookie nor that it was stored holds for the new one.
  const { cookie: _cookie, isStored: _isStored, ...kept } = req.session;
  const data = Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value !== 'function'));
  await renewSession(req);
  change(Object.assign(req.session, data));
  await saveSession(req);
}

/** Empties a session and gives it a new id; what was kept under the old one is gone from the store. */
export function renewSession(req: Request): Promise<void> {
  return new Promise((resolve, reject) =>
    req.session.regenerate((error: unknown) => (error ? reject(error) : resolve())),
  );
}

/** Ends a session: it is gone from the store before this returns, and its cookie is taken back. */
export async function destroySession(req: Request, res: Response): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    req.session.destroy((error: unknown) => (error ? reject(error) : resolve())),
  );
  const { config } = platform();
  res.clearCookie(cookieName(config, SESSION_COOKIE), cookieOptions(config));
}

/** Writes before the answer goes out, so that a quick next request finds it. */
export function saveSession(req: Request): Promise<void> {
  return new Promise((resolve, reject) => req.session.save((error: unknown) => (error ? reject(error) : resolve())));
}

// Without it, expired sessions are stored longer, but they are still rejected.
wantIndexes('sessions', [{ key: { expires: 1 }, expireAfterSeconds: 0 }]);

function createStore(connection: Connection): MongoStore {
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
 * Prevents a concurrent request from restoring an ended session: stored sessions are only updated, never inserted
 * again. connect-mongo would insert them, and report touching a missing session as an error.
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
