import { parseArgs } from 'node:util';
import type { AdminCommand } from './admin/run-admin.ts';

// Grants and revokes roles, and reconciles payments, in the database of MONGODB_URI, whether the app runs or not. Started by `scripts/admin.mjs`.

const USAGE = `Usage: npm run admin -- COMMAND

  grant EMAIL              gives the account with this address the role admin
  grant EMAIL --editor     gives it the role editor
  grant EMAIL --unconfirmed
                           the same for an address that was never confirmed
  revoke EMAIL             takes the role away
  list                     lists admins and editors, and who of them lacks two-factor
  reconcile                asks Stripe for payments, refunds and disputes, books what no webhook
                           told, and compares them with the ledger; fails where they differ
  reconcile --days 30      the same for that many days. Default: 4

Roles take effect with the person's next request. Staff roles apply only in sessions with two-factor,
which staff turn on in their accounts.`;

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

/** The parsed command; an error message when it is invalid; null for help. */
function read(args: string[]): AdminCommand | string | null {
  try {
    const options = {
      editor: { type: 'boolean' },
      unconfirmed: { type: 'boolean' },
      days: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.help) return null;
    const [verb, email = '', ...more] = positionals;
    if (more.length > 0) return 'One address at a time, please.';
    const { editor = false, unconfirmed = false, days = '4' } = values;
    if (verb === 'reconcile') {
      if (email || editor || unconfirmed) return '“reconcile” takes only --days.';
      return /^[1-9]\d{0,3}$/.test(days) ? { verb, days: Number(days) } : '--days takes a whole number.';
    }
    if (values.days !== undefined) return '--days goes with “reconcile”.';
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

/** What the command needs is loaded once the arguments are right: it takes a second. */
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
  const { runAdmin } = await import('./admin/run-admin.ts');
  return (await runAdmin(asked)) ? DONE : FAILED;
}

process.exitCode = await main();
