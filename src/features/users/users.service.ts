import { type PipelineStage, Types } from 'mongoose';
import { joinedIn } from '../../platform/database/joined.ts';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { countUp } from '../../platform/tally.ts';
import type { UpdateUserBody, User } from '../../shared/contracts/accounts.ts';
import { firstNameChosen } from './domain-events.ts';
import { recordOf, type StoredUser, UserModel } from './user.model.ts';
import { toUserDto, type UserRecord } from './user-record.service.ts';

/** A user by id; null when there is none. */
export async function findUser(id: string): Promise<UserRecord | null> {
  if (!Types.ObjectId.isValid(id)) return null;
  const user = await UserModel.findById(id).lean<StoredUser>();
  return user && recordOf(user);
}

/** The user of an address, which is in lower case; null when there is none. */
export async function findUserByEmail(email: string): Promise<UserRecord | null> {
  const user = await UserModel.findOne({ email }).lean<StoredUser>();
  return user && recordOf(user);
}

/** A user by id, as they may see themselves; null when there is none. */
export async function getUser(id: string): Promise<User | null> {
  const user = await findUser(id);
  return user && toUserDto(user);
}

/** Users by id; unknown ids are left out. */
export async function getUsers(ids: readonly string[]): Promise<User[]> {
  const known = [...new Set(ids)].filter((id) => Types.ObjectId.isValid(id));
  if (known.length === 0) return [];
  const users = await UserModel.find({ _id: { $in: known } }).lean<StoredUser[]>();
  return users.map((user) => toUserDto(recordOf(user)));
}

/** Creates an account; null if the address has one. */
export async function createUser(
  facts: Pick<UserRecord, 'email' | 'firstName' | 'lastName'> &
    Partial<Pick<UserRecord, 'passwordHash' | 'verifiedAt'>>,
): Promise<UserRecord | null> {
  try {
    const created = await UserModel.create(facts);
    countUp('signUps');
    return recordOf(created);
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/** Changes names. NOT_FOUND without such a user. */
export async function changeNames(userId: string, names: UpdateUserBody): Promise<UserRecord> {
  const user = await UserModel.findByIdAndUpdate(
    userId,
    { $set: names },
    { returnDocument: 'after' },
  ).lean<StoredUser>();
  if (!user) throw noSuchUser();
  if (names.firstName !== undefined) await tellFirstName(userId);
  return recordOf(user);
}

async function tellFirstName(userId: string): Promise<void> {
  for (const err of await firstNameChosen.emit({ userId })) {
    platform().log.error({ err }, 'a feature did not take over a first name');
  }
}

export function noSuchUser(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such account.' });
}

/** A stage that adds the user of each document, so that both cost one command; `joinedUser` reads it. */
export function joinUser(localField: string): PipelineStage.Lookup {
  return { $lookup: { from: UserModel.collection.name, localField, foreignField: '_id', as: 'joinedUsers' } };
}

/** The user that `joinUser` added; null if the account was deleted. */
export function joinedUser(document: object): UserRecord | null {
  const [user] = joinedIn<StoredUser>(document, 'joinedUsers');
  return user ? recordOf(user) : null;
}
