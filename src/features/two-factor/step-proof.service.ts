import { Types } from 'mongoose';
import { needsSecondStep } from '../../platform/http/access.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import type { StepProof } from '../sessions/sign-ins.service.ts';
import { PasskeyModel } from './passkey.model.ts';
import { SecondFactorModel } from './second-factor.model.ts';

/** The proof by a code of the app or a recovery code. */
export function proofOfApp(since: Date): StepProof {
  return `app:${since.getTime()}`;
}

export function proofOfPasskey(passkeyId: string): StepProof {
  return `passkey:${passkeyId}`;
}

/** Whether the factor of a proof is still this user's and was not replaced since. */
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
 * STAFF_NEEDS_SECOND_STEP if staff have passkeys only and did not use one in this session: with just the password
 * someone could otherwise add or remove a factor to gain staff rights. If an app is on, its code is asked for anyway;
 * an account's first factor is trusted.
 */
export async function requireOwnPasskey({ id, waitingRole }: Pick<ViewerUser, 'id' | 'waitingRole'>): Promise<void> {
  if (!waitingRole) return;
  const { hasApp, hasPasskey } = await factorsOf(id);
  if (hasPasskey && !hasApp) throw needsSecondStep();
}
