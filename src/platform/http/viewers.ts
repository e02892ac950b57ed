import type { Request } from 'express';
import type { SessionData } from 'express-session';
import type { Viewer } from '../../shared/viewer.ts';

/** What the product reads of a session. Made by the feature that writes sessions, handed to everything that serves requests. */
export interface Viewers {
  /**
   * Who makes a request, from its loaded session and what the address presents. Takes out of the session what no longer holds.
   * `actorId`: who is really there, where an admin acts for somebody; null where nobody is signed in.
   */
  ofRequest(req: Request): Promise<{ viewer: Viewer; actorId: string | null }>;
  /**
   * The same for a connection, which has a session but no query of its own. `signInId` names the sign-in that the session
   * belongs to; null where nobody is signed in.
   */
  ofSession(
    session: SessionData | undefined,
    facts: Pick<Viewer, 'presentedKey' | 'ip'>,
  ): Promise<{ viewer: Viewer; signInId: string | null }>;
}
