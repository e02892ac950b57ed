import type { Request } from 'express';
import { Types } from 'mongoose';
import type { Logger } from 'pino';
import { AppError, isDuplicateKey } from '../../../platform/errors.ts';
import type { LoginBody, RegisterBody, User } from '../../../shared/contracts/accounts.ts';
import type { ViewerUser } from '../../../shared/viewer.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { countAttempt, forgiveAttempts } from '../credentials/password-attempts.service.ts';
import { checkNewPassword } from '../credentials/password-rules.service.ts';
import { hashPassword, isPassword } from '../credentials/passwords.service.ts';
import { refuseUselessAddress } from '../mail-preferences/mail-check.service.ts';
import { changeProfile } from '../profiles/profile-store.ts';
import { canonicalZone } from '../profiles/time-zones.ts';
import { sendVerification } from '../recovery/reset-password.service.ts';
import { knownDevice } from '../sessions/known-devices.service.ts';
import { livingSignIn } from '../sessions/sign-ins.service.ts';
import { checkSecondFactor, needsSecondFactor } from '../two-factor/second-factor.service.ts';
import { isProofGood, type StepProof } from '../two-factor/step-proof.service.ts';
import { type StoredUser, UserModel } from '../users/user.model.ts';
import { toUserDto, toViewerUser } from '../users/user-record.service.ts';

/**
 * Creates an account and has the link mailed that confirms its address; signs nobody in. Where the address has an account
 * with this very password, that one is returned, as somebody forgot that they had registered. FIELDS_REFUSED for a password
 * that is easy to guess or an address that no mail reaches, DUPLICATE when the address has an account with another one; else throws as `login` does.
 */
export async function register(body: RegisterBody, req: Request, log: Logger): Promise<{ user: User; isNew: boolean }> {
  const { email, password, firstName = '', lastName = '' } = body;
  await checkNewPassword(password, { email, firstName, lastName });
  await refuseUselessAddress(email);
  const passwordHash = await hashPassword(password);
  const user = await UserModel.create({ email, passwordHash, firstName, lastName }).catch((error: unknown) => {
    if (isDuplicateKey(error)) return null;
    throw error;
  });
  if (!user) return { user: await loginInstead(body, req), isNew: false };
  const made = toUserDto(user);
  await keepZone(made.id, body.timeZone, log);
  await sendVerification(made).catch((error: unknown) => {
    // The person is in, and can ask for another mail.
    log.error({ err: error }, 'the mail that confirms an address could not be sent');
  });
  await recordAudit({ actorId: made.id, subjectId: made.id, action: 'account.made', ip: req.ip });
  return { user: made, isNew: true };
}

/** Takes the browser's time zone for the new profile. It can be chosen later, so nothing here stands in the way. */
async function keepZone(userId: string, guessed: string | undefined, log: Logger): Promise<void> {
  const timeZone = guessed && canonicalZone(guessed);
  if (!timeZone) return;
  await changeProfile(userId, { timeZone }).catch((error: unknown) => {
    log.warn({ err: error }, 'the time zone of a new account could not be kept');
  });
}

/** Counts as an attempt to log in, so that nobody guesses passwords here. */
async function loginInstead(body: RegisterBody, req: Request): Promise<User> {
  try {
    return (await login({ email: body.email, password: body.password }, req)).user;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'WRONG_CREDENTIALS') throw error;
    throw new AppError('DUPLICATE', {
      message: 'There’s already an account with this address. Log in instead.',
      fields: { email: 'There’s already an account with this address.' },
    });
  }
}

/**
 * The user behind an address and a password. WRONG_CREDENTIALS in the same words and the same time whether the address or
 * the password is wrong; TOO_MANY_REQUESTS past the limits of `countAttempt`.
 * Signs nobody in, and does not look at the second factor.
 * @param req tells the visitor's address, and whether the account knows this browser
 */
export async function checkPassword(body: Pick<LoginBody, 'email' | 'password'>, req: Request): Promise<User> {
  const user = await UserModel.findOne({ email: body.email }).lean<StoredUser>();
  const userId = user && String(user._id);
  const attempt = { email: body.email, ip: req.ip ?? '', device: await knownDevice(req, userId) };
  await countAttempt(attempt, userId);
  const isRight = await isPassword(body.password, user?.passwordHash ?? null);
  if (!user || !isRight) {
    throw new AppError('WRONG_CREDENTIALS', { message: 'The email or password is wrong.' });
  }
  await forgiveAttempts(attempt);
  return toUserDto(user);
}

/**
 * The same with every step that the account asks for, and what its second one was passed with: where it has a second factor,
 * SECOND_FACTOR_NEEDED without a code, and what `checkSecondFactor` throws for a wrong one.
 */
export async function login(body: LoginBody, req: Request): Promise<{ user: User; secondStep: StepProof | null }> {
  const user = await checkPassword(body, req);
  if (!(await needsSecondFactor(user.id))) return { user, secondStep: null };
  if (!body.code) {
    throw new AppError('SECOND_FACTOR_NEEDED', { message: 'Now enter the code from your app.' });
  }
  return { user, secondStep: await checkSecondFactor(user.id, body.code) };
}

/** A user by id; null when there is none. */
export async function getUser(id: string): Promise<User | null> {
  if (!Types.ObjectId.isValid(id)) return null;
  const user = await UserModel.findById(id).lean<StoredUser>();
  return user && toUserDto(user);
}

/** Users by id, for names beside things; unknown ids are left out. */
export async function getUsers(ids: readonly string[]): Promise<User[]> {
  const known = [...new Set(ids)].filter((id) => Types.ObjectId.isValid(id));
  if (known.length === 0) return [];
  const users = await UserModel.find({ _id: { $in: known } }).lean<StoredUser[]>();
  return users.map(toUserDto);
}

/**
 * What a request needs of its user; `LoadUser` of the HTTP platform. For staff it costs one more read: whether the factor
 * that their sign-in was proven by is still there.
 */
export async function loadViewerUser(id: string, signInId: string | null): Promise<ViewerUser | null> {
  if (!Types.ObjectId.isValid(id)) return null;
  const signIn = signInId === null ? null : await livingSignIn(signInId, id);
  const user = signIn ? signIn.user : signInId === null ? await UserModel.findById(id).lean<StoredUser>() : null;
  // An account past its time is gone, though nobody has come to remove it yet.
  const isGone = user?.deletionDueAt != null && user.deletionDueAt <= new Date();
  if (!user || isGone || (signInId !== null && !signIn)) return null;
  const seen = toViewerUser(user);
  if (seen.role === 'user' || !signIn || (await isProofGood(id, signIn.secondStep))) return seen;
  return { ...seen, role: 'user', waitingRole: seen.role };
}

/** The address of an account where its owner has shown that it is theirs; null otherwise. */
export async function confirmedAddressOf(userId: string): Promise<string | null> {
  const user = await UserModel.findById(userId, 'email verifiedAt').lean<Pick<StoredUser, 'email' | 'verifiedAt'>>();
  return user?.verifiedAt ? user.email : null;
}
