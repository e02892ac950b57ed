import type { Request, Response } from 'express';
import type { SessionData } from 'express-session';
import { destroySession, renewSession, rotateSession, saveSession } from '../../platform/http/sessions.ts';
import type { Drafts } from '../../shared/viewer.ts';
import { allPutAway, draftsIn, lastingDrafts, putAwayIn } from '../drafts/session-drafts.service.ts';
import { type ImpersonationEnd, impersonationEnded } from './domain-events.ts';

declare module 'express-session' {
  interface SessionData {
    userId?: string;
    /** Names the record of this sign-in; the session holds for as long as that is there. */
    signInId?: string;
    /** When the person last proved who they are, in epoch milliseconds. */
    confirmedAt?: number;
    /** When a second step was last passed in this session, in epoch milliseconds; absent where none ever was. */
    secondStepAt?: number;
    /** The admin who acts as `userId`. */
    impersonatorId?: string;
    /** Names one time of acting for somebody, from its start to its stop. */
    impersonationId?: string;
    /** When that ends by itself, in epoch milliseconds. */
    impersonationUntil?: number;
  }
}

/**
 * Makes a session a user's: it gets a new id, so that one planted before is worth nothing, and keeps drafts and nothing else.
 * Returns what was prepared and contributed before.
 */
export async function beginSession(
  req: Request,
  facts: Required<Pick<SessionData, 'userId' | 'signInId' | 'confirmedAt'>> & Pick<SessionData, 'secondStepAt'>,
): Promise<Drafts> {
  const drafts = draftsIn(req.session);
  const lasting = lastingDrafts(req.session);
  await tellActingEnded(req, 'signed-in');
  await renewSession(req);
  Object.assign(req.session, facts, lasting);
  await saveSession(req);
  return drafts;
}

/**
 * Ends a session. Drafts that were prepared here and belong to nobody are put away into a new one, which shows them to nobody.
 */
export async function endSession(req: Request, res: Response): Promise<void> {
  await tellActingEnded(req, 'signed-out');
  const putAwayEventIds = allPutAway(req.session);
  if (putAwayEventIds.length === 0) return destroySession(req, res);
  await renewSession(req);
  Object.assign(req.session, { putAwayEventIds });
  return saveSession(req);
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
