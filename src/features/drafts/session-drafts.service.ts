import type { Request } from 'express';
import type { SessionData } from 'express-session';
import { saveSession } from '../../platform/http/sessions.ts';
import type { Drafts } from '../../shared/viewer.ts';

declare module 'express-session' {
  interface SessionData {
    /** Events created before registration; they go to the account that signs in. */
    preparedEventIds?: string[];
    /** Clips added before registration; they are linked to the account that signs in. */
    contributedMediaIds?: string[];
    /** Drafts put away when someone signed out; claiming them requires the recipient's name. */
    putAwayEventIds?: string[];
    /** The signed-in user said that those drafts belong to someone else. */
    hidesPutAway?: true;
  }
}

const PREPARED_MAX = 20;
const CONTRIBUTED_MAX = 40;

/** The drafts of a session. */
export function draftsIn(session: Partial<SessionData> | undefined): Drafts {
  return {
    preparedEventIds: session?.preparedEventIds ?? [],
    contributedMediaIds: session?.contributedMediaIds ?? [],
  };
}

/** The part that survives the new session of a sign-in; contributions do not. */
export function lastingDrafts(
  session: Partial<SessionData>,
): Pick<SessionData, 'preparedEventIds' | 'putAwayEventIds'> {
  const { preparedEventIds = [], putAwayEventIds } = session;
  return {
    ...(preparedEventIds.length > 0 && { preparedEventIds }),
    ...(putAwayEventIds && { putAwayEventIds }),
  };
}

/** Remembers a draft event of this browser; the oldest is dropped after 20. */
export async function rememberPrepared(req: Request, eventId: string): Promise<void> {
  const others = (req.session.preparedEventIds ?? []).filter((id) => id !== eventId);
  req.session.preparedEventIds = [...others, eventId].slice(-PREPARED_MAX);
  await saveSession(req);
}

/** Remembers a clip that this browser added without an account; the oldest is dropped after 40. */
export async function rememberContributed(req: Request, mediaId: string): Promise<void> {
  const others = (req.session.contributedMediaIds ?? []).filter((id) => id !== mediaId);
  req.session.contributedMediaIds = [...others, mediaId].slice(-CONTRIBUTED_MAX);
  await saveSession(req);
}

/** Replaces this browser's drafts by those that have no account yet. */
export async function keepDrafts(req: Request, { preparedEventIds, contributedMediaIds }: Drafts): Promise<void> {
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

/** Puts a session's drafts away when another person's turn begins in it. */
export function putAwayIn(session: Partial<SessionData>): void {
  const putAway = allPutAway(session);
  if (putAway.length > 0) session.putAwayEventIds = putAway;
  delete session.preparedEventIds;
  delete session.contributedMediaIds;
}

/** Drops drafts that were put away, once their owner claimed them. */
export async function takeOut(req: Request, eventIds: readonly string[]): Promise<void> {
  const others = (req.session.putAwayEventIds ?? []).filter((id) => !eventIds.includes(id));
  if (others.length > 0) req.session.putAwayEventIds = others;
  else delete req.session.putAwayEventIds;
  await saveSession(req);
}

/** Drafts put away before, and those of now. */
export function allPutAway({ putAwayEventIds = [], preparedEventIds = [] }: Partial<SessionData>): string[] {
  return [...new Set([...putAwayEventIds, ...preparedEventIds])].slice(-PREPARED_MAX);
}
