import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { eventually } from '../helpers/eventually.ts';
import { startRunningApp } from './running-app.ts';

const LOSE_DATABASE = fileURLToPath(new URL('./lose-database.cjs', import.meta.url));

describe('a web process that alone can’t reach the database any more', function () {
  this.timeout(300_000);

  it('ends and is started again, beside the same worker and database, and pages are served', async () => {
    const said: string[] = [];
    const app = await startRunningApp(
      (name) => said.push(`${name} was given up`),
      (words) => said.push(words),
      { NODE_OPTIONS: `--require=${LOSE_DATABASE}` },
    );
    try {
      const pids = () => ({ web: app.pidOf('web'), worker: app.pidOf('worker'), database: app.pidOf('database') });
      const ready = async () => (await fetch(`${app.origin}/readyz`)).status;
      const before = pids();
      process.kill(before.web, 'SIGUSR2');
      await eventually('the lost database', async () => (await ready()) === 503);
      await eventually('another web process', async () => app.pidOf('web') !== before.web);
      await eventually('a ready app', async () => (await ready().catch(() => null)) === 200);
      expect((await fetch(app.origin)).status).to.equal(200);
      expect(pids()).to.deep.equal({ ...before, web: app.pidOf('web') });
      expect(said.join('\n')).to.include('the database answers others, but not this process');
    } finally {
      expect(await app.stop()).to.deep.equal([]);
    }
  });
});
