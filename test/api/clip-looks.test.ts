import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { mediaJobs } from '../../src/features/media/job-types.ts';
import { platform } from '../../src/platform/platform.ts';
import { deleteEvent, type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import type { Media, Receipt } from '../../src/shared/contracts/media.ts';
import { mp4Clip } from '../helpers/clips.ts';
import { eventually } from '../helpers/eventually.ts';
import { download, giveFile, readEvent, settledMedia, startEvent } from '../helpers/giving.ts';
import { streamFacts } from '../helpers/media-reading.ts';
import { sample } from '../helpers/media-samples.ts';
import { connectSocket, type TestSocket } from '../helpers/socket.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const run = promisify(execFile);

describe('the first look at a clip', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let creator: SignedInUser;
  let event: Event;
  let socket: TestSocket;

  before(async () => {
    creator = await newUser(app().origin);
  });
  beforeEach(async () => {
    event = await startEvent(creator);
    socket = await connectSocket(app().origin, '/users', { cookie: creator.cookie() });
    await socket.join({ event: event.id });
  });
  afterEach(() => {
    socket.close();
    app().resumeWorker();
  });

  const give = (content: Buffer | string) => giveFile(newVisitor(app().origin), app().origin, event, content);
  const heard = () => socket.heard.flatMap(({ name, payload }) => (name === 'media:updated' ? [payload as Media] : []));
  /** Ids of clips in the order in which they were first seen to be so. */
  const orderOf = (is: (clip: Media) => boolean) => [
    ...new Set(
      heard()
        .filter(is)
        .map(({ id }) => id),
    ),
  ];
  const dataOf = async ({ media: { id: mediaId } }: Receipt) => ({ mediaId, generation: 1 });
  const isOver = () =>
    eventually('no job to be left', async () => {
      const jobs = app().connection.collection('jobs');
      return (
        (await jobs.countDocuments({ type: /^media\./, $or: [{ alive: true }, { endDueAt: { $exists: true } }] })) === 0
      );
    });
  /** What is kept of the event's clips beside their segments. */
  const looksLeft = async () => {
    const folder = join(app().config.varDir, 'files/prepared', event.id);
    const found = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : [];
    return found.filter((file) => file.isFile() && file.parentPath.includes('first-'));
  };

  it('is made for the newest of several clips first, and before encoding', async () => {
    app().pauseWorker();
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push((await give(mp4Clip())).media.id);
    app().resumeWorker();
    await settledMedia(creator, event);
    await eventually('the last news', async () => orderOf(({ status }) => status === 'ready').length === 4);
    expect(orderOf(({ posterUrl }) => posterUrl !== null)).to.deep.equal(ids.reverse());
    const playable = heard().filter(({ previewUrl }) => previewUrl !== null);
    for (const id of ids) expect(playable.find((clip) => clip.id === id)?.status).to.equal('processing');
    await isOver();
    expect(await looksLeft()).to.deep.equal([]);
  });

  it('shows the beginning of a ten-minute clip while it is encoded', async () => {
    await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { maxClipLength: 600 } });
    const folder = await tempFolder();
    const long = join(folder, 'long.mp4');
    const source = ['-f', 'lavfi', '-i', 'color=blue:s=64x64:r=1:d=599'];
    await run('ffmpeg', ['-v', 'error', '-nostdin', ...source, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', long]);
    await give(long);
    const clip = await eventually('its preview', async () => {
      const [media] = (await readEvent(creator, event)).media ?? [];
      return media?.previewUrl ? media : false;
    });
    expect([clip.status, clip.posterUrl !== null]).to.deep.equal(['processing', true]);
    const preview = join(folder, 'preview.mp4');
    await writeFile(preview, await download(app().origin, clip.previewUrl));
    expect((await streamFacts(preview)).duration).to.be.within(3, 31);
    await creator.call(deleteEvent, { params: { id: event.id } });
    await isOver();
  });

  it('promises no picture of a short GIF, of which none can be taken before it is encoded', async () => {
    const { media } = await give(await readFile(await sample('moving gif')));
    await settledMedia(creator, event);
    await eventually('the last news', async () => orderOf(({ status }) => status === 'ready').includes(media.id));
    const early = heard().filter(({ status, previewUrl }) => status === 'processing' && previewUrl !== null);
    expect(early).to.not.be.empty;
    expect(early[0]?.posterUrl).to.equal(null);
    expect(heard().at(-1)?.posterUrl).to.be.a('string');
  });

  it('is skipped once the clip is ready', async () => {
    app().pauseWorker();
    const receipt = await give(mp4Clip());
    const data = await dataOf(receipt);
    const jobs = app().connection.collection('jobs');
    await jobs.updateOne({ 'data.mediaId': receipt.media.id }, { $set: { state: 'cancelled', alive: false } });
    await platform().queue.enqueue(mediaJobs.prepare, data);
    app().resumeWorker();
    const [ready] = await settledMedia(creator, event);
    expect(ready).to.include({ status: 'ready', error: null });
    for (const type of [mediaJobs.poster, mediaJobs.look]) {
      await platform().queue.enqueue(type, { ...data, askedAt: Date.now() });
    }
    await isOver();
    expect((await readEvent(creator, event)).media?.[0]).to.include({ status: 'ready', posterUrl: ready?.posterUrl });
    expect(await looksLeft()).to.deep.equal([]);
  });
});
