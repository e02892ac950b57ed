import { Types } from 'mongoose';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { User } from '../../shared/contracts/accounts.ts';
import type { AuthenticationAnswer, Passkey, RegistrationAnswer } from '../../shared/contracts/passkeys.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { cutOffProvenBy, type StepProof } from '../sessions/sign-ins.service.ts';
import { type Guarded, tellOfChange } from '../users/security-notices.service.ts';
import { getUser } from '../users/users.service.ts';
import { PasskeyModel, type StoredPasskey } from './passkey.model.ts';
import { newTicket, spendTicket } from './passkey-tickets.ts';
import { proofOfPasskey, requireOwnPasskey } from './step-proof.service.ts';

const PASSKEYS_MAX = 20;

/** Takes a third of a second to load: most processes never need it. */
const webauthn = () => import('@simplewebauthn/server');

/** Options for a browser, and the ticket that comes back with its answer. */
export interface Offer {
  options: Record<string, unknown>;
  ticket: string;
}

/** Starts adding a passkey: discoverable and with user verification. */
export async function offerPasskey(user: Guarded): Promise<Offer> {
  await requireOwnPasskey(user);
  const known = await findPasskeys(user.id);
  if (known.length >= PASSKEYS_MAX) {
    throw new AppError('LIMIT_REACHED', { message: `${PASSKEYS_MAX} passkeys is the limit. Remove one first.` });
  }
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: 'VidDay',
    rpID: relyingParty().id,
    userName: user.email,
    userDisplayName: user.firstName || user.email,
    userID: new TextEncoder().encode(user.id),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options: { ...options }, ticket: newTicket('add', options.challenge, user.id) };
}

/** Stores a new passkey. EXPIRED for an old or used ticket, MALFORMED if the answer does not match it. */
export async function addPasskey(
  user: Guarded,
  { ticket, answer, name }: { ticket: string; answer: RegistrationAnswer; name: string },
  ip: string,
): Promise<Passkey> {
  await requireOwnPasskey(user);
  const challenge = await spendTicket('add', ticket, user.id);
  const { verifyRegistrationResponse } = await webauthn();
  const made = await verifyRegistrationResponse({
    response: {
      ...answer,
      authenticatorAttachment: answer.authenticatorAttachment ?? undefined,
      clientExtensionResults: {},
    },
    ...expected(challenge),
  }).catch((error: unknown) => {
    throw notTaken(error);
  });
  if (!made.verified) throw notTaken(new Error('The passkey was not verified'));
  const { credential, credentialBackedUp } = made.registrationInfo;
  try {
    const passkey = await PasskeyModel.create({
      userId: idOf(user.id),
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: answer.response.transports ?? [],
      name,
      isSynced: credentialBackedUp,
    });
    await tellOfChange(user, 'passkey.added', `A passkey was added to your account: ${name}.`, ip);
    return toPasskey(passkey);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new AppError('DUPLICATE', { message: 'This passkey is already here.' });
  }
}

/** Starts a sign-in with any passkey of this site; stores nothing. */
export async function offerSignIn(): Promise<Offer> {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({ rpID: relyingParty().id, userVerification: 'required' });
  return { options: { ...options }, ticket: newTicket('enter', options.challenge, null) };
}

/**
 * The user of a passkey, which counts as both steps. WRONG_CREDENTIALS for an unknown passkey or a wrong answer,
 * EXPIRED for an old or used ticket.
 */
export async function takePasskey(
  ticket: string,
  answer: AuthenticationAnswer,
  ip: string,
): Promise<{ user: User; secondStep: StepProof }> {
  const challenge = await spendTicket('enter', ticket, null);
  const known = await PasskeyModel.findOne({ credentialId: answer.id }).lean<StoredPasskey>();
  const user = known && (await getUser(String(known.userId)));
  if (!known || !user) throw unknownPasskey();
  const { userHandle } = answer.response;
  const { verifyAuthenticationResponse } = await webauthn();
  const refuse = async (cause: unknown): Promise<never> => {
    await recordAudit({ actorId: null, subjectId: user.id, action: 'passkey.refused', ip });
    throw unknownPasskey(cause);
  };
  const used = await verifyAuthenticationResponse({
    response: {
      ...answer,
      response: { ...answer.response, userHandle: userHandle ?? undefined },
      authenticatorAttachment: answer.authenticatorAttachment ?? undefined,
      clientExtensionResults: {},
    },
    ...expected(challenge),
    credential: {
      id: known.credentialId,
      publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
      counter: known.counter,
    },
  }).catch(refuse);
  if (!used.verified) return refuse(new Error('The passkey was not verified'));
  if (userHandle !== Buffer.from(user.id).toString('base64url')) {
    return refuse(new Error('The passkey names another user'));
  }
  const { newCounter, credentialBackedUp } = used.authenticationInfo;
  if (!(await countUse(known, newCounter, credentialBackedUp))) {
    return refuse(new Error('The passkey was used elsewhere at the same time'));
  }
  return { user, secondStep: proofOfPasskey(String(known._id)) };
}

/** Two uses with the same counter mean a cloned key, so compare and set it in one update. False for the second one. */
async function countUse({ _id, counter }: StoredPasskey, newCounter: number, isSynced: boolean): Promise<boolean> {
  const { matchedCount } = await PasskeyModel.updateOne(
    { _id, counter },
    { $set: { counter: newCounter, isSynced, lastUsedAt: new Date() } },
  );
  return matchedCount > 0;
}

export async function listPasskeys(userId: string): Promise<Passkey[]> {
  return (await findPasskeys(userId)).map(toPasskey);
}

/** NOT_FOUND if the user has no such passkey. */
export async function renamePasskey(userId: string, passkeyId: string, name: string): Promise<Passkey> {
  const passkey = await PasskeyModel.findOneAndUpdate(
    { _id: idOf(passkeyId), userId: idOf(userId) },
    { $set: { name } },
    { returnDocument: 'after' },
  ).lean<StoredPasskey>();
  if (!passkey) throw noSuchPasskey();
  return toPasskey(passkey);
}

/** Deletes a passkey and returns the rest. The last one may go, as mailed links remain. */
export async function removePasskey(user: Guarded, passkeyId: string, ip: string): Promise<Passkey[]> {
  await requireOwnPasskey(user);
  const passkey = await PasskeyModel.findOneAndDelete({
    _id: idOf(passkeyId),
    userId: idOf(user.id),
  }).lean<StoredPasskey>();
  if (!passkey) throw noSuchPasskey();
  await cutOffProvenBy(user.id, proofOfPasskey(String(passkey._id)));
  await tellOfChange(user, 'passkey.removed', `A passkey was removed from your account: ${passkey.name}.`, ip);
  return listPasskeys(user.id);
}

/** Deletes a user's passkeys; returns how many there were. */
export async function forgetPasskeys(userId: string): Promise<number> {
  return (await PasskeyModel.deleteMany({ userId: idOf(userId) })).deletedCount;
}

function findPasskeys(userId: string): Promise<StoredPasskey[]> {
  return PasskeyModel.find({ userId: idOf(userId) })
    .sort({ createdAt: 1, _id: 1 })
    .lean<StoredPasskey[]>()
    .exec();
}

/** Passkeys are bound to the configured origin, never to the Host header. */
function relyingParty(): { id: string; origin: string } {
  const { appOrigin } = platform().config;
  return { id: new URL(appOrigin).hostname, origin: appOrigin };
}

/** What an answer of a browser has to match. */
function expected(challenge: string) {
  const { id, origin } = relyingParty();
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  };
}

function toPasskey({ _id, name, isSynced, createdAt, lastUsedAt }: StoredPasskey): Passkey {
  return {
    id: String(_id),
    name,
    isSynced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

function idOf(id: string): Types.ObjectId {
  return new Types.ObjectId(id);
}

function notTaken(cause: unknown): AppError {
  return new AppError('MALFORMED', { message: 'Your browser’s answer doesn’t match. Please try again.', cause });
}

function unknownPasskey(cause?: unknown): AppError {
  const message = 'We don’t recognise this passkey. It may have been removed here. Please log in another way.';
  return new AppError('WRONG_CREDENTIALS', { message, cause });
}

function noSuchPasskey(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such passkey.' });
}
