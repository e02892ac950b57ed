import type { Request } from 'express';
import type { Logger } from 'pino';
import { AppError } from '../../platform/errors.ts';
import { createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import type { Drafts, Viewer, ViewerUser } from '../../shared/viewer.ts';
import { NO_DRAFTS } from './draft-sets.service.ts';
import { draftEvents } from './drafts.parts.ts';
import { handOver } from './hand-over.service.ts';
import { draftsIn, keepDrafts, takeOut } from './session-drafts.service.ts';

/* Drafts of a browser that moved to no account at sign-in. */

const HOUR = 3600;
/** Limits guesses: the next person at a browser must not find the names by trying. */
const names = createLimiter('put-away-names', { points: 10, seconds: HOUR });

/** What My VidDays asks about. */
export interface LeftDrafts {
  /** Titles shown to the user, as nobody has signed out since. */
  titles: string[];
  /** Number of clips sent from here to other events. */
  clips: number;
  /** Something was put away at a sign-out: only someone who knows the recipient's name may claim it. */
  isPutAway: boolean;
}

/** The drafts left in this browser; none during impersonation. */
export async function leftDrafts(viewer: Viewer, { session }: Pick<Request, 'session'>): Promise<LeftDrafts> {
  if (!viewer.user || viewer.isImpersonated) return { titles: [], clips: 0, isPutAway: false };
  const { putAwayEventIds = [], hidesPutAway } = session;
  const [prepared, putAway] = await Promise.all([
    draftEvents().list(viewer.preparedEventIds),
    hidesPutAway ? [] : draftEvents().list(putAwayEventIds),
  ]);
  return {
    titles: prepared.map(({ title }) => title),
    clips: viewer.contributedMediaIds?.length ?? 0,
    isPutAway: putAway.length > 0,
  };
}

/** Gives this browser's drafts to the user who says that they are theirs. */
export async function addToAccount(user: ViewerUser, req: Request, log: Logger): Promise<void> {
  await handOverAll(user, draftsIn(req.session), log);
  await keepDrafts(req, NO_DRAFTS);
}

/** Gives the user those of the drafts put away that are for a recipient of this name. FIELDS_REFUSED without any. */
export async function bringBack(user: ViewerUser, name: string, req: Request, log: Logger): Promise<void> {
  const { isOver, secondsLeft } = await names.count(user.id);
  if (isOver) throw tooMany(secondsLeft, 'That’s a lot of names. Please try again in an hour.');
  const found = await draftEvents().listFor(req.session.putAwayEventIds ?? [], name);
  if (found.length === 0) {
    const words = 'We can’t find anything for that name. Please write it the way you did then.';
    throw new AppError('FIELDS_REFUSED', { message: words, fields: { name: words } });
  }
  const ids = found.map(({ id }) => id);
  await handOverAll(user, { ...NO_DRAFTS, preparedEventIds: ids }, log);
  await takeOut(req, ids);
}

/** Where a feature fails, the drafts stay in the session, and the user can repeat it. */
async function handOverAll(user: ViewerUser, drafts: Drafts, log: Logger): Promise<void> {
  if (!(await handOver(user, drafts, log))) throw new Error('Not all drafts could be handed over');
}
