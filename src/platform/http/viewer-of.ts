import type { Request } from 'express';
import { kindOfKey } from '../../shared/keys.ts';
import type { Viewer, ViewerUser } from '../../shared/viewer.ts';

/** Finds the user of a session; null when the account has gone. */
export type LoadUser = (userId: string) => Promise<ViewerUser | null>;

/** Who is asking, from a loaded session and what the address presents. */
export async function viewerOf(req: Request, loadUser: LoadUser): Promise<Viewer> {
  const userId = req.session?.userId;
  return {
    user: userId ? await loadUser(userId) : null,
    isImpersonated: userId !== undefined && req.session.impersonatorId !== undefined,
    presentedKey: presentedKey(req),
    preparedEventIds: req.session?.preparedEventIds ?? [],
    ip: req.ip ?? '',
  };
}

function presentedKey(req: Request): string | null {
  for (const value of [req.query.v, req.query.privateKey, req.headers['x-event-key']]) {
    const kind = kindOfKey(value);
    if (kind === 'privateKey' || kind === 'viewKey' || kind === 'receipt') return String(value);
  }
  return null;
}
