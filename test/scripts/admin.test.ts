import { join } from 'node:path';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { readDatabase } from '../../scripts/run/database-note.mjs';
import { freePort } from '../../scripts/run/port.mjs';
import { whoAmI } from '../../src/shared/contracts/accounts.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { type Command, isAlive, runCommand, runProgram } from '../helpers/command.ts';
import { newDatabaseUri } from '../helpers/database.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { useCodeApp } from '../helpers/second-factor.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';

const NO_EFFECT = 'It has no effect yet: they have to turn on two-factor in their account, at /settings/profile.';
const BUNDLE = join(import.meta.dirname, '../../dist/admin.js');
const COUNTS = 'It takes effect in sessions with two-factor: others have to log in again.';

describe('npm run admin', function () {
  this.timeout(600_000);

  let varDir: string;
  let app: Command;
  let origin: string;
  let port: number;

  /** `[exit code, what it said]` */
  async function admin(args: string[], env: Record<string, string> = {}, folder = varDir): Promise<[unknown, string]> {
    const command = runCommand('admin.mjs', args, folder, env);
    return [await command.ended, command.said()];
  }

  /** The same of what the command starts. */
  async function bundled(args: string[]): Promise<[unknown, string]> {
    const command = runProgram(process.execPath, [BUNDLE, ...args], varDir);
    return [await command.ended, command.said()];
  }

  before(async () => {
    varDir = await tempFolder();
    port = await freePort();
    origin = `http://localhost:${port}`;
    await start();
  });

  // One test stops it.
  beforeEach(async () => {
    if (!isAlive(app.pid)) await start();
  });

  async function start(): Promise<void> {
    app = runCommand('start.mjs', ['--port', String(port), '--no-seed'], varDir);
    await app.says('Ctrl-C stops everything');
  }

  after(async () => {
    app.child.kill('SIGINT');
    await app.ended;
  });

  /** `[role that counts, role that waits for a second step]` */
  async function roles(who: SignedInUser): Promise<unknown[]> {
    const { data, waitingRole } = await who.callBeside(whoAmI);
    return [data?.role, waitingRole ?? null];
  }

  it('compares payments with Stripe', async () => {
    expect(await admin(['reconcile'])).to.deep.equal([0, '0 payments compared with Stripe, 0 differences.\n']);
  });

  it('grants and revokes at the next request of a running app, an unconfirmed address only with --unconfirmed, and writes the audit log', async () => {
    const ada = await newUser(origin);
    for (const more of [[], ['--editor']]) {
      const [code, said] = await admin(['grant', ada.user.email, ...more]);
      expect([code, said]).to.satisfy(() => code === 1 && /^Nobody has confirmed.* --unconfirmed /.test(said), said);
    }
    expect(await roles(ada)).to.deep.equal(['user', null]);
    expect(await admin(['grant', ada.user.email.toUpperCase(), '--unconfirmed'])).to.deep.equal([
      0,
      `${ada.user.email} is now an admin.\n${NO_EFFECT}\n`,
    ]);
    expect(await roles(ada)).to.deep.equal(['user', 'admin']);

    const database = mongoose.createConnection(readDatabase(varDir) ?? '');
    await useCodeApp(await database.asPromise(), ada);
    await database.close();
    expect(await roles(ada)).to.deep.equal(['admin', null]);
    const lines = await ada.call(listAudit, { query: { action: 'role.changed' } });
    const hers = lines.filter(({ subjectId }) => subjectId === ada.user.id);
    expect(hers.map(({ actorId, details }) => [actorId, details])).to.deep.equal([
      [null, { before: 'user', role: 'admin', by: 'command' }],
    ]);

    expect((await admin(['list']))[1]).to.match(new RegExp(`^admin {3}${ada.user.email} (?!.*no two-factor)`, 'm'));
    expect(await admin(['revoke', ada.user.email])).to.deep.equal([
      0,
      `${ada.user.email} is now a user.\nThere are no admins left.\n`,
    ]);
    expect(await statusAndCode(ada.call(listAudit, { query: {} }))).to.deep.equal([403, 'NOT_ALLOWED']);
    expect(await admin(['grant', ada.user.email, '--editor'])).to.deep.equal([
      0,
      `${ada.user.email} is now an editor.\n${COUNTS}\n`,
    ]);
  });

  it('explains an error in a line, with an exit code', async () => {
    const [code, said] = await admin(['grant', 'nobody@example.com']);
    expect([code, said]).to.deep.equal([1, 'No account has this address. Ask them to create one at /auth/register.\n']);
    // All but the first without the command that starts it: what is wrong is found before a database is opened.
    for (const args of [
      [],
      ['grant'],
      ['grant', 'nobody'],
      ['promote', 'a@b.c'],
      ['list', '--what'],
      ['grant', 'a@b.c', 'd@e.f'],
      ['revoke', 'a@b.c', '--unconfirmed'],
      ['list', '--unconfirmed'],
      ['reconcile', '--days', 'x'],
    ]) {
      const [misused, words] = args.length === 0 ? await admin(args) : await bundled(args);
      expect(misused, words).to.equal(2);
      expect(words).to.match(/^.+[.?!”'"]\n\nUsage: npm run admin -- COMMAND/);
    }
    const [, nothing] = await admin(['list'], {}, join(await tempFolder(), 'nowhere'));
    expect(nothing).to.match(/^There is no data in .*nowhere yet\./);
  });

  it('works on the database of MONGODB_URI', async () => {
    expect((await admin(['list'], { MONGODB_URI: await newDatabaseUri() }))[1]).to.include(
      'There are no admins or editors.',
    );
  });

  it('works on the data of a stopped app, and leaves it stopped', async () => {
    const ada = await newUser(origin);
    app.child.kill('SIGINT');
    expect(await app.ended).to.equal(0);
    expect((await admin(['grant', ada.user.email, '--editor', '--unconfirmed']))[0]).to.equal(0);
    const flaws = '.*\\(not confirmed\\) {2}\\(no two-factor, so without effect\\)';
    expect((await admin(['list']))[1]).to.match(new RegExp(`^editor {2}${ada.user.email} ${flaws}`, 'm'));
    expect((await admin(['revoke', ada.user.email]))[0]).to.equal(0);
    expect((await admin(['list']))[1]).not.to.include(ada.user.email);
  });
});
