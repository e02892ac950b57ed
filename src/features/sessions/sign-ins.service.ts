import { Types } from 'mongoose';
import { platform } from '../../platform/platform.ts';
import type { SessionInfo, SignInWay } from '../../shared/contracts/accounts.ts';
import { SESSION_LENGTH, SESSION_MAX, SESSIONS_MAX } from '../../shared/limits.ts';
import { traceOf } from '../audit/address-trace.service.ts';
import type { UserRecord } from '../users/user-record.service.ts';
import { joinedUser, joinUser } from '../users/users.service.ts';
import { deviceName } from './device-name.service.ts';
import { SignInModel, type StoredSignIn } from './sign-in.model.ts';

/** The last use is saved at most this often, in milliseconds. */
const SEEN_EVERY = 5 * 60_000;

/** Records a sign-in and returns its id for the session, which is invalid without this record. */
export async function recordSignIn(facts: {
  userId: string;
  via: SignInWay;
  secondStep: StepProof | null;
  ip: string | undefined;
  userAgent: string | undefined;
}): Promise<string> {
  const now = Date.now();
  const made = await SignInModel.create({
    userId: new Types.ObjectId(facts.userId),
    via: facts.via,
    secondStep: facts.secondStep,
    device: deviceName(facts.userAgent),
    ...traceOf(facts.ip),
    startedAt: new Date(now),
    lastSeenAt: new Date(now),
    expiresAt: expiryAt(now, now),
  });
  await endLongUnused(made.userId);
  return String(made._id);
}

/** Identifies the factor of a second step. The step counts while that factor exists. */
export type StepProof = `app:${number}` | `passkey:${string}`;

/** A valid sign-in. */
export interface LivingSignIn {
  secondStep: StepProof | null;
  /** Null if the account was deleted. */
  user: UserRecord | null;
}

/** A session's sign-in if it is valid and this user's; otherwise null. Records its use. */
export async function livingSignIn(signInId: string | undefined, userId: string): Promise<LivingSignIn | null> {
  if (!signInId || ![signInId, userId].every((id) => Types.ObjectId.isValid(id))) return null;
  // Every request of a signed-in user needs both, so they come in one command.
  const [found] = await SignInModel.aggregate<StoredSignIn>([
    { $match: { _id: new Types.ObjectId(signInId), userId: new Types.ObjectId(userId) } },
    joinUser('userId'),
  ]);
  const now = Date.now();
  if (!found || found.expiresAt.getTime() <= now) return null;
  if (now - found.lastSeenAt.getTime() > SEEN_EVERY) {
    const expiresAt = expiryAt(found.startedAt.getTime(), now);
    // An update, so that an ended one stays ended; nothing waits for it.
    SignInModel.updateOne({ _id: found._id }, { $set: { lastSeenAt: new Date(now), expiresAt } }).catch(
      () => undefined,
    );
  }
  return { secondStep: found.secondStep ?? null, user: joinedUser(found) };
}

/** Records a second step passed in an existing session. */
export async function noteSecondStep(
  signInId: string | undefined,
  userId: string,
  secondStep: StepProof,
): Promise<void> {
  if (!signInId || !Types.ObjectId.isValid(signInId)) return;
  await SignInModel.updateOne({ _id: signInId, userId: new Types.ObjectId(userId) }, { $set: { secondStep } });
}

/** Closes the sockets of sign-ins whose factor was removed; those pages reconnect with the remaining rights. */
export async function cutOffProvenBy(userId: string, secondStep: StepProof): Promise<void> {
  const of = { userId: new Types.ObjectId(userId), secondStep };
  const found = await SignInModel.find(of, { _id: 1 }).lean<{ _id: Types.ObjectId }[]>();
  if (found.length > 0) platform().sockets.cutOff(found.map(({ _id }) => String(_id)));
}

/** A user's sign-ins, latest first. */
export async function listSignIns(userId: string, currentId: string | undefined): Promise<SessionInfo[]> {
  const found = await SignInModel.find({ userId: new Types.ObjectId(userId), expiresAt: { $gt: new Date() } })
    .sort({ lastSeenAt: -1, _id: -1 })
    .limit(100)
    .lean<StoredSignIn[]>();
  return found.map((each) => ({
    id: String(each._id),
    via: each.via,
    device: each.device,
    network: each.network,
    startedAt: each.startedAt.toISOString(),
    lastSeenAt: each.lastSeenAt.toISOString(),
    isCurrent: String(each._id) === currentId,
  }));
}

/** The same for the export. */
export async function exportSignIns(userId: string): Promise<unknown> {
  const signIns = await listSignIns(userId, undefined);
  return signIns.map(({ isCurrent: _isCurrent, ...known }) => known);
}

/** Ends a sign-in: its sockets at once, its session with the next request. False if there is none. */
export async function endSignIn(signInId: string, userId: string): Promise<boolean> {
  if (!Types.ObjectId.isValid(signInId)) return false;
  const { deletedCount } = await SignInModel.deleteOne({ _id: signInId, userId: new Types.ObjectId(userId) });
  if (deletedCount > 0) platform().sockets.cutOff([signInId]);
  return deletedCount > 0;
}

/** Ends all sign-ins of a user except `exceptId`; returns how many. */
export async function endSignIns(userId: string, exceptId?: string): Promise<number> {
  return endWhere({
    userId: new Types.ObjectId(userId),
    ...(exceptId && Types.ObjectId.isValid(exceptId) && { _id: { $ne: new Types.ObjectId(exceptId) } }),
  });
}

/** Past the limit, ends those that were unused for longest. */
async function endLongUnused(userId: Types.ObjectId): Promise<void> {
  const past = await SignInModel.find({ userId }, { _id: 1 })
    .sort({ lastSeenAt: -1, _id: -1 })
    .skip(SESSIONS_MAX)
    .lean<{ _id: Types.ObjectId }[]>();
  if (past.length > 0) await endWhere({ _id: { $in: past.map(({ _id }) => _id) } });
}

async function endWhere(filter: Record<string, unknown>): Promise<number> {
  const ids = (await SignInModel.find(filter, { _id: 1 }).lean<{ _id: Types.ObjectId }[]>()).map(({ _id }) => _id);
  if (ids.length === 0) return 0;
  const { deletedCount } = await SignInModel.deleteMany({ _id: { $in: ids } });
  platform().sockets.cutOff(ids.map(String));
  return deletedCount;
}

function expiryAt(startedAt: number, seenAt: number): Date {
  return new Date(Math.min(startedAt + SESSION_MAX, seenAt + SESSION_LENGTH));
}
