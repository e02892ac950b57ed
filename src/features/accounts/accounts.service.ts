import { Types } from 'mongoose';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import type { LoginBody, RegisterBody, User } from '../../shared/contracts/accounts.ts';
import type { UserRole } from '../../shared/roles.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { countAttempt, forgiveAttempts } from './sign-in-limit.ts';
import { toUserDto, toViewerUser } from './user.dto.ts';
import { type StoredUser, UserModel } from './user.model.ts';

/** Creates an account. FIELDS_REFUSED for a common password, DUPLICATE when the address has one. Signs nobody in. */
export async function register(body: RegisterBody): Promise<User> {
  const { email, password, firstName = '', lastName = '' } = body;
  if (isCommonPassword(password, [email, email.split('@')[0] ?? '', firstName, lastName])) {
    throw new AppError('FIELDS_REFUSED', {
      message: 'Please choose another password.',
      fields: { password: 'This password is easy to guess. A few words that don’t belong together are a good one.' },
    });
  }
  const passwordHash = await hashPassword(password);
  try {
    const user = await UserModel.create({ email, passwordHash, firstName, lastName });
    return toUserDto(user);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new AppError('DUPLICATE', {
      message: 'There is already an account with this address. Log in instead.',
      fields: { email: 'There is already an account with this address.' },
    });
  }
}

/**
 * The user behind an address and a password. WRONG_CREDENTIALS in the same words and the same time whether the address or
 * the password is wrong; TOO_MANY_REQUESTS after ten failures from this address.
 * @param ip the visitor's address, for the limit
 */
export async function login(body: LoginBody, ip: string): Promise<User> {
  await countAttempt(body.email, ip);
  const user = await UserModel.findOne({ email: body.email }).lean<StoredUser>();
  const isRight = await isPassword(body.password, user?.passwordHash ?? null);
  if (!user || !isRight) {
    throw new AppError('WRONG_CREDENTIALS', { message: 'The address or the password is wrong.' });
  }
  await forgiveAttempts(body.email, ip);
  return toUserDto(user);
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

/** What a request needs of its user; `loadUser` of the HTTP platform. */
export async function loadViewerUser(id: string): Promise<ViewerUser | null> {
  if (!Types.ObjectId.isValid(id)) return null;
  const user = await UserModel.findById(id, 'email role firstName lastName').lean<StoredUser>();
  return user && toViewerUser(user);
}

/** Gives a role; for scripts and the staff's desk. NOT_FOUND when no account has this address. */
export async function setRole(email: string, role: UserRole): Promise<User> {
  const user = await UserModel.findOneAndUpdate(
    { email: email.trim().toLowerCase() },
    { $set: { role } },
    { returnDocument: 'after' },
  ).lean<StoredUser>();
  if (!user) throw new AppError('NOT_FOUND', { message: 'No account has this address.' });
  return toUserDto(user);
}
