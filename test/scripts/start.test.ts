import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { freePort } from '../../scripts/run/port.mjs';
import { type Command, isAlive, runCommand } from '../helpers/command.ts';
import { eventually } from '../helpers/eventually.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const READY = 'Ctrl-C stops everything';

describe('npm start', function () {
  this.timeout(90_000);

  let varDir: string;
  let port: number;
  let url: string;
  let app: Command;

  const start = (folder = varDir, at = port) => runCommand('start.mjs', ['--port', String(at), '--no-seed'], folder);
  /** Database, web and worker, in this order. */
  const processes = () => JSON.parse(readFileSync(join(varDir, 'running.json'), 'utf8')) as number[];
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );

  before(async () => {
    varDir = await tempFolder();
    port = await freePort();
    url = `http://127.0.0.1:${port}`;
    app = start();
    await app.says(READY);
  });

  after(async () => {
    app.child.kill('SIGKILL');
    await app.ended;
  });

  it('serves pages once it tells its address', async () => {
    expect(await isReady()).to.equal(true);
    expect((await fetch(url)).status).to.equal(200);
    expect(app.said()).to.include(`http://localhost:${port}`);
  });

  it('says in one line that a port is in use', async () => {
    const second = start(await tempFolder());
    expect(await second.ended).to.equal(1);
    expect(second.said()).to.match(/^Port \d+ is in use already\. Choose another: npm start -- --port \d+\n$/);
  });

  it('says in one line that the data folder has a run already, and where', async () => {
    const second = start(varDir, await freePort());
    expect(await second.ended).to.equal(1);
    expect(second.said()).to.match(/^VidDay runs already at http:\/\/localhost:\d+ with the data in .*\n$/);
    expect(second.said()).to.include(url.replace('127.0.0.1', 'localhost'));
  });

  it('refuses a port that is none', async () => {
    const wrong = runCommand('start.mjs', ['--port', '70000'], varDir);
    expect(await wrong.ended).to.equal(1);
    expect(wrong.said()).to.equal('--port must be a number from 1 to 65535, not “70000”.\n');
  });

  it('starts a web process again that was killed, and the database too', async () => {
    for (const which of [1, 0]) {
      const killed = processes()[which] ?? 0;
      process.kill(killed, 'SIGKILL');
      await eventually('another process in its place', async () => processes()[which] !== killed, 30_000);
      await eventually('the app to be ready again', isReady, 30_000);
    }
  });

  it('ends everything on Ctrl-C and has what it had when it starts again', async () => {
    const made = await fetch(`${url}/api/event`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ occasion: 'birthday', recipients: [{ firstName: 'Ruth' }] }),
    });
    const { data } = (await made.json()) as { data: { uuid: string } };
    const pids = processes();
    app.child.kill('SIGINT');
    expect(await app.ended).to.equal(0);
    expect(pids).to.have.length(3);
    expect(pids.filter(isAlive)).to.deep.equal([]);

    app = start();
    await app.says(READY);
    expect((await fetch(`${url}/api/event/${data.uuid}`)).status).to.equal(200);
  });

  it('leaves no process behind when it is killed itself', async () => {
    const pids = processes();
    app.child.kill('SIGKILL');
    await app.ended;
    await eventually('its processes to end', async () => !pids.some(isAlive), 30_000);
  });
});
