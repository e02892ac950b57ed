import { createHash } from 'node:crypto';
import { MongoStore } from 'connect-mongo';
import type { Request, Response } from 'express';
import session, { type SessionData } from 'express-session';
import type { Connection } from 'mongoose';
import { SESSION_LENGTH } from '../../shared/limits.ts';
import type { Config } from '../config.ts';
import { wantIndexes } from '../migrations/wanted-indexes.ts';
import { platform } from '../platform.ts';
import { cookieName, cookieOptions, readCookie } from './cookies.ts';
import { run } from './parse-request.ts';

declare module 'express-session' {
  // Each feature declares its own fields next to the code that writes them.
  interface SessionData {
    /** Set on sessions read from the store, which must only be updated, never inserted. */
    isStored?: true;
    /** When the store last wrote it. */
    lastModified?: Date;
  }
}

export const SESSION_COOKIE = 'vd_sid';
/** Minimum interval between writes that only extend a session, in milliseconds. */
const TOUCH_AFTER = 3_600_000;

export interface Sessions {
  /**
   * Loads the session into `req.session`, once a request. Without a cookie it reads nothing; an empty session is not
   * stored.
   */
  load(req: Request, res: Response): Promise<void>;
  /**
   * Extends the session and its cookie, once an hour. Only with requests that are answered soon: the cookie of a session
   * that another request has replaced meanwhile would sign the browser out.
   */
  extend(req: Request, res: Response): Promise<void>;
  /** Continues another stored session, if it still exists and this request has none; sends its cookie. */
  resume(req: Request, sessionId: string): Promise<void>;
}

/** Sessions in the database behind `connection`: 30 days rolling, id signed with the configured secret. */
export function createSessions(connection: Connection, config: Pick<Config, 'appOrigin' | 'sessionSecret'>): Sessions {
  const cookie = { ...cookieOptions(config), maxAge: SESSION_LENGTH };
  const name = cookieName(config, SESSION_COOKIE);
  const store = createStore(connection);
  const middleware = session({
    name,
    secret: config.sessionSecret,
    store,
    resave: false,
    saveUninitialized: false,
    rolling: false,
    cookie,
  });
  return {
    async load(req, res) {
      if (req.session) return;
      // TLS may end at a proxy that says nothing of it; express-session would then send no cookie.
      if (cookie.secure) Object.defineProperty(req, 'secure', { value: true });
      await run(middleware, req, res);
    },
    async extend(req, res) {
      const { method, session } = req;
      if (method !== 'GET' || !session?.isStored) return;
      const age = Date.now() - (session.lastModified?.getTime() ?? 0);
      if (age < TOUCH_AFTER || !(await touchStored(store, req.sessionID))) return;
      res.cookie(name, readCookie(req, name), { ...cookie, encode: String });
    },
    async resume(req, sessionId) {
      if (req.session.isStored) return;
      const data = await readSession(req, sessionId);
      if (!data) return;
      req.sessionID = sessionId;
      req.sessionStore.createSession(req, data).cookie.maxAge = SESSION_LENGTH;
    },
  };
}

/** Id of the session; null if it is empty. */
export function sessionIdOf({ session, sessionID }: Request): string | null {
  // Absent after logging out, unlike in the types.
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
  // Both belong to the old session only.
  const { cookie: _cookie, isStored: _isStored, ...kept } = req.session;
  const data = Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value !== 'function'));
  await renewSession(req);
  change(Object.assign(req.session, data));
  await saveSession(req);
}

/** Empties a session and gives it a new id; deletes the old one from the store. */
export function renewSession(req: Request): Promise<void> {
  return new Promise((resolve, reject) =>
    req.session.regenerate((error: unknown) => (error ? reject(error) : resolve())),
  );
}

/** Ends a session: deletes it from the store, then clears its cookie. */
export async function destroySession(req: Request, res: Response): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    req.session.destroy((error: unknown) => (error ? reject(error) : resolve())),
  );
  const { config } = platform();
  res.clearCookie(cookieName(config, SESSION_COOKIE), cookieOptions(config));
}

/** Saves before the answer is sent, so that an immediate next request finds it. */
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
    // Makes it tell when it last wrote a session.
    touchAfter: TOUCH_AFTER / 1000,
    autoRemove: 'disabled',
    transformId: storedId,
    serialize: (data) => JSON.stringify({ ...data, isStored: true }),
    unserialize(text): SessionData {
      const data: SessionData = JSON.parse(String(text));
      // Without an expiry, express-session sends the cookie of new sessions only; `extend` sends that of stored ones.
      Object.assign(data.cookie, { expires: null, originalMaxAge: null });
      return data;
    },
  });
  return keepEnded(store);
}

/** Prevents a concurrent request from restoring an ended session: connect-mongo would insert it again. */
function keepEnded(store: MongoStore): MongoStore {
  const insert = store.set.bind(store);
  store.set = (id, data, done = () => undefined) => {
    if (!data.isStored) {
      insert(id, data, done);
      return;
    }
    updateStored(store, id, data).then(() => done(null), done);
  };
  // It would come too late for the cookie, see `extend`.
  store.touch = (_id, _data, done = () => undefined) => done(null);
  return store;
}

async function updateStored(store: MongoStore, id: string, data: SessionData): Promise<void> {
  await writeStored(store, id, { session: JSON.stringify(data) });
}

/** Extends a stored session. False if it has ended. */
function touchStored(store: MongoStore, id: string): Promise<boolean> {
  return writeStored(store, id, {});
}

async function writeStored(store: MongoStore, id: string, facts: { session?: string }): Promise<boolean> {
  const collection = await store.collectionP;
  const times = { expires: new Date(Date.now() + SESSION_LENGTH), lastModified: new Date() };
  const written = await collection.updateOne({ _id: storedId(id) }, { $set: { ...facts, ...times } });
  return written.matchedCount > 0;
}

/** A copy of the database must not allow signing in. */
function storedId(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
