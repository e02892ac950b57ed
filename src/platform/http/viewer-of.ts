import type { Request } from 'express';
import type { SessionData } from 'express-session';
import { kindOfKey } from '../../shared/keys.ts';
import type { Viewer, ViewerUser } from '../../shared/viewer.ts';

/** Finds the user of a session; null when the account has gone. */
export type LoadUser = (userId: string) => Promise<ViewerUser | null>;

/** Who is asking, from a loaded session and what the address presents. */
export function viewerOf(req: Request, loadUser: LoadUser): Promise<Viewer> {
  return viewerOfSession(req.session, { presentedKey: presentedKey(req), ip: req.ip ?? '' }, loadUser);
}

/** The same for a connection, which has a session but no query of its own. */
export async function viewerOfSession(
  session: SessionData | undefined,
  facts: Pick<Viewer, 'presentedKey' | 'ip'>,
  loadUser: LoadUser,
): Promise<Viewer> {
  const userId = session?.userId;
  const user = userId ? await loadUser(userId) : null;
  return {
    user,
    isImpersonated: user !== null && session?.impersonatorId !== undefined,
    preparedEventIds: session?.preparedEventIds ?? [],
    ...facts,
  };
}

function presentedKey(req: Request): string | null {
  for (const value of [req.query.v, req.query.privateKey, req.headers['x-event-key']]) {
    const kind = kindOfKey(value);
    if (kind === 'privateKey' || kind === 'viewKey' || kind === 'receipt') return String(value);
  }
  return null;
}
