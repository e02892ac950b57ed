import type { Request } from 'express';
import { Types } from 'mongoose';
import { Secret } from 'otpauth';
import { AppError } from '../../platform/errors.ts';
import { createLockout } from '../../platform/http/lockout.ts';
import { qrCodeOf } from '../../platform/qr-code.ts';
import type { SecondFactorSetup, SecondFactorState } from '../../shared/contracts/second-factor.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { requireFresh } from '../sessions/fresh-sign-in.service.ts';
import { cutOffProvenBy, type StepProof } from '../sessions/sign-ins.service.ts';
import { requireConfirmedAddress } from '../users/confirmed-address.service.ts';
import { type Guarded, tellOfChange } from '../users/security-notices.service.ts';
import { sealSecret, stepOf, totpOf, unsealSecret } from './authenticator-app.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { SecondFactorModel, type StoredSecondFactor } from './second-factor.model.ts';
import { proofOfApp, requireOwnPasskey } from './step-proof.service.ts';

const DAY = 24 * 3600;
/** How long a new secret can be confirmed, in milliseconds. */
const SETUP_WITHIN = 15 * 60_000;

/** By account: only someone who passed the first step gets here, so strangers can't lock out the owner. */
const wrongCodes = createLockout('second-factor', { points: 10, seconds: 15 * 60, longest: DAY });

/** Whether two-factor by app is on. */
export async function needsSecondFactor(userId: string): Promise<boolean> {
  return (await SecondFactorModel.exists({ _id: new Types.ObjectId(userId), secret: { $ne: null } })) !== null;
}

/**
 * Checks a code of the app or a recovery code; each works once. SECOND_FACTOR_WRONG in the same words for wrong and
 * used codes; TOO_MANY_REQUESTS after ten.
 */
export async function checkSecondFactor(userId: string, code: string): Promise<StepProof> {
  await wrongCodes.count([userId], async (seconds) =>
    recordAudit({ actorId: null, subjectId: userId, action: 'second-factor.closed', details: { seconds } }),
  );
  const factor = await findFactor(userId);
  const given = code.replace(/[\s-]/g, '').toLowerCase();
  if (!factor?.secret || !factor.since) throw wrongCode();
  const isRight = (await takeStep(factor, given)) || (await takeRecoveryCode(factor, given));
  if (!isRight) throw wrongCode();
  await wrongCodes.forget([userId]);
  return proofOfApp(factor.since);
}

export async function secondFactorState(userId: string): Promise<SecondFactorState> {
  const factor = await findFactor(userId);
  if (!factor?.secret) return { isOn: false, since: null, recoveryCodesLeft: 0 };
  return {
    isOn: true,
    since: factor.since?.toISOString() ?? null,
    recoveryCodesLeft: factor.recovery.hashes.length,
  };
}

/**
 * Issues a new secret; nothing changes until `confirmSecondFactor`. WRONG_STATE if two-factor is on, otherwise as
 * `requireOwnPasskey`.
 */
export async function setUpSecondFactor(user: Guarded): Promise<SecondFactorSetup> {
  if (await needsSecondFactor(user.id)) throw isOnAlready();
  await requireOwnPasskey(user);
  const secret = new Secret({ size: 20 });
  const pending = { secret: sealSecret(user.id, secret.base32), until: new Date(Date.now() + SETUP_WITHIN) };
  await SecondFactorModel.updateOne({ _id: new Types.ObjectId(user.id) }, { $set: { pending } }, { upsert: true });
  return toSetup(secret.base32, user.email);
}

/**
 * The user's pending setup, the same until it is confirmed or expires. SIGN_IN_AGAIN, WRONG_STATE if two-factor is on or
 * the address is unconfirmed.
 */
export async function viewSetup(user: Guarded, req: Request): Promise<SecondFactorSetup> {
  await requireConfirmedAddress(user.id);
  requireFresh(req);
  return openSetup(user);
}

/** The pending secret, as after a wrong code; a new one without it. */
async function openSetup(user: Guarded): Promise<SecondFactorSetup> {
  await requireOwnPasskey(user);
  const factor = await findFactor(user.id);
  if (factor?.secret) throw isOnAlready();
  const secret = factor?.pending && factor.pending.until > new Date() && unsealSecret(user.id, factor.pending.secret);
  return secret ? toSetup(secret, user.email) : setUpSecondFactor(user);
}

async function toSetup(secret: string, email: string): Promise<SecondFactorSetup> {
  const uri = totpOf(secret, email).toString();
  return {
    secret: secret.replace(/.{4}(?=.)/g, '$& '),
    uri,
    qr: await qrCodeOf(uri),
  };
}

/** Turns two-factor on by a first code; returns the recovery codes and the proof. */
export async function confirmSecondFactor(
  user: Guarded,
  code: string,
  ip: string,
): Promise<{ recoveryCodes: string[]; secondStep: StepProof }> {
  await requireOwnPasskey(user);
  const factor = await findFactor(user.id);
  if (factor?.secret) throw isOnAlready();
  const secret = factor?.pending && factor.pending.until > new Date() && unsealSecret(user.id, factor.pending.secret);
  if (!factor?.pending || !secret) {
    throw new AppError('EXPIRED', { message: 'That took too long. Please start again with a new QR code.' });
  }
  const step = stepOf(secret, code);
  if (step === null) throw wrongCode();
  const { codes, kept } = await newRecoveryCodes();
  // Of concurrent confirmations one succeeds; the other's recovery codes would be invalid.
  const on = { secret: factor.pending.secret, since: new Date() };
  const { modifiedCount } = await SecondFactorModel.updateOne(
    { _id: factor._id, secret: null, 'pending.secret': on.secret },
    { $set: { ...on, lastStep: step, recovery: kept, pending: null } },
  );
  if (modifiedCount === 0) throw isOnAlready();
  await wrongCodes.forget([user.id]);
  await tellOfChange(user, 'second-factor.on', 'The second step was turned on: logging in now asks for a code.', ip);
  return { recoveryCodes: codes, secondStep: proofOfApp(on.since) };
}

/** Turns two-factor off. The caller has checked a recent sign-in or the password. */
export async function turnOffSecondFactor(user: Guarded, code: string, ip: string): Promise<SecondFactorState> {
  await requireOn(user.id);
  await checkSecondFactor(user.id, code);
  await forgetSecondFactor(user.id);
  await tellOfChange(
    user,
    'second-factor.off',
    'The second step was turned off: logging in no longer asks for a code.',
    ip,
  );
  return secondFactorState(user.id);
}

/** Replaces all recovery codes by ten new ones. The caller has checked a recent sign-in. */
export async function renewRecoveryCodes(user: Guarded, code: string, ip: string): Promise<string[]> {
  await requireOn(user.id);
  await checkSecondFactor(user.id, code);
  const { codes, kept } = await newRecoveryCodes();
  await SecondFactorModel.updateOne({ _id: new Types.ObjectId(user.id) }, { $set: { recovery: kept } });
  await tellOfChange(user, 'recovery-codes.renewed', 'There are new recovery codes. The old ones no longer work.', ip);
  return codes;
}

/** Deletes a user's two-factor secret. */
export async function forgetSecondFactor(userId: string): Promise<void> {
  const factor = await SecondFactorModel.findByIdAndDelete(userId).lean<StoredSecondFactor>();
  if (factor?.since) await cutOffProvenBy(userId, proofOfApp(factor.since));
}

/** Uses the time step of a code; of concurrent uses one succeeds. */
async function takeStep(factor: StoredSecondFactor, code: string): Promise<boolean> {
  const secret = unsealSecret(String(factor._id), factor.secret ?? '');
  const step = secret ? stepOf(secret, code) : null;
  if (step === null) return false;
  const { modifiedCount } = await SecondFactorModel.updateOne(
    { _id: factor._id, secret: factor.secret, lastStep: { $lt: step } },
    { $set: { lastStep: step } },
  );
  return modifiedCount > 0;
}

async function takeRecoveryCode({ _id, recovery }: StoredSecondFactor, code: string): Promise<boolean> {
  if (!/^[a-z0-9]{10}$/.test(code) || recovery.hashes.length === 0) return false;
  const hash = await hashRecoveryCode(code, recovery.salt);
  const { modifiedCount } = await SecondFactorModel.updateOne(
    { _id, 'recovery.hashes': hash },
    { $pull: { 'recovery.hashes': hash } },
  );
  if (modifiedCount === 0) return false;
  const details = { left: recovery.hashes.length - 1 };
  await recordAudit({ actorId: String(_id), subjectId: String(_id), action: 'recovery-code.used', details });
  return true;
}

function findFactor(userId: string): Promise<StoredSecondFactor | null> {
  return SecondFactorModel.findById(userId).lean<StoredSecondFactor>().exec();
}

async function requireOn(userId: string): Promise<void> {
  if (await needsSecondFactor(userId)) return;
  throw new AppError('WRONG_STATE', { message: 'This account has no second step.' });
}

function isOnAlready(): AppError {
  return new AppError('WRONG_STATE', {
    message: 'The second step is already on. Turn it off to set up a new one.',
  });
}

function wrongCode(): AppError {
  const message = 'That code is wrong, or has already been used. Please wait for the next one in your app.';
  return new AppError('SECOND_FACTOR_WRONG', { message, fields: { code: message } });
}
