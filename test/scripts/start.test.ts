import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { mock } from 'node:test';
import { expect } from 'chai';
import { freePort } from '../../scripts/run/port.mjs';
import { createSupervisor } from '../../scripts/run/supervisor.mjs';
import { seedDemo } from '../../scripts/seed.mjs';
import { type Command, isAlive, runCommand, runProgram } from '../helpers/command.ts';
import { eventually } from '../helpers/eventually.ts';
import { limitFiles } from '../helpers/file-limit.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const READY = 'Ctrl-C stops everything';

describe('npm start', function () {
  this.timeout(600_000);

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
  });

  // Some tests end it.
  beforeEach(async () => {
    if (app && isAlive(app.pid)) return;
    app = start();
    await app.says(READY);
  });

  after(async () => {
    app.child.kill('SIGKILL');
    await app.ended;
  });

  it('serves pages once it prints its address', async () => {
    expect(await isReady()).to.equal(true);
    expect((await fetch(url)).status).to.equal(200);
    expect(app.said()).to.include(`http://localhost:${port}`);
  });

  it('writes data with its user’s permissions only, and opens no database port', () => {
    const names = [varDir, ...readdirSync(varDir, { recursive: true }).map((name) => join(varDir, String(name)))];
    expect(names.filter((name) => lstatSync(name).mode & 0o077)).to.deep.equal([]);
    expect(names).to.include(join(varDir, 'database/database.sock'));
    const { uri } = JSON.parse(readFileSync(join(varDir, 'database.json'), 'utf8'));
    expect(uri).to.match(/^mongodb:\/\/%2F.+\.sock\/vidday$/);
  });

  it('reports a used port in one line', async () => {
    const second = start(await tempFolder());
    expect(await second.ended).to.equal(1);
    expect(second.said()).to.match(/^Port \d+ is in use already\. Choose another: npm start -- --port \d+\n$/);
  });

  it('reports a running app on the same data folder in one line, with its address', async () => {
    const second = start(varDir, await freePort());
    expect(await second.ended).to.equal(1);
    expect(second.said()).to.match(/^VidDay runs already at http:\/\/localhost:\d+ with the data in .*\n$/);
    expect(second.said()).to.include(url.replace('127.0.0.1', 'localhost'));
  });

  it('refuses an invalid port', async () => {
    const wrong = runCommand('start.mjs', ['--port', '70000'], varDir);
    expect(await wrong.ended).to.equal(1);
    expect(wrong.said()).to.equal('--port must be a number from 1 to 65535, not “70000”.\n');
  });

  it('refuses a port that browsers block, at once, and suggests another', async () => {
    const asArgument = runCommand('start.mjs', ['--port', '6665'], varDir);
    const asVariable = runCommand('start.mjs', [], varDir, { PORT: '4045' });
    expect([await asArgument.ended, await asVariable.ended]).to.deep.equal([1, 1]);
    expect(asArgument.said()).to.equal('Browsers refuse to open port 6665. Choose another: --port 6670\n');
    expect(asVariable.said()).to.equal('Browsers refuse to open port 4045. Choose another: --port 4046\n');
  });

  it('confirms the address of a new demo account', async () => {
    const folder = await tempFolder();
    const stop = new AbortController();
    const options = { url, varDir: folder, onStep: () => stop.abort(), signal: stop.signal };
    const ended = await seedDemo(options).catch((error: Error) => error);
    expect(ended, 'what was stopped at its first gift').to.include({ name: 'AbortError' });
    const { email, password } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'));
    expect(await call('login', { email, password })).to.include({ verified: true });
  });

  it('restarts a killed web process and a killed database, also while nothing can be written', async () => {
    const [database = 0, web = 0] = processes();
    const servesPages = () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );
    // What it starts inherits the limit, so the web process begins without room to write.
    limitFiles(app.pid, 0);
    process.kill(web, 'SIGKILL');
    await eventually('the web process to end', async () => !isAlive(web));
    await eventually('pages again', servesPages);
    expect(await isReady()).to.equal(false);
    expect(isAlive(app.pid)).to.equal(true);

    limitFiles(app.pid, null);
    process.kill(database, 'SIGKILL');
    // The note could not be written before.
    await eventually('another database', async () => processes()[0] !== database);
    const [, limited = web] = processes();
    expect(limited).not.to.equal(web);
    process.kill(limited, 'SIGKILL');
    await eventually('another web process', async () => processes()[1] !== limited);
    await eventually('the app to be ready again', isReady);
  });

  async function call(path: string, body: object): Promise<{ verified: boolean }> {
    const answer = await fetch(`${url}/api/v2/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { data: { verified: boolean } }).data;
  }

  it('ends everything on Ctrl-C; at the next start it has its data, and confirms an unconfirmed demo account’s address', async () => {
    const account = { email: 'lena@vidday.example', password: 'one lake and two oars' };
    expect(await call('register', account)).to.include({ verified: false });
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

    await writeFile(join(varDir, 'demo.json'), JSON.stringify(account));
    app = runCommand('start.mjs', ['--port', String(port)], varDir);
    await app.says('Making a demo gift for Ruth');
    expect((await fetch(`${url}/api/event/${data.uuid}`)).status).to.equal(200);
    expect(await call('login', account)).to.include({ verified: true });
  });

  it('leaves no process behind when it is killed', async () => {
    const pids = processes();
    app.child.kill('SIGKILL');
    await app.ended;
    await eventually('its processes to end', async () => !pids.some(isAlive));
  });
});

describe('createSupervisor', () => {
  afterEach(() => mock.timers.reset());

  it('gives up a database that ends with a code before it is ready, however long its check takes', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    let starts = 0;
    const gaveUp = await new Promise((resolve) => {
      const say = (words: string) => {
        if (words.includes('starting it again')) starts += 1;
        if (starts === 9) return resolve(null);
        setImmediate(() => mock.timers.tick(4000));
      };
      const supervisor = createSupervisor({ onGiveUp: resolve, say });
      supervisor.tolerateCrashes();
      // Ends after the clock has gone on for its first line.
      const check = 'console.log("checking"); setTimeout(() => process.exit(1), 100)';
      supervisor.keep('database', ['-e', check], { ready: '{"ready"' });
    });
    expect([gaveUp, starts]).to.deep.equal(['database', 4]);
  });
});

describe('npm start with a mongod on the PATH', function () {
  this.timeout(600_000);

  it('starts it instead of the embedded database, with data below the data folder, and ends every process when npm receives SIGTERM', async () => {
    const varDir = await tempFolder();
    const port = await freePort();
    const path = `${await putMongod()}${delimiter}${process.env.PATH}`;
    const app = runProgram('npm', ['start', '--', '--port', String(port), '--no-seed'], varDir, { PATH: path });
    await app.says(READY);
    expect(app.said()).to.include(`mongod from the PATH, data in ${join(varDir, 'mongod')}`);
    const readiness = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect(readiness.status).to.equal(200);
    expect(readdirSync(join(varDir, 'mongod'))).to.include('data.mdb');
    expect(existsSync(join(varDir, 'database'))).to.equal(false);

    const pids = JSON.parse(readFileSync(join(varDir, 'running.json'), 'utf8')) as number[];
    expect(pids).to.have.length(3);
    app.child.kill('SIGTERM');
    await eventually('all processes to end', async () => !pids.some(isAlive));
    // Its output stays open until the last of them has gone.
    await app.ended;
  });

  it('leaves data in the database that it is of, and says which it uses of two', async () => {
    const [embedded, mongods, notes, out] = [
      await tempFolder(),
      await tempFolder(),
      await tempFolder(),
      await tempFolder(),
    ];
    await writeFile(join(notes, 'notes.json'), '{"_id":1}\n');
    const withMongod = `${await putMongod()}${delimiter}${process.env.PATH}`;
    const run = async (args: string[], varDir: string, PATH = withMongod): Promise<[unknown, string]> => {
      const command = runCommand('data.mjs', args, varDir, { PATH });
      return [await command.ended, command.said()];
    };
    const isIn = (name: string) => existsSync(join(out, name, 'notes.json'));

    expect((await run(['import', notes], embedded, process.env.PATH))[0]).to.equal(0);
    expect((await run(['export', join(out, 'embedded')], embedded))[0]).to.equal(0);
    expect(isIn('embedded')).to.equal(true);
    expect(existsSync(join(embedded, 'mongod'))).to.equal(false);

    expect((await run(['import', notes], mongods))[0]).to.equal(0);
    await mkdir(join(mongods, 'database'));
    await writeFile(join(mongods, 'database/data.mdb'), '');
    const [code, said] = await run(['export', join(out, 'both')], mongods);
    expect(code, said).to.equal(0);
    expect(said).to.include('data of two databases. That of mongod is used');
    expect(isIn('both')).to.equal(true);

    const [missing, words] = await run(['export', join(out, 'missing')], mongods, await tempFolder());
    expect(missing).to.equal(1);
    expect(words).to.match(/^The data in \S+ is of a mongod, and there is none on the PATH\. .*\n$/);
    expect(isIn('missing')).to.equal(false);
  });
});

/**
 * A folder with a program `mongod` that takes the flags of MongoDB's and refuses others. What answers behind it is the
 * embedded database, as the real one can't be installed everywhere; what is tried is how it is found, started and ended.
 */
async function putMongod(): Promise<string> {
  const folder = await tempFolder();
  const database = join(dirname(dirname(import.meta.dirname)), 'dist/embedded-mongo.js');
  const script = `#!${process.execPath}
const { spawn } = require('node:child_process');
const { connect, createServer } = require('node:net');
const { parseArgs } = require('node:util');
const string = { type: 'string' };
const options = { dbpath: string, port: string, bind_ip: string, quiet: { type: 'boolean' } };
const { values } = parseArgs({ options });
if (values.bind_ip !== '127.0.0.1') process.exit(2);
const child = spawn(process.execPath, [${JSON.stringify(database)}, '--data', values.dbpath]);
child.stdout.once('data', (line) => {
  const path = decodeURIComponent(new URL(JSON.parse(line).uri).host);
  const pass = (socket) => socket.pipe(connect(path)).on('error', () => socket.destroy()).pipe(socket).on('error', () => {});
  createServer(pass).listen(Number(values.port), '127.0.0.1');
});
child.once('exit', (code) => process.exit(code));
process.on('SIGTERM', () => child.kill());
`;
  await writeFile(join(folder, 'mongod'), script, { mode: 0o755 });
  return folder;
}
