import { execFile } from 'node:child_process';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { Event } from '../../src/shared/contracts/events.ts';
import { getPreview, publish } from '../../src/shared/contracts/films.ts';
import type { Media } from '../../src/shared/contracts/media.ts';
import { eventually } from '../helpers/eventually.ts';
import {
  download,
  endedRender,
  giveFile,
  giveText,
  readEvent,
  settledMedia,
  startFreeEvent,
} from '../helpers/giving.ts';
import { decodesWhole, streamFacts } from '../helpers/media-reading.ts';
import { sample } from '../helpers/media-samples.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const run = promisify(execFile);
const TODAY = ['audio.wav', 'clip.json', 'poster.jpg', 'poster.webp', 'preview.mp4', 'video-1080.mp4'];

describe('the stored segment of a clip', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let creator: SignedInUser;
  let event: Event;
  let clip: Media | undefined;
  let folder: string;

  before(async () => {
    const { origin, config, connection } = app();
    creator = await newUser(origin);
    const guest = newVisitor(origin);
    event = await startFreeEvent(creator);
    await giveFile(guest, origin, event, await sample('mp4'));
    await giveText(guest, event, 'All the best', { contributor: { name: 'Dan' } });
    [clip] = await settledMedia(creator, event);
    const stored = await connection.collection('media').findOne({ _id: new connection.base.mongo.ObjectId(clip?.id) });
    folder = join(config.varDir, 'files', stored?.prepared.folder);
  });

  const waiting = async () => (await creator.call(getPreview, { params: { id: event.id } })).waiting;

  it('holds 720p once, and plays with the film as soon as the clip is ready', async () => {
    expect((await readdir(folder)).sort()).to.deep.equal(TODAY);
    expect(await waiting()).to.equal(0);
  });

  it('from an earlier version is joined and played, and converted', async () => {
    await makeFilesOlder();
    const render = await endedRender(creator, await creator.call(publish, { body: { eventId: event.id } }));
    expect(render.error).to.equal(null);
    const { film } = await readEvent(creator, event);
    for (const source of film?.sources ?? []) {
      const path = join(await tempFolder(), 'film.mp4');
      await writeFile(path, await download(app().origin, source.url));
      await decodesWhole(path);
      expect((await streamFacts(path)).duration).to.be.closeTo(film?.length ?? 0, 0.034);
    }

    expect(await readdir(folder), 'what it was joined from').to.include('preview.m4s');

    await makeRecordOlder();
    expect(await waiting(), 'the other clip plays at once').to.equal(1);
    await eventually('the clip in the preview', async () => (await waiting()) === 0);
    await eventually('today’s files', async () => (await readdir(folder)).sort().join() === TODAY.join());
    const { playlistUrl } = await creator.call(getPreview, { params: { id: event.id } });
    const playlist = await (await creator.fetch(playlistUrl ?? '')).text();
    const [, url = '', bytes, offset] = /EXT-X-MAP:URI="([^"]+)",BYTERANGE="(\d+)@(\d+)"/.exec(playlist) ?? [];
    const range = `bytes=${offset}-${Number(offset) + Number(bytes) - 1}`;
    const header = await creator.fetch(url, { headers: { Range: range } });
    expect(Buffer.from(await header.arrayBuffer()).toString('latin1', 4, 8)).to.equal('ftyp');
    const played = join(await tempFolder(), 'played.mp4');
    await writeFile(played, await download(app().origin, url));
    await decodesWhole(played);
  });

  /** The clip's files as version 4 kept them: 720p without sound, with sound, and in fragments. */
  async function makeFilesOlder(): Promise<void> {
    const at = (name: string) => join(folder, name);
    const plain = ['-map_metadata', '-1', '-fflags', '+bitexact', '-movflags', '+faststart', '-f', 'mp4'];
    const ffmpeg = (args: string[]) => run('ffmpeg', ['-v', 'error', '-y', ...args]);
    await ffmpeg(['-i', at('preview.mp4'), '-map', '0:v', '-c', 'copy', ...plain, at('video-720.mp4')]);
    const both = ['-i', at('video-720.mp4'), '-i', at('audio.wav'), '-map', '0:v', '-map', '1:a', '-c:v', 'copy'];
    await ffmpeg([...both, '-c:a', 'aac', '-b:a', '128k', ...plain, at('older.mp4')]);
    await rename(at('older.mp4'), at('preview.mp4'));
    await writeFile(at('preview.m4s'), 'fragments that nobody reads any more');
    const { stream: _, ...facts } = JSON.parse(await readFile(at('clip.json'), 'utf8'));
    await writeFile(at('clip.json'), JSON.stringify(facts));
  }

  /** From here on anything that asks for the preview, such as news of a job that ends late, has the clip converted. */
  async function makeRecordOlder(): Promise<void> {
    const { connection } = app();
    const _id = new connection.base.mongo.ObjectId(clip?.id);
    await connection.collection('media').updateOne({ _id }, { $unset: { 'prepared.stream': '' } });
  }
});
