import type { Request } from 'express';
import type { SessionData } from 'express-session';
import type { Viewer } from '../../shared/viewer.ts';
import { part } from '../part.ts';

/** Derives viewers from sessions. */
export interface Viewers {
  /**
   * The viewer of a request. Drops from the session what is no longer valid. `actorId`: the signed-in person, an admin
   * during impersonation.
   */
  ofRequest(req: Request): Promise<{ viewer: Viewer; actorId: string | null }>;
  /**
   * The same for a socket, which has a session but no query. `signInId`: the session's sign-in; null if nobody is
   * signed in.
   */
  ofSession(
    session: SessionData | undefined,
    facts: Pick<Viewer, 'presentedKey' | 'ip'>,
  ): Promise<{ viewer: Viewer; signInId: string | null }>;
}

/** Provided by the feature that knows which factors a session has passed. */
export const viewersPart = part<Viewers>('viewers', ['web']);
