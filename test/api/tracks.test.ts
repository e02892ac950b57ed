import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { publish } from '../../src/shared/contracts/films.ts';
import { createTrack, deleteTrack, listTracks, type Track, updateTrack } from '../../src/shared/contracts/tracks.ts';
import { LIBRARY_UPLOADS } from '../../src/shared/upload-path.ts';
import { eventually } from '../helpers/eventually.ts';
import {
  download,
  endedRender,
  giveText,
  readEvent,
  settledMedia,
  startEvent,
  startFreeEvent,
  uploadFile,
} from '../helpers/giving.ts';
import { connectSocket } from '../helpers/socket.ts';
import { storedSong } from '../helpers/songs.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { createUpload, postUpload } from '../helpers/tus.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const SONG = 'static/music/kitchen-radio.m4a';
const NOWHERE = '0'.repeat(32);

describe('/api/v2/tracks', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let creator: SignedInUser;
  let stranger: SignedInUser;
  let editor: SignedInUser;
  let event: Event;

  before(async () => {
    const { origin } = app();
    [creator, stranger] = [await newUser(origin), await newUser(origin)];
    editor = await newUser(origin, { role: 'editor' });
  });
  beforeEach(async () => {
    event = await startEvent(creator);
  });

  const upload = (to = event.uuid, content: string | Uint8Array = SONG) =>
    uploadFile(app().origin, { uuid: to }, content, { filename: 'our song.m4a', filetype: 'audio/mp4' });
  const add = (who: Visitor, body: object) =>
    who.call(createTrack, { body: { title: 'Our song', rightsConfirmed: true, ...body } as never });
  const listed = async (who: Visitor, query: object = {}) => who.call(listTracks, { query: { limit: 100, ...query } });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      ({ code }: { code: string }) => code,
    );
  const ready = (who: Visitor, id: string, query: object = {}) =>
    eventually('the song to be ready', async () => {
      const found = (await listed(who, query)).find((each) => each.id === id);
      return found?.status === 'processing' ? null : found;
    });

  it('lists our own songs to anybody, by mood and occasion, in pages', async () => {
    const visitor = newVisitor(app().origin);
    expect((await listed(visitor)).length).to.be.at.least(12);
    const quiet = await listed(visitor, { mood: 'quiet', occasion: 'memorial' });
    expect(quiet.map(({ id }) => id)).to.deep.equal(['still-water', 'candle-hour']);
    const answer = await visitor.fetch('/api/v2/tracks?limit=5&cursor=confetti-hour');
    const { data, meta } = (await answer.json()) as { data: Track[]; meta: { total: number; nextCursor: string } };
    expect(data.map(({ id }) => id)[0]).to.equal('kitchen-radio');
    expect([data.length, meta.nextCursor]).to.deep.equal([5, data.at(-1)?.id]);
    expect(meta.total).to.be.at.least(12);
  });

  it('makes a song of an upload: level, with beats, private to the makers of its event', async () => {
    const { origin } = app();
    const live = await connectSocket(origin, '/users', { cookie: creator.cookie() });
    const others = await connectSocket(origin, '/users', { cookie: stranger.cookie() });
    await live.join({ event: event.id });
    const uploadId = await upload();
    const added = await add(creator, { uploadId, eventId: event.id });
    expect(added).to.include({ status: 'processing', isPublic: false, eventId: event.id, url: null });
    expect((await add(creator, { uploadId, eventId: event.id })).id).to.equal(added.id);

    const song = (await ready(creator, added.id, { eventId: event.id })) as Track;
    expect(song).to.include({ status: 'ready', title: 'Our song', length: song.length });
    expect(song.length).to.be.closeTo(58.3, 0.3);
    expect(song.waveform).to.have.length(64);
    expect(song.beats?.length).to.be.within(60, 140);
    await eventually('the message', async () =>
      live.heard.some(({ payload }) => (payload as Track).status === 'ready'),
    );
    const changed = live.heard.map(({ payload }) => payload as Track).find(({ status }) => status === 'ready');
    expect(changed)
      .to.include({ id: song.id, url: song.url, latestStart: song.latestStart })
      .and.not.have.property('title');
    expect(others.heard.filter(({ name }) => name === 'track:updated')).to.deep.equal([]);
    live.close();
    others.close();

    const bytes = await newVisitor(origin).fetch(song.url ?? '');
    expect([bytes.status, bytes.headers.get('content-type')]).to.deep.equal([200, 'audio/mp4']);
    expect((await listed(creator)).some(({ id }) => id === song.id)).to.equal(false);
    expect(await codeOf(listed(stranger, { eventId: event.id }))).to.equal('NOT_FOUND');
    expect(await codeOf(stranger.call(deleteTrack, { params: { id: song.id } }))).to.equal('NOT_FOUND');
    expect(await codeOf(add(creator, { uploadId: await upload(), eventId: event.id }))).to.equal('DUPLICATE');
  });

  it('refuses a song without confirmed rights, of another event, and from staff', async () => {
    const uploadId = await upload();
    expect(await codeOf(add(creator, { uploadId, eventId: event.id, rightsConfirmed: false }))).to.equal(
      'FIELDS_REFUSED',
    );
    const other = await startEvent(creator);
    expect(await codeOf(add(creator, { uploadId, eventId: other.id }))).to.equal('NOT_FOUND');
    expect(await codeOf(add(stranger, { uploadId, eventId: event.id }))).to.equal('NOT_FOUND');
    expect(await codeOf(add(editor, { uploadId, eventId: event.id }))).to.equal('NOT_ALLOWED');
    expect(await codeOf(add(creator, { uploadId }))).to.equal('NOT_ALLOWED');
    expect(await codeOf(add(newVisitor(app().origin), { uploadId: NOWHERE }))).to.equal('NOT_SIGNED_IN');
  });

  it('refuses what is no song, and one that is too short, and takes a later try', async () => {
    const fake = Buffer.from('#EXTM3U\nfile:///etc/passwd\n'.repeat(40));
    expect(await codeOf(add(creator, { uploadId: await upload(event.uuid, fake), eventId: event.id }))).to.equal(
      'WRONG_TYPE',
    );
    const short = await upload(event.uuid, wavOf(3));
    expect(await codeOf(add(creator, { uploadId: short, eventId: event.id }))).to.equal('FIELDS_REFUSED');
    const silent = await add(creator, { uploadId: await upload(event.uuid, wavOf(12)), eventId: event.id });
    const failed = await ready(creator, silent.id, { eventId: event.id });
    expect(failed).to.deep.include({ status: 'failed', url: null });
    expect(failed?.error?.message).to.equal('There is no sound in this song.');
  });

  it('lets 10 songs into an event', async () => {
    const { connection } = app();
    for (let place = 0; place < 10; place++) {
      const id = await storedSong(connection, event);
      await connection.collection('tracks').updateOne({ title: 'Our song', _id: idOf(id) }, { $set: { place } });
    }
    expect(await codeOf(add(creator, { uploadId: NOWHERE, eventId: event.id }))).to.equal('LIMIT_REACHED');
  });

  it('lets staff publish a song, which every page hears of, and nobody else upload one', async () => {
    const { origin } = app();
    expect((await postUpload(origin, { size: 4, event: LIBRARY_UPLOADS })).status).to.equal(401);
    const cookie = { cookie: editor.cookie() };
    const visitor = await connectSocket(origin, '/public');
    const content = await readFile(await beginningOf(SONG));
    const path = await createUpload(origin, { size: content.length, event: LIBRARY_UPLOADS, headers: cookie });
    await fetch(origin + path, {
      method: 'PATCH',
      headers: { 'Tus-Resumable': '1.0.0', 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' },
      body: Uint8Array.from(content),
    });
    const added = await add(editor, { uploadId: path.split('/').pop(), mood: 'joyful', occasions: ['birthday'] });
    const song = await ready(newVisitor(origin), added.id);
    expect(song).to.include({ isPublic: true, mood: 'joyful', eventId: null });
    await eventually('the message', async () => visitor.heard.some(({ name }) => name === 'track:updated'));
    expect(visitor.heard.map(({ payload }) => payload)).to.deep.include(song);

    await editor.call(updateTrack, { params: { id: added.id }, body: { ...(song as Track), title: 'Radio' } as never });
    await eventually('the title', async () => visitor.heard.length > 1);
    expect(visitor.heard.at(-1)?.payload).to.deep.equal({ id: added.id, title: 'Radio' });
    expect(await codeOf(stranger.call(updateTrack, { params: { id: added.id }, body: { title: 'Mine' } }))).to.equal(
      'NOT_ALLOWED',
    );
    expect(await codeOf(editor.call(deleteTrack, { params: { id: 'still-water' } }))).to.equal('WRONG_STATE');
    visitor.close();
  });

  it('plays a chosen song from its start and volume; without it the event has no music, and its maker sees why', async () => {
    const { origin, connection } = app();
    const song = await storedSong(connection, event, 'Grandma’s waltz');
    const listedSong = (await listed(creator, { eventId: event.id })).find(({ id }) => id === song);
    expect(listedSong?.latestStart, 'before the song repeats').to.equal(55.5);
    const params = { id: event.id };
    const choose = (body: object) => creator.call(updateEvent, { params, query: {}, body });
    const chosen = await choose({ trackId: song, music: { start: 12.5, volume: -3 } });
    expect(chosen.music).to.deep.equal({ start: 12.5, volume: -3, removed: null });
    expect((await choose({ ...chosen })).music).to.deep.equal(chosen.music);
    const other = await startEvent(creator);
    expect(
      await codeOf(creator.call(updateEvent, { params: { id: other.id }, query: {}, body: { trackId: song } })),
    ).to.equal('FIELDS_REFUSED');

    const live = await connectSocket(origin, '/users', { cookie: creator.cookie() });
    await live.join({ event: event.id });
    const removed = await creator.call(deleteTrack, { params: { id: song } });
    expect(removed.deletedAt).to.be.a('string');
    await eventually('both messages', async () => live.heard.length > 1);
    expect(live.heard.map(({ name }) => name)).to.include.members(['event:updated', 'track:updated']);
    live.close();
    const now = await readEvent(creator, event);
    expect([now.trackId, now.music?.removed]).to.deep.equal([null, 'Grandma’s waltz']);
    expect((await choose({ trackId: 'porch-light' })).music).to.deep.equal({ start: 0, volume: 0, removed: null });
    expect(await codeOf(choose({ trackId: song }))).to.equal('FIELDS_REFUSED');
  });

  it('makes a film whose music begins where its maker wants', async () => {
    const free = await startFreeEvent(creator);
    await giveText(newVisitor(app().origin), free, 'Get well soon');
    await settledMedia(creator, free);
    const body = { trackId: 'porch-light', music: { start: 30, volume: -2 } };
    await creator.call(updateEvent, { params: { id: free.id }, query: {}, body });
    const done = await endedRender(creator, await creator.call(publish, { body: { eventId: free.id } }));
    expect([done.status, done.error]).to.deep.equal(['done', null]);
    const { film } = await readEvent(creator, free);
    const path = join(await tempFolder(), 'film.mp4');
    await writeFile(path, await download(app().origin, film?.sources.at(-1)?.url));
    const [heard, song] = [decode(path, 1), decode('static/music/porch-light.m4a', 31 + 2048 / 48_000)];
    expect(likeness(heard, song)).to.be.above(0.9);
    const elsewhere = decode('static/music/porch-light.m4a', 1 + 2048 / 48_000);
    expect(likeness(heard, elsewhere)).to.be.below(0.5);
  });

  const idOf = (id: string) => new (app().connection.base.mongo.ObjectId)(id);
});

/** The first twelve seconds of a song, for tests that need any. */
async function beginningOf(song: string): Promise<string> {
  const path = join(await tempFolder(), 'beginning.m4a');
  execFileSync('ffmpeg', ['-v', 'error', '-i', song, '-t', '12', '-c', 'copy', path]);
  return path;
}

const RATE = 8000;

/** Two seconds of a file as mono samples. @param from second of the first */
function decode(path: string, from: number): Float32Array {
  const cut = ['-ss', String(from), '-t', '2', '-i', path];
  const bytes = execFileSync('ffmpeg', ['-v', 'error', ...cut, '-ac', '1', '-ar', String(RATE), '-f', 'f32le', '-']);
  return new Float32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4));
}

/** The highest correlation of two sounds that are up to 30 ms apart. */
function likeness(one: Float32Array, other: Float32Array): number {
  let best = 0;
  const reach = 0.03 * RATE;
  for (let shift = -reach; shift <= reach; shift++) {
    let [both, first, second] = [0, 0, 0];
    for (let i = reach; i < Math.min(one.length, other.length) - reach; i++) {
      const [a, b] = [one[i] as number, other[i + shift] as number];
      both += a * b;
      first += a * a;
      second += b * b;
    }
    best = Math.max(best, both / Math.sqrt(first * second || 1));
  }
  return best;
}

/** Silence of this many seconds: 8 kHz, mono, 16 bits. */
function wavOf(seconds: number): Buffer {
  const bytes = seconds * 16_000;
  const file = Buffer.alloc(44 + bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + bytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(8000, 24);
  file.writeUInt32LE(16_000, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes, 40);
  return file;
}
