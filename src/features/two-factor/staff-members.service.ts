import type { User } from '../../shared/contracts/accounts.ts';
import { listWithStaffRole } from '../users/roles.service.ts';
import { hasFactor } from './step-proof.service.ts';

/** Somebody with more rights than a user, and whether they have what a second step is passed with: without, they can't use them. */
export type StaffMember = User & { hasFactor: boolean };

/** All of them, admins first. */
export async function listStaff(): Promise<StaffMember[]> {
  const users = await listWithStaffRole();
  return Promise.all(users.map(async (user) => ({ ...user, hasFactor: await hasFactor(user.id) })));
}
