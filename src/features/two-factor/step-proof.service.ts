import { Types } from 'mongoose';
import { needsSecondStep } from '../../platform/http/access.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import type { StepProof } from '../sessions/sign-ins.service.ts';
import { PasskeyModel } from './passkey.model.ts';
import { SecondFactorModel } from './second-factor.model.ts';

/** The proof of a code of an app, or of a recovery code. */
export function proofOfApp(since: Date): StepProof {
  return `app:${since.getTime()}`;
}

export function proofOfPasskey(passkeyId: string): StepProof {
  return `passkey:${passkeyId}`;
}

/** Whether the factor of a proof is still this user's: not turned off, and not set up anew since. */
export async function isProofGood(userId: string, proof: StepProof | null): Promise<boolean> {
  const [kind, name = ''] = proof?.split(':') ?? [];
  if (kind === 'passkey') {
    return (await PasskeyModel.exists({ _id: name, userId: new Types.ObjectId(userId) })) !== null;
  }
  if (kind !== 'app') return false;
  const factor = { _id: new Types.ObjectId(userId), secret: { $ne: null }, since: new Date(Number(name)) };
  return (await SecondFactorModel.exists(factor)) !== null;
}

/** What a user could pass a second step with. */
export interface Factors {
  hasApp: boolean;
  hasPasskey: boolean;
}

export async function factorsOf(userId: string): Promise<Factors> {
  const [app, passkey] = await Promise.all([
    SecondFactorModel.exists({ _id: new Types.ObjectId(userId), secret: { $ne: null } }),
    PasskeyModel.exists({ userId: new Types.ObjectId(userId) }),
  ]);
  return { hasApp: app !== null, hasPasskey: passkey !== null };
}

export async function hasFactor(userId: string): Promise<boolean> {
  const { hasApp, hasPasskey } = await factorsOf(userId);
  return hasApp || hasPasskey;
}

/**
 * STAFF_NEEDS_SECOND_STEP where staff have no factor but passkeys and did not use one in this session: whoever knows no
 * more than their password could otherwise add a factor, or take theirs away, and so get at the rights of staff. An app's
 * code is asked for by itself where one is on; an account's first factor is trusted.
 */
export async function requireOwnPasskey({ id, waitingRole }: Pick<ViewerUser, 'id' | 'waitingRole'>): Promise<void> {
  if (!waitingRole) return;
  const { hasApp, hasPasskey } = await factorsOf(id);
  if (hasPasskey && !hasApp) throw needsSecondStep();
}
