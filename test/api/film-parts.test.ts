import { createReadStream } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ObjectId } from 'bson';
import { expect } from 'chai';
import { findEvent } from '../../src/features/events/find-events.service.ts';
import { contentMark, filmClips, filmTimeline, prepareTransitions } from '../../src/features/films/film-timeline.ts';
import { writeWavPart } from '../../src/features/films/render/cut-sound.ts';
import { joinFilm } from '../../src/features/films/render/join.ts';
import { transitionsWork } from '../../src/features/films/transitions.jobs.ts';
import { FRAMES } from '../../src/platform/ffmpeg/film-frames.ts';
import { runTool } from '../../src/platform/ffmpeg/run.ts';
import { edgesFilter, edgesVideoArgs, RENDITIONS } from '../../src/platform/ffmpeg/segment-format.ts';
import { platform } from '../../src/platform/platform.ts';
import { type Event, type UpdateEventBody, updateEvent } from '../../src/shared/contracts/events.ts';
import { getPreviewLook } from '../../src/shared/contracts/preview-look.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { lavfiSegment, type MadeSegment } from '../helpers/lavfi-segments.ts';
import { streamFacts } from '../helpers/media-reading.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('parts of a film in a theme', function () {
  this.timeout(600_000);
  useSmallPictures();
  const web = useWeb();
  let creator: SignedInUser;
  let event: Event;
  let temp: string;
  let source: MadeSegment;
  let edges: { 'edges.mp4': string; 'edges.wav': string } | undefined;
  let ids: string[];

  before(async () => {
    temp = await tempFolder();
    source = await lavfiSegment(temp, { key: 'source', frames: 135, picture: 'testsrc2' });
    creator = await newUser(web().origin);
    event = await startEvent(creator);
    ids = [];
    for (const words of ['One', 'Two', 'Three']) {
      ids.push((await giveText(newVisitor(web().origin), event, words)).media.id);
    }
    const [one, two, three] = ids as [string, string, string];
    await prepared(one, 'video', 'first');
    await prepared(two, 'photo', 'second');
    await prepared(three, 'text', 'third');
  });

  const put = (body: UpdateEventBody) => creator.call(updateEvent, { params: { id: event.id }, query: {}, body });
  const clips = () => web().connection.collection('media');

  /** Makes a clip what its preparation would have made of it. */
  async function prepared(id: string, kind: string, segmentKey: string): Promise<void> {
    const folder = `prepared/${event.id}/${segmentKey}`;
    const { video1080, video720, audio } = source.files;
    for (const [name, path] of Object.entries({
      'video-1080.mp4': video1080,
      'preview.mp4': video720,
      'audio.wav': audio,
    })) {
      await platform().store.write(`${folder}/${name}`, createReadStream(path));
    }
    const facts = { segmentKey, folder, frames: 135, hasEdges: false, hasName: kind === 'text' };
    const fields = { kind, status: 'ready', prepared: facts, length: 4.5, width: 1920, height: 1080 };
    await clips().updateOne({ _id: new ObjectId(id) }, { $set: fields, $inc: { generation: 1, revision: 1 } });
  }

  async function madeEdges() {
    const found = { 'edges.mp4': join(temp, 'edges.mp4'), 'edges.wav': join(temp, 'edges.wav') };
    const args = ['-i', source.files.video1080, '-vf', edgesFilter(135), ...edgesVideoArgs(), found['edges.mp4']];
    await runTool('ffmpeg', args, { timeLimit: 60_000 });
    await writeWavPart(source.files.audio, found['edges.wav'], { from: 0, frames: 30 });
    return found;
  }

  /** Gives a prepared clip edges, as its preparation would. */
  async function withEdges(id: string, segmentKey: string): Promise<void> {
    edges ??= await madeEdges();
    for (const [name, path] of Object.entries(edges)) {
      await platform().store.write(`prepared/${event.id}/${segmentKey}/${name}`, createReadStream(path));
    }
    await clips().updateOne({ _id: new ObjectId(id) }, { $set: { 'prepared.hasEdges': true } });
  }

  async function now() {
    const found = await findEvent(event.id);
    if (!found) throw new Error('the event has gone');
    return found;
  }

  const made = async () => prepareTransitions(await now(), await tempFolder(), new AbortController().signal);
  const kinds = (keys: readonly string[]) => keys.map((key) => key.split('-')[0]).sort();
  const mark = async () => contentMark(await now(), await filmClips(await now()));

  it('are names, a collage and text cards, made ahead and joined without encoding', async () => {
    await put({ themeId: 'waves' });
    await put({ transition: 'soft' });
    expect(kinds(await made())).to.deep.equal(['collage', 'name', 'name', 'text']);
    const folder = await tempFolder();
    const timeline = await filmTimeline(await now(), folder, new AbortController().signal);
    const clip = ['clip', 'rest'];
    const roles = timeline.items.map(({ role }) => role);
    expect(roles).to.deep.equal(['intro', 'collage', ...clip, ...clip, 'clip', 'outro']);
    const film = await joinFilm(timeline, null, join(folder, 'film'));
    expect(film.frames).to.equal(120 + 150 + 3 * 135 + 120);
  });

  it('are laid out for an upright film too, which is as long', async () => {
    await put({ themeId: 'waves' });
    await put({ transition: 'soft' });
    const { signal } = new AbortController();
    const wide = await filmTimeline(await now(), await tempFolder(), signal);
    const small = { width: 180, height: 320 };
    const renditions = { 1080: { ...RENDITIONS['1080'], ...small }, 720: { ...RENDITIONS['720'], ...small } };
    const clips = await filmClips(await now());
    const shape = { frame: { ...FRAMES.tall, renditions }, clips, ordinary: clips };
    const tall = await filmTimeline(await now(), await tempFolder(), signal, shape);
    const shown = ({ items }: typeof tall) => items.map(({ role, frames }) => [role, frames]);
    expect(shown(tall)).to.deep.equal(shown(wide));
    const drawn = tall.items.filter(({ role, clip }) => role !== 'rest' && (!clip || clip.kind === 'text'));
    expect(drawn.map(({ role }) => role)).to.deep.equal(['intro', 'collage', 'clip', 'outro']);
    for (const { segment } of drawn) {
      const { facts } = await streamFacts(segment.files.video720);
      expect([facts.width, facts.height, Number(facts.nb_frames)], segment.key).to.deep.equal([
        180,
        320,
        segment.frames,
      ]);
    }
  });

  it('are described for the preview: cards in the theme, names and captions in its seconds, a collage', async () => {
    await put({ themeId: 'waves' });
    const look = () => creator.call(getPreviewLook, { params: { id: event.id } });
    expect((await look()).clips, 'nothing is packed for a player yet').to.deep.equal([]);
    const captions = [{ start: 1, end: 2, text: 'Hello' }];
    await clips().updateMany(
      { eventId: new ObjectId(event.id) },
      { $set: { 'prepared.stream': source.stream, captions }, $inc: { revision: 1 } },
    );
    const { opening, closing, clips: shown, collages, plate } = await look();
    expect(opening.lines.map(({ text }) => text)).to.include('Ruth');
    expect([opening.length, closing.length, collages]).to.deep.equal([4, 4, 5]);
    expect(closing.url).to.match(/^\/api\/v2\/theme-art\/waves\/outro/);
    expect(plate.font).to.be.a('string').and.not.equal('');
    expect(shown.map(({ id, start, length }) => [id, start, length])).to.deep.equal(
      ids.map((id, index) => [id, index * 4.5, 4.5]),
    );
    expect(shown.map(({ name }) => name?.text ?? null)).to.deep.equal(['Anna Ivanova', 'Anna Ivanova', null]);
    expect(shown[0]?.name).to.include({ from: 0.6, until: 2.9 });
    expect(shown[0]?.cues).to.deep.equal(captions);
    await clips().updateMany({ eventId: new ObjectId(event.id) }, { $unset: { 'prepared.stream': true } });
  });

  it('are made again for a changed clip alone, and all of them in another theme', async () => {
    await put({ themeId: 'waves' });
    await put({ transition: 'soft' });
    const [first, before] = [await made(), await mark()];
    await prepared(ids[0] ?? '', 'video', 'edited');
    const second = await made();
    expect(kinds(second.filter((key) => !first.includes(key)))).to.deep.equal(['collage', 'name']);
    expect(await mark()).to.not.equal(before);
    await put({ themeId: 'linen' });
    const other = await made();
    expect(other.filter((key) => second.includes(key))).to.deep.equal([]);
    expect(kinds(other), 'this theme has no collage').to.deep.equal(['name', 'name', 'text']);
  });

  it('are captions in the picture where the makers want them, made again only where words change', async () => {
    await put({ themeId: 'linen' });
    await put({ transition: 'soft', showsNames: false });
    const [one, two] = ids.map((id) => new ObjectId(id));
    const say = (_id: ObjectId | undefined, text: string) =>
      clips().updateOne({ _id }, { $set: { captions: [{ start: 1, end: 3.2, text }] }, $inc: { revision: 1 } });
    await clips().updateMany({ eventId: new ObjectId(event.id) }, { $unset: { captions: true } });
    await say(one, 'Happy birthday!');
    await say(two, 'From all of us');
    const track = await mark();
    expect(kinds(await made()), 'a track alone').to.deep.equal(['text']);
    expect((await put({ showsCaptions: true })).showsCaptions).to.equal(true);
    expect(await mark()).to.not.equal(track);
    const first = await made();
    expect(kinds(first)).to.deep.equal(['said', 'said', 'text']);
    const timeline = await filmTimeline(await now(), await tempFolder(), new AbortController().signal);
    expect(timeline.captions).to.include('From all of us');
    expect(timeline.items.map(({ frames }) => frames).slice(1, -1)).to.deep.equal([30, 105, 30, 105, 135]);
    await say(one, 'Happy birthday, Ruth!');
    expect(kinds((await made()).filter((key) => !first.includes(key)))).to.deep.equal(['said']);
    await clips().updateOne({ _id: one }, { $set: { edit: { speed: 2 } }, $inc: { revision: 1 } });
    expect(kinds((await made()).filter((key) => !first.includes(key))), 'as an edit moves them').to.have.length(1);
    await clips().updateMany({ eventId: new ObjectId(event.id) }, { $unset: { captions: true, edit: true } });
    await put({ showsCaptions: false });
  });

  it('are photos in a row that follow the beats of the music, with transitions around them alone', async () => {
    const [one, two] = ids as [string, string];
    await prepared(one, 'photo', 'left');
    await prepared(two, 'photo', 'right');
    for (const [id, key] of [
      [one, 'left'],
      [two, 'right'],
    ] as const)
      await withEdges(id, key);
    await put({ themeId: 'linen', trackId: null, showsNames: false });
    await put({ transition: 'fade' });
    expect(kinds(await made())).to.deep.equal(['join', 'join', 'join', 'join', 'text']);
    const single = await mark();
    expect(await put({ trackId: 'porch-light', photoSeconds: 2.6 })).to.include({ photoSeconds: 2.6 });
    expect(await mark()).to.not.equal(single);
    const first = await made();
    expect(kinds(first), 'none between both photos').to.deep.equal(['beat', 'beat', 'join', 'join', 'join', 'text']);
    const timeline = await filmTimeline(await now(), await tempFolder(), new AbortController().signal);
    const film = await joinFilm(timeline, null, join(await tempFolder(), 'film'));
    expect(film.frames).to.be.within(120 + 2 * 78 + 135 + 120 - 45, 120 + 2 * 108 + 135 + 120 - 45);
    const roles = timeline.items.map(({ role }) => role).join(' ');
    expect(roles).to.equal('intro transition clip clip transition clip transition outro');
    await put({ showsNames: true });
    const named = (await made()).filter((key) => !first.includes(key));
    expect(kinds(named), 'the photos of two people').to.deep.equal(['name', 'name']);
    await put({ photoSeconds: null, trackId: null, showsNames: false });
    expect(kinds(await made())).to.deep.equal(['join', 'join', 'join', 'join', 'text']);
  });

  it('are deleted a day after they have lost their place, those of other shapes with them', async () => {
    await put({ themeId: 'linen', trackId: null, showsNames: true });
    await put({ transition: 'soft' });
    const { store } = platform();
    const [used = ''] = await made();
    const { signal } = new AbortController();
    const context = { jobId: 'clean-up', attempt: 1, signal, progress: async () => undefined };
    const folders = ['name-gone', 'tall-1-name-gone', 'large-1-join-gone', `tall-1-${used}`, 'name-new', 'unrelated'];
    for (const folder of folders) {
      const key = `prepared/${event.id}/${folder}/audio.wav`;
      await store.write(key, Buffer.from('old'));
      const daysAgo = new Date(Date.now() - 2 * 24 * 3_600_000);
      if (folder !== 'name-new') await utimes(await store.local(key, temp), daysAgo, daysAgo);
    }
    await transitionsWork.run({ eventId: event.id }, context);
    const left: string[] = [];
    for (const folder of folders) {
      if (await store.stat(`prepared/${event.id}/${folder}/audio.wav`)) left.push(folder);
    }
    expect(left).to.deep.equal([`tall-1-${used}`, 'name-new', 'unrelated']);
  });

  it('have no names where the makers want none, and none over segments that have theirs', async () => {
    await put({ themeId: 'linen' });
    await put({ transition: 'soft', showsNames: false });
    expect(kinds(await made())).to.deep.equal(['text']);
    const without = await mark();
    await put({ showsNames: true });
    expect(await mark()).to.not.equal(without);
    await clips().updateMany({ eventId: new ObjectId(event.id) }, { $unset: { 'prepared.hasName': true } });
    expect(kinds(await made())).to.deep.equal(['text']);
    expect(await mark()).to.equal(without);
  });
});
