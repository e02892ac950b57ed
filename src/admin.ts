import { parseArgs } from 'node:util';
import { MIGRATIONS } from './app/migrations.ts';
import { listStaff, type StaffMember } from './features/two-factor/staff-members.service.ts';
import { changeRole } from './features/users/roles.service.ts';
import { loadConfig } from './platform/config.ts';
import { connectDatabase } from './platform/database/db.ts';
import { AppError } from './platform/errors.ts';
import { createLog } from './platform/log.ts';
import type { User } from './shared/contracts/accounts.ts';

// Grants and revokes roles in the database of MONGODB_URI, whether the app runs or not. Started by `scripts/admin.mjs`.

const USAGE = `Usage: npm run admin -- COMMAND

  grant EMAIL              gives the account with this address the role admin
  grant EMAIL --editor     gives it the role editor
  grant EMAIL --unconfirmed
                           the same for an address that was never confirmed
  revoke EMAIL             takes the role away
  list                     lists admins and editors, and who of them lacks two-factor

Changes take effect with the person's next request. Staff roles apply only in sessions with two-factor,
which staff turn on in their accounts.`;

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

type Asked = { verb: 'grant' | 'revoke'; email: string; isEditor: boolean; isUnconfirmed: boolean } | { verb: 'list' };

/** The parsed command; an error message when it is invalid; null for help. */
function read(args: string[]): Asked | string | null {
  try {
    const options = {
      editor: { type: 'boolean' },
      unconfirmed: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.help) return null;
    const [verb, email = '', ...more] = positionals;
    if (more.length > 0) return 'One address at a time, please.';
    const { editor = false, unconfirmed = false } = values;
    if (verb === 'list') return email || editor || unconfirmed ? '“list” takes nothing else.' : { verb };
    if (verb !== 'grant' && verb !== 'revoke') return verb ? `There is no command “${verb}”.` : 'Say what to do.';
    if (!/^[^\s@]+@[^\s@]+$/.test(email))
      return email ? `“${email}” is not an email address.` : 'Say whose account it is.';
    if (verb === 'revoke' && (editor || unconfirmed))
      return `--${editor ? 'editor' : 'unconfirmed'} goes with “grant”.`;
    return { verb, email, isEditor: editor, isUnconfirmed: unconfirmed };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function carryOut(asked: Asked): Promise<string> {
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

async function main(): Promise<number> {
  const asked = read(process.argv.slice(2));
  if (asked === null || typeof asked === 'string') {
    if (asked === null) console.log(USAGE);
    else console.error(`${asked}\n\n${USAGE}`);
    return asked === null ? DONE : MISUSED;
  }
  try {
    const config = loadConfig();
    const log = createLog({ ...config, logLevel: 'error' }, 'admin');
    const database = await connectDatabase(config.mongodbUri, log, { migrations: MIGRATIONS });
    try {
      console.log(await carryOut(asked));
      return DONE;
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(wordsFor(error));
    return FAILED;
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

process.exitCode = await main();
