import { MIGRATIONS } from '../app/migrations.ts';
import { openWorker } from '../app/open-worker.ts';
import type { WorkerOptions } from '../app/start-worker.ts';
import { reconcile } from '../features/checkout/reconcile.service.ts';
import { listStaff, type StaffMember } from '../features/two-factor/staff-members.service.ts';
import { changeRole } from '../features/users/roles.service.ts';
import { loadConfig } from '../platform/config.ts';
import { connectDatabase } from '../platform/database/db.ts';
import { AppError } from '../platform/errors.ts';
import { createLog } from '../platform/log.ts';
import type { User } from '../shared/contracts/accounts.ts';
import { count } from '../shared/format.ts';

/** A command of `npm run admin`. */
export type AdminCommand =
  | { verb: 'reconcile'; days: number }
  | { verb: 'grant' | 'revoke'; email: string; isEditor: boolean; isUnconfirmed: boolean }
  | { verb: 'list' };

/** Carries out a command on the database of MONGODB_URI and prints what came of it; answers whether all is well. */
export async function runAdmin(asked: AdminCommand): Promise<boolean> {
  try {
    const config = loadConfig();
    const log = createLog({ ...config, logLevel: 'error' }, 'admin');
    if (asked.verb === 'reconcile') return await reconcileAll({ config, log }, asked.days);
    const database = await connectDatabase(config.mongodbUri, log, { migrations: MIGRATIONS });
    try {
      console.log(await carryOut(asked));
      return true;
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(wordsFor(error));
    return false;
  }
}

async function carryOut(asked: Exclude<AdminCommand, { verb: 'reconcile' }>): Promise<string> {
  if (asked.verb === 'list') return inWords(await listStaff());
  const role = asked.verb === 'revoke' ? 'user' : asked.isEditor ? 'editor' : 'admin';
  const { user, before } = await changeRole(asked.email, role, null, {
    mayBeUnconfirmed: asked.verb === 'grant' && asked.isUnconfirmed,
  });
  const is = `${user.email} ${before === role ? 'was' : 'is now'} ${ROLE_WORDS[role]}${before === role ? ' already' : ''}.`;
  return [is, ...(role === 'user' ? await remaining() : [await whenItCounts(user.email)])].join('\n');
}

const ROLE_WORDS = { admin: 'an admin', editor: 'an editor', user: 'a user' };

async function whenItCounts(email: string): Promise<string> {
  const member = (await listStaff()).find((each) => each.email === email);
  return member?.hasFactor
    ? 'It takes effect in sessions with two-factor: others have to log in again.'
    : 'It has no effect yet: they have to turn on two-factor in their account, at /settings/profile.';
}

async function remaining(): Promise<string[]> {
  const hasAdmin = (await listStaff()).some(({ role }) => role === 'admin');
  return hasAdmin ? [] : ['There are no admins left.'];
}

function inWords(staff: StaffMember[]): string {
  if (staff.length === 0) return 'There are no admins or editors. Add one: npm run admin -- grant EMAIL';
  const name = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) =>
    [firstName, lastName].filter(Boolean).join(' ');
  const line = ({ role, email, verified, hasFactor, ...user }: StaffMember) => [
    role.padEnd(6),
    email,
    name(user),
    verified ? '' : '(not confirmed)',
    hasFactor ? '' : '(no two-factor, so without effect)',
  ];
  return staff.map((user) => line(user).filter(Boolean).join('  ')).join('\n');
}

const DAY = 24 * 3600;

async function reconcileAll(options: WorkerOptions, days: number): Promise<boolean> {
  const { close } = await openWorker(options);
  try {
    const { checked, settled, differences } = await reconcile(Math.floor(Date.now() / 1000) - days * DAY);
    for (const what of settled) console.log(`Booked now: ${what}`);
    for (const what of differences) console.error(`Differs: ${what}`);
    console.log(`${count(checked, 'payment')} compared with Stripe, ${count(differences.length, 'difference')}.`);
    return differences.length === 0;
  } finally {
    await close();
  }
}

function wordsFor(error: unknown): string {
  if (error instanceof AppError && error.code === 'NOT_FOUND') {
    return `${error.message} Ask them to create one at /auth/register.`;
  }
  if (error instanceof AppError && error.code === 'WRONG_STATE') {
    return `${error.message} Ask its owner to open the link in the mail first, or add --unconfirmed if you know that it is theirs.`;
  }
  const message = error instanceof Error ? error.message : String(error);
  const isAway = error instanceof Error && /ServerSelection|Network/.test(error.name);
  return isAway ? `The database does not answer: ${message.replace(/\/\/[^@/\s]+@/g, '//')}` : message;
}
