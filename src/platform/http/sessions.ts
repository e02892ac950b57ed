import { createHash } from 'node:crypto';
import { MongoStore } from 'connect-mongo';
import type { Request, Response } from 'express';
import session, { type SessionData } from 'express-session';
import type { Connection } from 'mongoose';
import { SESSION_LENGTH } from '../../shared/limits.ts';
import type { Carried } from '../../shared/viewer.ts';
import type { Config } from '../config.ts';
import { domainEvent } from '../domain-events.ts';
import { wantIndexes } from '../migrations/wanted-indexes.ts';
import { platform } from '../platform.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import { run } from './parse-request.ts';

declare module 'express-session' {
  interface SessionData {
    userId?: string;
    /** Names the record of this sign-in; the session holds for as long as that is there. */
    signInId?: string;
    /** When the person last proved who they are, in epoch milliseconds. */
    confirmedAt?: number;
    /** When a second step was last passed in this session, in epoch milliseconds; absent where none ever was. */
    secondStepAt?: number;
    /** Who passed the first step of a sign-in and still owes the second, how, and until when in epoch milliseconds. */
    pendingUserId?: string;
    pendingVia?: string;
    pendingUntil?: number;
    /** A provider's account that is added to theirs once the second step is passed. */
    pendingIdentity?: { provider: string; subject: string; email: string | null };
    /** What goes to them then instead of what this browser prepared. */
    pendingCarried?: Carried;
    /** The admin who acts as `userId`. */
    impersonatorId?: string;
    /** Names one time of acting for somebody, from its start to its stop. */
    impersonationId?: string;
    /** When that ends by itself, in epoch milliseconds. */
    impersonationUntil?: number;
    /** Events created before registration; they go to the account that signs in. */
    preparedEventIds?: string[];
    /** Clips added before registration; they are linked to the account that signs in. */
    contributedMediaIds?: string[];
    /** Drafts put away when someone signed out; claiming them requires the recipient's name. */
    putAwayEventIds?: string[];
    /** The signed-in user said that those drafts belong to someone else. */
    hidesPutAway?: true;
    /** Set on what is read from the store: this session exists and must not be made again. */
    isStored?: true;
  }
}

/** Asked for; signed out or in as somebody else; the hour is over, no admin any more, or nobody there to act for. */
export type ImpersonationEnd = 'asked' | 'signed-out' | 'signed-in' | 'over';

export interface ImpersonationEnded {
  userId: string;
  impersonatorId: string;
  impersonationId: string;
  why: ImpersonationEnd;
}

/** An admin who acted for somebody is themselves again; told at least once. */
export const impersonationEnded = domainEvent<ImpersonationEnded>('impersonation.ended');

export const SESSION_COOKIE = 'vd_sid';
const PREPARED_MAX = 20;
const CONTRIBUTED_MAX = 40;
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

/** Signs in: renews the session's id against fixation and drops everything except drafts. Returns the drafts. */
export async function startSession(
  req: Request,
  facts: Required<Pick<SessionData, 'userId' | 'signInId' | 'confirmedAt'>> & Pick<SessionData, 'secondStepAt'>,
): Promise<Carried> {
  const { preparedEventIds = [], contributedMediaIds = [], putAwayEventIds } = req.session;
  await tellActingEnded(req, 'signed-in');
  await renew(req);
  Object.assign(req.session, facts, preparedEventIds.length > 0 && { preparedEventIds });
  if (putAwayEventIds) req.session.putAwayEventIds = putAwayEventIds;
  await saveSession(req);
  return { preparedEventIds, contributedMediaIds };
}

/** Takes out of a session who it belonged to, and puts away what was prepared there. Written when the answer goes out. */
export function forgetUser(session: Partial<SessionData>): void {
  putAwayIn(session);
  delete session.userId;
  delete session.signInId;
  delete session.confirmedAt;
  delete session.secondStepAt;
  delete session.impersonatorId;
  delete session.impersonationId;
  delete session.impersonationUntil;
}

/** Renews the session's id and lets `change` edit its data; the rest is kept, and the old id becomes invalid. */
export async function rotateSession(req: Request, change: (data: Partial<SessionData>) => void): Promise<void> {
  // Neither its cookie nor that it was stored holds for the new one.
  const { cookie: _cookie, isStored: _isStored, ...kept } = req.session;
  const data = Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value !== 'function'));
  await renew(req);
  change(Object.assign(req.session, data));
  await saveSession(req);
}

/** Makes the session the admin's own again who acted for somebody. `isNew`: under a new id. */
export async function endActing(req: Request, why: ImpersonationEnd, { isNew }: { isNew: boolean }): Promise<void> {
  await tellActingEnded(req, why);
  const change = (data: Partial<SessionData>) => {
    if (data.impersonatorId !== undefined) data.userId = data.impersonatorId;
    delete data.impersonatorId;
    delete data.impersonationId;
    delete data.impersonationUntil;
  };
  if (isNew) return rotateSession(req, change);
  change(req.session);
  return saveSession(req);
}

async function tellActingEnded({ session }: Request, why: ImpersonationEnd): Promise<void> {
  const { userId = '', impersonatorId, impersonationId = '' } = session;
  if (impersonatorId === undefined) return;
  await impersonationEnded.emit({ userId, impersonatorId, impersonationId, why });
}

/**
 * Signs out: the session is gone from the store before this returns, and its cookie is taken back. Events that were prepared
 * here and belong to nobody are put away into a new session, which shows them to nobody.
 */
export async function endSession(req: Request, res: Response): Promise<void> {
  await tellActingEnded(req, 'signed-out');
  const putAway = allPutAway(req.session);
  if (putAway.length > 0) {
    await renew(req);
    req.session.putAwayEventIds = putAway;
    return saveSession(req);
  }
  await new Promise<void>((resolve, reject) =>
    req.session.destroy((error: unknown) => (error ? reject(error) : resolve())),
  );
  const { config } = platform();
  res.clearCookie(cookieName(config, SESSION_COOKIE), cookieOptions(config));
}

/** Remembers that this browser made an event before it had an account; the oldest is forgotten past 20. */
export async function rememberPrepared(req: Request, eventId: string): Promise<void> {
  const others = (req.session.preparedEventIds ?? []).filter((id) => id !== eventId);
  req.session.preparedEventIds = [...others, eventId].slice(-PREPARED_MAX);
  await saveSession(req);
}

/** Remembers that this browser added a clip before it had an account; the oldest is forgotten past 40. */
export async function rememberContributed(req: Request, mediaId: string): Promise<void> {
  const others = (req.session.contributedMediaIds ?? []).filter((id) => id !== mediaId);
  req.session.contributedMediaIds = [...others, mediaId].slice(-CONTRIBUTED_MAX);
  await saveSession(req);
}

/** Keeps of what this browser prepared and contributed what still belongs to nobody, and forgets the rest. */
export async function keepCarried(req: Request, { preparedEventIds, contributedMediaIds }: Carried): Promise<void> {
  delete req.session.preparedEventIds;
  delete req.session.contributedMediaIds;
  if (preparedEventIds.length > 0) req.session.preparedEventIds = [...preparedEventIds];
  if (contributedMediaIds.length > 0) req.session.contributedMediaIds = [...contributedMediaIds];
  await saveSession(req);
}

/**
 * Puts this browser's drafts away because the signed-in user said that they belong to someone else; they are not asked
 * again.
 */
export async function putAwayPrepared(req: Request): Promise<void> {
  putAwayIn(req.session);
  req.session.hidesPutAway = true;
  await saveSession(req);
}

/** Puts away what a session prepared, as somebody else's turn begins in it. */
export function putAwayIn(session: Partial<SessionData>): void {
  const putAway = allPutAway(session);
  if (putAway.length > 0) session.putAwayEventIds = putAway;
  delete session.preparedEventIds;
  delete session.contributedMediaIds;
}

/** Forgets events that were put away, once their maker has them. */
export async function takeOut(req: Request, eventIds: readonly string[]): Promise<void> {
  const others = (req.session.putAwayEventIds ?? []).filter((id) => !eventIds.includes(id));
  if (others.length > 0) req.session.putAwayEventIds = others;
  else delete req.session.putAwayEventIds;
  await saveSession(req);
}

function allPutAway({ putAwayEventIds = [], preparedEventIds = [] }: Partial<SessionData>): string[] {
  return [...new Set([...putAwayEventIds, ...preparedEventIds])].slice(-PREPARED_MAX);
}

/** Gives the session a new id and nothing else; what was kept under the old one is gone from the store. */
function renew(req: Request): Promise<void> {
  return new Promise((resolve, reject) =>
    req.session.regenerate((error: unknown) => (error ? reject(error) : resolve())),
  );
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
