import type { User } from '../../shared/contracts/accounts.ts';
import { listWithStaffRole } from '../users/roles.service.ts';
import { hasFactor } from './step-proof.service.ts';

/** A member of staff. Without a factor the role has no effect. */
export type StaffMember = User & { hasFactor: boolean };

/** All of them, admins first. */
export async function listStaff(): Promise<StaffMember[]> {
  const users = await listWithStaffRole();
  return Promise.all(users.map(async (user) => ({ ...user, hasFactor: await hasFactor(user.id) })));
}
