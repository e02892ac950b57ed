import { parseArgs } from 'node:util';
import type { StaffCommand } from './app/change-staff.ts';

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

/** The parsed command; an error message when it is invalid; null for help. */
function read(args: string[]): StaffCommand | string | null {
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

async function main(): Promise<number> {
  const asked = read(process.argv.slice(2));
  if (asked === null) {
    console.log(USAGE);
    return DONE;
  }
  if (typeof asked === 'string') {
    console.error(`${asked}\n\n${USAGE}`);
    return MISUSED;
  }
  // Models and the driver load only for a valid command.
  const { changeStaff } = await import('./app/change-staff.ts');
  const { isDone, words } = await changeStaff(asked);
  if (isDone) console.log(words);
  else console.error(words);
  return isDone ? DONE : FAILED;
}

process.exitCode = await main();
