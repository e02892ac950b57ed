import type { QueryFilter } from 'mongoose';
import { pageOf, pastId } from '../../platform/database/by-id.ts';
import { searchStages, startingWith } from '../../platform/database/search-words.ts';
import type { StaffUser, UserShow } from '../../shared/contracts/staff-users.ts';
import { kindOfKey } from '../../shared/keys.ts';
import { COUNTED_MAX } from '../../shared/limits.ts';
import { recordOf, type StoredUser, UserModel } from './user.model.ts';
import { toUserDto } from './user-record.service.ts';
import { findUser, noSuchUser } from './users.service.ts';

/** Users that a search answers at most. */
const FOUND = 50;
/** Staff that are listed. */
const STAFF_MAX = 200;

const SHOWS: Record<UserShow, QueryFilter<StoredUser>> = {
  all: {},
  staff: { role: { $in: ['admin', 'editor'] } },
  suspended: { 'suspension.at': { $gt: new Date(0) } },
  leaving: { deletionDueAt: { $gt: new Date(0) } },
};

/** Users, newest first, by pages. `total` stops past `COUNTED_MAX`. */
export async function listUsers({
  show,
  cursor,
  limit,
}: {
  show: UserShow;
  cursor?: string | undefined;
  limit: number;
}): Promise<{ users: StaffUser[]; total: number; nextCursor: string | null }> {
  const filter = SHOWS[show];
  const [found, total] = await Promise.all([
    UserModel.find({ ...filter, ...pastId(cursor) })
      .sort({ _id: -1 })
      .limit(limit + 1)
      .lean<StoredUser[]>(),
    UserModel.countDocuments(filter).limit(COUNTED_MAX + 1),
  ]);
  const { shown, nextCursor } = pageOf(found, limit);
  return { users: shown.map(toStaffUser), total, nextCursor };
}

/**
 * Users whose id is this, or whose address or names begin like it; the newest of them first, 50 at most. Costs the same
 * however many users there are.
 */
export async function searchUsers(text: string): Promise<StaffUser[]> {
  const q = text.trim().toLowerCase();
  if (kindOfKey(q) === 'id') {
    const user = await UserModel.findById(q).lean<StoredUser>();
    return user ? [toStaffUser(user)] : [];
  }
  const stages = searchStages(q, FOUND);
  if (!stages) return [];
  const [byAddress, byWord] = await Promise.all([
    UserModel.find({ email: startingWith(q) })
      .limit(FOUND)
      .lean<StoredUser[]>(),
    // A whole name and host can’t be a name as well, which many others may begin like.
    q.includes('@') ? [] : UserModel.aggregate<StoredUser>(stages),
  ]);
  const unique = new Map([...byAddress, ...byWord].map((user) => [String(user._id), user]));
  return [...unique.values()]
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, FOUND)
    .map(toStaffUser);
}

/** Everybody with a staff role who can log in, the latest first; 200 at most. */
export async function listStaff(): Promise<StaffUser[]> {
  const found = await UserModel.find(SHOWS.staff).sort({ _id: -1 }).limit(STAFF_MAX).lean<StoredUser[]>();
  return found.map(toStaffUser).filter(({ suspendedAt }) => !suspendedAt);
}

/** One user for staff. NOT_FOUND. */
export async function getStaffUser(id: string): Promise<StaffUser> {
  const user = await findUser(id);
  if (!user) throw noSuchUser();
  return { ...toUserDto(user), ...factsOf(user) };
}

function toStaffUser(stored: StoredUser): StaffUser {
  const user = recordOf(stored);
  return { ...toUserDto(user), ...factsOf(user) };
}

function factsOf({ suspension, deletionDueAt }: ReturnType<typeof recordOf>) {
  return {
    suspendedAt: suspension?.at.toISOString() ?? null,
    suspendedWhy: suspension?.why ?? null,
    deletionDueAt: deletionDueAt?.toISOString() ?? null,
  };
}
