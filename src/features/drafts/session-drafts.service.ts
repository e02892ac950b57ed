import type { Request } from 'express';
import type { SessionData } from 'express-session';
import { saveSession } from '../../platform/http/sessions.ts';
import type { Drafts } from '../../shared/viewer.ts';

declare module 'express-session' {
  interface SessionData {
    /** Events made before there was an account; they go to whoever signs in. */
    preparedEventIds?: string[];
    /** Clips added before there was an account; whoever signs in has them among their own. */
    contributedMediaIds?: string[];
    /** Drafts that were prepared here before somebody signed out; their maker has to tell whom they are for. */
    putAwayEventIds?: string[];
    /** Whoever is signed in said that those are somebody else's. */
    hidesPutAway?: true;
  }
}

const PREPARED_MAX = 20;
const CONTRIBUTED_MAX = 40;

/** What a session prepared and contributed. */
export function draftsIn(session: Partial<SessionData> | undefined): Drafts {
  return {
    preparedEventIds: session?.preparedEventIds ?? [],
    contributedMediaIds: session?.contributedMediaIds ?? [],
  };
}

/** What of it outlasts a sign-in until it is handed over: contributions are not among it. */
export function lastingDrafts(
  session: Partial<SessionData>,
): Pick<SessionData, 'preparedEventIds' | 'putAwayEventIds'> {
  const { preparedEventIds = [], putAwayEventIds } = session;
  return {
    ...(preparedEventIds.length > 0 && { preparedEventIds }),
    ...(putAwayEventIds && { putAwayEventIds }),
  };
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

/** Keeps of what this browser prepared and contributed only what has no account yet. */
export async function keepDrafts(req: Request, { preparedEventIds, contributedMediaIds }: Drafts): Promise<void> {
  delete req.session.preparedEventIds;
  delete req.session.contributedMediaIds;
  if (preparedEventIds.length > 0) req.session.preparedEventIds = [...preparedEventIds];
  if (contributedMediaIds.length > 0) req.session.contributedMediaIds = [...contributedMediaIds];
  await saveSession(req);
}

/** Puts away what was prepared here, as whoever is signed in says that it is somebody else's; they are not asked again. */
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

/** What was put away, with what is prepared now. */
export function allPutAway({ putAwayEventIds = [], preparedEventIds = [] }: Partial<SessionData>): string[] {
  return [...new Set([...putAwayEventIds, ...preparedEventIds])].slice(-PREPARED_MAX);
}
