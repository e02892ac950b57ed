import type { Request, Response } from 'express';
import type { SessionData } from 'express-session';
import { destroySession, renewSession, rotateSession, saveSession } from '../../platform/http/sessions.ts';
import type { Drafts } from '../../shared/viewer.ts';
import { allPutAway, draftsIn, lastingDrafts, putAwayIn } from '../drafts/session-drafts.service.ts';
import { type ImpersonationEnd, impersonationEnded } from './domain-events.ts';

declare module 'express-session' {
  interface SessionData {
    userId?: string;
    /** The id of the sign-in's record; the session is valid while it exists. */
    signInId?: string;
    /** When the user last proved their identity, in epoch milliseconds. */
    confirmedAt?: number;
    /** When a second step was last passed in this session, in epoch milliseconds; absent without one. */
    secondStepAt?: number;
    /** The admin who acts as `userId`. */
    impersonatorId?: string;
    /** The id of this impersonation. */
    impersonationId?: string;
    /** When it expires, in epoch milliseconds. */
    impersonationUntil?: number;
  }
}

/** Signs in: renews the session's id against fixation and drops everything except drafts. Returns the drafts. */
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

/** Ends a session. Its drafts are put away in a new one, which shows them to nobody. */
export async function endSession(req: Request, res: Response): Promise<void> {
  await tellActingEnded(req, 'signed-out');
  const putAwayEventIds = allPutAway(req.session);
  if (putAwayEventIds.length === 0) return destroySession(req, res);
  await renewSession(req);
  Object.assign(req.session, { putAwayEventIds });
  return saveSession(req);
}

/** Removes the user from a session and puts its drafts away. Saved with the answer. */
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

/** Ends an impersonation. `isNew`: renews the session's id. */
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
