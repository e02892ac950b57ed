import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { copyFile, mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { readDatabase } from '../../scripts/run/database-note.mjs';
import { freePort } from '../../scripts/run/port.mjs';
import { connectDatabase } from '../../src/platform/database/db.ts';
import { type Platform, platform } from '../../src/platform/platform.ts';
import { createDiskStore } from '../../src/platform/storage/disk-store.ts';
import { testLog } from '../helpers/app-config.ts';
import { type Command, runCommand, runProgram } from '../helpers/command.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { readEvent, startFreeEvent } from '../helpers/giving.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, newVisitor } from '../helpers/user.ts';

const PAGE = 4096;
const READY = 'Ctrl-C stops everything';
const DATA = join(import.meta.dirname, '../../scripts/data.mjs');

describe('npm run backup and npm run restore', function () {
  this.timeout(600_000);
  const film = randomBytes(3_000_000);
  let varDir: string;
  let archives: string;
  let port: number;
  let app: Command;
  let viewKey: string;
  /** What was beside the first archive while it was written. */
  const beside = new Set<string>();

  const start = (folder: string, at = port) => runCommand('start.mjs', ['--port', String(at), '--no-seed'], folder);

  /** `[exit code, what it said]` */
  async function run(verb: string, args: string[], folder = varDir, more = {}): Promise<[unknown, string]> {
    const command = runCommand('data.mjs', [verb, ...args], folder, more);
    return [await command.ended, command.said()];
  }

  async function stop(running: Command): Promise<void> {
    running.child.kill('SIGINT');
    await running.ended;
  }

  /** The film as a viewer gets it. */
  async function servedFilm(at = port): Promise<Buffer> {
    const visitor = newVisitor(`http://localhost:${at}`);
    const page = await (await visitor.fetch(`/e/${viewKey}`)).text();
    const [url = ''] = /\/files\/[^"&\\]+/.exec(page.slice(page.indexOf('video/mp4') - 600)) ?? [];
    const urls = [...page.matchAll(/\/files\/[^"&\\]+(?:(?:&amp;|\\u0026)[^"&\\]+)*/g)].map(([found]) => found);
    for (const each of [url, ...urls]) {
      const answer = await visitor.fetch(each.replaceAll('&amp;', '&').replaceAll('\\u0026', '&'));
      if (answer.headers.get('content-type') === 'video/mp4') return Buffer.from(await answer.arrayBuffer());
    }
    throw new Error(`No film in ${page}`);
  }

  before(async () => {
    [varDir, archives, port] = [await tempFolder(), await tempFolder(), await freePort()];
    app = start(varDir);
    await app.says(READY);
    const creator = await newUser(`http://localhost:${port}`);
    const event = await startFreeEvent(creator);
    const database = await connectDatabase(readDatabase(varDir), testLog());
    const store = await createDiskStore(join(varDir, 'files'));
    const removePlatform = platform.is({ store } as Platform).install();
    await finishedFilm(database.connection, event, { video: { bytes: film, length: 20 } });
    removePlatform();
    await database.close();
    viewKey = (await readEvent(creator, event)).viewKey ?? '';
    expect((await servedFilm()).equals(film)).to.equal(true);
    const watcher = watch(archives, { recursive: true }, (_, name) => beside.add(basename(name ?? '')));
    const troubles: NodeJS.ErrnoException[] = [];
    watcher.on('error', (error) => troubles.push(error));
    const [code, said] = await run('backup', [join(archives, 'full.zip')]);
    watcher.close();
    expect(code, said).to.equal(0);
    expect(troubles.filter((trouble) => trouble.code !== 'ENOENT')).to.deep.equal([]);
  });

  after(() => stop(app));

  it('writes nothing but the archive to its disk, which may have no sockets', () => {
    const draft = [...beside].filter((name) => name.startsWith('.full.zip.'));
    // On a busy machine the draft may be gone before it is looked into.
    expect([...draft, 'archive.zip', 'full.zip']).to.include.members([...beside]);
    expect([draft.length, beside.has('full.zip')]).to.deep.equal([1, true]);
    expect(readdirSync(varDir).filter((name) => name.startsWith('.'))).to.deep.equal([]);
  });

  it('explains a damaged database, and writes no archive', async () => {
    const folder = join(await tempFolder(), 'var');
    await mkdir(join(folder, 'database'), { recursive: true });
    const bytes = await readFile(join(varDir, 'database/data.mdb'));
    for (let page = 2; page * PAGE < bytes.length; page += 2) bytes.fill(0xff, page * PAGE, (page + 1) * PAGE);
    await writeFile(join(folder, 'database/data.mdb'), bytes);
    const [code, said] = await run('backup', [join(archives, 'of-damaged.zip')], folder);
    expect(code, said).to.equal(1);
    expect(said).to.include('is damaged').and.to.include('npm run restore -- FILE --replace').and.not.to.include('SIG');
    expect(existsSync(join(archives, 'of-damaged.zip'))).to.equal(false);
  });

  it('restores a running app’s backup into an empty folder, where a new version copies the database, starts and serves the film', async () => {
    expect(statSync(join(archives, 'full.zip')).mode & 0o777).to.equal(0o600);
    const folder = join(await tempFolder(), 'var');
    const [restoredCode, words] = await run('restore', [join(archives, 'full.zip')], folder);
    expect(restoredCode, words).to.equal(0);
    expect(readFileSync(join(folder, 'secret'))).to.deep.equal(readFileSync(join(varDir, 'secret')));
    const snapshots = join(folder, 'snapshots');
    expect(existsSync(snapshots)).to.equal(false);
    await mkdir(snapshots);
    for (const n of [1, 2, 3]) {
      await writeFile(join(snapshots, `old${n}.zip`), '');
      await utimes(join(snapshots, `old${n}.zip`), n, n);
    }
    await writeFile(join(folder, 'version.json'), '{"version":"0.0.9-feedbeef"}');
    const at = await freePort();
    const upgraded = start(folder, at);
    await upgraded.says(READY);
    expect((await servedFilm(at)).equals(film)).to.equal(true);
    expect((await run('restore', [join(archives, 'full.zip'), '--replace'], folder))[1]).to.include('Stop it first');
    await stop(upgraded);
    expect(upgraded.said()).to.include('A new version: copying the database first');
    // The last three of them.
    const [made = '', ...others] = readdirSync(snapshots).sort();
    expect(others).to.deep.equal(['old2.zip', 'old3.zip']);
    expect(made).to.match(/^0\.0\.9-feedbeef-.*\.zip$/);
    const fresh = join(await tempFolder(), 'var');
    const [code, said] = await run('restore', [join(snapshots, made)], fresh);
    expect(code, said).to.equal(0);
    expect(readdirSync(fresh).sort()).to.deep.equal(['database', 'secret']);
    expect(statSync(join(snapshots, made)).mode & 0o777).to.equal(0o600);
    const out = join(await tempFolder(), 'out');
    expect((await run('export', [out], fresh))[0]).to.equal(0);
    // So that the clean-up leaves alone what only the replaced database names.
    expect(readFileSync(join(out, 'migrations.json'), 'utf8')).to.match(/"restored:[^"]+"/);
  });

  it('restores and starts for practice without the site’s database, store, origin and vendors', async () => {
    const site = {
      ...{
        NODE_ENV: 'production',
        HOST: '0.0.0.0',
        APP_ORIGIN: 'https://vidday.example',
        SMTP_URL: 'smtp://127.0.0.1:1',
      },
      ...{
        MONGODB_URI: 'mongodb://127.0.0.1:1/site',
        STORAGE: 's3',
        S3_ENDPOINT: 'http://127.0.0.1:1',
        S3_BUCKET: 'site',
      },
      ...{ STRIPE_SECRET_KEY: 'sk_live_none', STRIPE_WEBHOOK_SECRET: 'whsec_none' },
    };
    const practice = join(await tempFolder(), 'practice');
    const [code, said] = await run('restore', [join(archives, 'full.zip'), '--practice', practice], varDir, site);
    expect(code, said).to.equal(0);
    const at = await freePort();
    const args = ['--port', String(at), '--practice', practice];
    const restored = runCommand('start.mjs', args, varDir, site);
    await restored.says(READY);
    expect((await servedFilm(at)).equals(film)).to.equal(true);
    await stop(restored);
    expect(restored.said()).not.to.include('demo gift');
    const unnamed = await run('restore', [join(archives, 'full.zip'), '--replace', '--practice', ''], varDir, site);
    expect(unnamed).to.satisfy(([end, words]: [unknown, string]) => end === 1 && words.includes('needs a folder'));
  });

  it('skips with --since what the earlier archive has, and restores from both', async () => {
    await (await createDiskStore(join(varDir, 'files'))).write('films/later.mp4', Buffer.from('later'));
    const [code, said] = await run('backup', [join(archives, 'next.zip'), '--since', join(archives, 'full.zip')]);
    expect(code, said).to.equal(0);
    expect(said).to.include('4 of them unchanged');
    const [size, fullSize] = ['next.zip', 'full.zip'].map((name) => statSync(join(archives, name)).size);
    expect(size).to.be.below((fullSize ?? 0) - film.length);
    const fresh = join(await tempFolder(), 'var');
    expect((await run('restore', [join(archives, 'next.zip')], fresh))[0]).to.equal(0);
    const [later, film720] = ['films/later.mp4', filmFile(fresh)].map((name) =>
      readFileSync(join(fresh, 'files', name)),
    );
    expect(String(later)).to.equal('later');
    expect(film720?.equals(film)).to.equal(true);

    const alone = await tempFolder();
    await copyFile(join(archives, 'next.zip'), join(alone, 'next.zip'));
    const [missing, words] = await run('restore', [join(alone, 'next.zip')], join(alone, 'var'));
    expect([missing, words]).to.satisfy(() => missing === 1 && words.includes('changed since full.zip'), words);
  });

  it('replaces an earlier backup of the same name whole', async () => {
    await copyFile(join(archives, 'full.zip'), join(archives, 'same.zip'));
    const [code, said] = await run('backup', [join(archives, 'same.zip')]);
    expect(code, said).to.equal(0);
    const fresh = join(await tempFolder(), 'var');
    await mkdir(join(archives, 'alone'));
    await copyFile(join(archives, 'same.zip'), join(archives, 'alone/same.zip'));
    expect((await run('restore', [join(archives, 'alone/same.zip')], fresh))[0]).to.equal(0);
    expect(readFileSync(join(fresh, 'files', filmFile(fresh))).equals(film)).to.equal(true);
  });

  it('refuses an archive with a changed byte by entry name, and changes nothing', async () => {
    const bytes = await readFile(join(archives, 'full.zip'));
    for (const [part, name] of [
      [film.subarray(100_000, 100_032), 'files/films/'],
      [readFileSync(join(varDir, 'secret')).subarray(0, 16), 'secret'],
    ] as const) {
      const at = bytes.indexOf(part);
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      await writeFile(join(archives, 'damaged.zip'), damaged);
      const fresh = join(await tempFolder(), 'var');
      const [code, said] = await run('restore', [join(archives, 'damaged.zip')], fresh);
      expect(code).to.equal(1);
      expect(said).to.include(name).and.to.include('is damaged').and.to.include('Nothing was changed');
      expect(readdirSync(fresh)).to.deep.equal([]);
    }
    await writeFile(join(archives, 'damaged.zip'), bytes.subarray(0, bytes.length - 100));
    expect((await run('restore', [join(archives, 'damaged.zip')], join(await tempFolder(), 'var')))[0]).to.equal(1);
  });

  it('refuses a folder with data, and with --replace keeps that data beside', async () => {
    const used = join(await tempFolder(), 'var');
    await mkdir(join(used, 'files'), { recursive: true });
    await writeFile(join(used, 'files/old.txt'), 'old');
    const [code, said] = await run('restore', [join(archives, 'full.zip')], used);
    expect([code, said]).to.satisfy(() => code === 1 && said.includes('--replace'), said);
    expect(readdirSync(used)).to.deep.equal(['files']);
    const [replaced, words] = await run('restore', [join(archives, 'full.zip'), '--replace'], used);
    expect(replaced, words).to.equal(0);
    const kept = readdirSync(used).find((name) => name.startsWith('replaced-')) ?? '';
    expect(readFileSync(join(used, kept, 'files/old.txt'), 'utf8')).to.equal('old');
    expect(existsSync(join(used, 'files/old.txt'))).to.equal(false);
    expect(existsSync(join(used, 'files', filmFile(used)))).to.equal(true);
  });

  it('refuses a data folder whose files are on a volume of their own, and says how to end such a restore', async function () {
    if (spawnSync('unshare', ['-rm', 'true']).status !== 0) return this.skip();
    const used = join(await tempFolder(), 'var');
    await mkdir(join(used, 'files'), { recursive: true });
    const volume = await tempFolder();
    const restore = async () => {
      const mounted = ['-rm', 'sh', '-c', 'mount --bind "$0" "$VAR_DIR/files" && exec "$@"', volume];
      const words = [process.execPath, DATA, 'restore', join(archives, 'full.zip')];
      const command = runProgram('unshare', [...mounted, ...words], used);
      return [await command.ended, command.said()];
    };
    const [code, said] = await restore();
    expect(code, said as string).to.equal(1);
    expect(said).to.include('a disk or volume of its own').and.to.include('Nothing was changed');
    expect([readdirSync(used), readdirSync(volume)]).to.deep.equal([['files'], []]);
    await mkdir(join(used, 'restoring/files'), { recursive: true });
    await writeFile(join(used, 'restoring/restore.json'), '{"kept":"replaced-then"}');
    expect((await restore())[1]).to.include(`what is in ${join(used, 'restoring/files')} into it`);
  });

  it('leaves nothing half-done without room or when interrupted', async () => {
    const earlier = readFileSync(join(archives, 'full.zip'));
    const full = runProgram(
      'prlimit',
      ['--fsize=1000000', process.execPath, DATA, 'backup', join(archives, 'full.zip')],
      varDir,
    );
    expect(await full.ended).to.equal(1);
    expect(full.said()).to.include('disk is full');
    const interrupted = runCommand('data.mjs', ['backup', join(archives, 'full.zip')], varDir);
    await eventually('a draft', async () => readdirSync(archives).some((name) => name.startsWith('.')));
    interrupted.child.kill('SIGINT');
    expect(await interrupted.ended).to.equal(130);
    expect(readdirSync(archives).filter((name) => name.startsWith('.'))).to.deep.equal([]);
    expect(readFileSync(join(archives, 'full.zip')).equals(earlier)).to.equal(true);
  });
});

/** The key of a film among the files of a data folder. */
function filmFile(varDir: string): string {
  const found = readdirSync(join(varDir, 'files'), { recursive: true, encoding: 'utf8' });
  return found.find((name) => name.endsWith('film-720.mp4')) ?? '';
}
