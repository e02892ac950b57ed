import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { Event } from '../../src/shared/contracts/events.ts';
import { latestRenderJob } from '../../src/shared/contracts/films.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, readEvent, startFreeEvent } from '../helpers/giving.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newVisitor } from '../helpers/user.ts';
import { ageableTab } from './helpers/aged-tab.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { lookOver } from './helpers/look-over.ts';
import { tap } from './helpers/pointer.ts';
import { clickOn, drag, playsOn, tiles } from './helpers/story-moves.ts';
import { useStudio } from './helpers/studio.ts';

const LENGTH = 4;

describe('a film in other shapes', function () {
  this.timeout(600_000);
  const { app, organiser, open } = useStudio();
  let phones: TestBrowser;
  let event: Event;
  let filmId: string;

  before(async () => {
    phones = await startBrowser(['--autoplay-policy=no-user-gesture-required']);
  });
  after(() => phones.close());
  beforeEach(async () => {
    event = await startFreeEvent(organiser(), { recipients: [{ firstName: 'Ruth' }] });
  });

  /** A finished film of text cards from these people. */
  async function film(...names: string[]): Promise<void> {
    const chapters = [];
    for (const [index, name] of names.entries()) {
      const { media } = await giveText(newVisitor(app().origin), event, `Love from ${name}`, { contributor: { name } });
      chapters.push({ start: index, clip: media });
    }
    const bill = { length: LENGTH, amount: 0, isFree: true };
    const video = { bytes: await played(), length: LENGTH };
    filmId = await finishedFilm(app().connection, event, { video, chapters, bill });
  }

  it('is made from the dialog of the finished film, and stopped there', async () => {
    app().pauseWorker();
    try {
      await film('Anna');
      const studio = await open(event);
      const { page, reads } = studio;
      await page.goto(`${app().origin}/e/${event.uuid}#ready`);
      await page.reload();
      await reads('dialog[open] h2', 'The film is ready');
      await reads('dialog[open] .film-shapes', /For phones.*Square.*4K/s);
      expect(await lookOver(page)).to.deep.equal([]);
      await clickOn(page, '.film-shapes button', 'Make it: For phones');
      await reads('.film-shapes', 'Waiting for its turn');
      const render = () => organiser().call(latestRenderJob, { params: { id: event.id }, query: { format: '9:16' } });
      expect((await render())?.status).to.equal('queued');
      await page.reload();
      await reads('dialog[open] .film-shapes', 'Waiting for its turn');
      await clickOn(page, '.film-shapes button', 'Stop making');
      await eventually('the render to end', async () => (await render())?.status === 'cancelled');
      await page.waitForSelector('.film-shapes__work', { hidden: true });
      await clickOn(page, '.film-shapes button', 'Make it: 4K');
      await reads('.toast', 'None of the clips was recorded in 4K');
      expect(studio.problems.filter((problem) => !problem.includes('409'))).to.deep.equal([]);
    } finally {
      app().resumeWorker();
    }
  });

  it('ends its progress in a page that missed how it ended', async () => {
    app().pauseWorker();
    try {
      await film('Anna');
      const { page, reads, visit, problems } = await open(event);
      const age = await ageableTab(page);
      await visit(`${app().origin}/e/${event.uuid}#ready`);
      await page.reload();
      await clickOn(page, '.film-shapes button', 'Make it: For phones');
      await reads('.film-shapes', 'Waiting for its turn');
      const query = { format: '9:16' } as const;
      const job = await organiser().call(latestRenderJob, { params: { id: event.id }, query });
      const _id = new (app().connection.base.mongo.ObjectId)(job?.id);
      const ended = { status: 'cancelled', finishedAt: new Date() };
      await app().connection.collection('renderjobs').updateOne({ _id }, { $set: ended });
      await age(5);
      await page.waitForSelector('.film-shapes__work', { hidden: true });
      await reads('.film-shapes', 'Make it');
      expect(problems).to.deep.equal([]);
    } finally {
      app().resumeWorker();
    }
  });

  it('plays upright on an upright phone, and wide when it is turned', async () => {
    await film('Anna', 'Ben');
    const films = app().connection.collection('publishedmedia');
    const { ObjectId } = app().connection.base.mongo;
    const wide = await films.findOne({ _id: new ObjectId(filmId) });
    if (!wide) throw new Error('the film is gone');
    const [large, small] = wide.sources;
    const sources = [
      { ...large, width: 1080, height: 1920 },
      { ...small, width: 720, height: 1280 },
    ];
    const _id = new ObjectId();
    await films.insertOne({ ...wide, _id, renderJobId: new ObjectId(), version: 2, shape: 'tall', sources });
    await films.updateOne({ _id: wide._id }, { $set: { shapes: [{ filmId: String(_id), shape: 'tall', sources }] } });
    const { privateKey } = await readEvent(organiser(), event);
    const { page, problems, close } = await phones.open({ width: 390, height: 800, touch: true });
    await page.goto(`${app().origin}/e/${privateKey}?wrapped`);
    await page.waitForSelector('vd-island[data-name=gift][data-alive]');
    const shown = () => page.$eval('video', (video) => video.currentSrc);
    await page.waitForFunction((id) => document.querySelector('video')?.src.includes(id), {}, String(_id));
    await tap(page, '.recipient__pull a');
    await playsOn(page);
    expect(await shown()).to.include(String(_id));
    await page.setViewport({ width: 800, height: 390, hasTouch: true, isMobile: true });
    await page.waitForFunction((id) => document.querySelector('video')?.src.includes(id), {}, filmId);
    await playsOn(page);
    expect(problems).to.deep.equal([]);
    await page.goto(`${app().origin}/e/${privateKey}?open=1`);
    const kept = await page.$$eval('.wall__after a[download]', (links) => links.map((link) => link.textContent));
    expect(kept).to.deep.equal(['Keep it', 'For phones']);
    await close();
  });

  it('is of clips that are dragged, and sorted in one act that can be undone', async () => {
    app().pauseWorker();
    try {
      const guest = newVisitor(app().origin);
      for (const [index, name] of ['Mia', 'Anna', 'Ben', 'Mia'].entries()) {
        await giveText(guest, event, `Love from ${name}, ${index}`, { contributor: { name } });
      }
      const studio = await open(event);
      const { page, reads } = studio;
      const names = async () =>
        ((await readEvent(organiser(), event)).media ?? []).map(({ contributor }) => contributor.name).join();
      await page.waitForFunction(() => document.querySelectorAll('[data-clip-id]').length === 4);
      const ids = (await tiles(page)).map(({ id }) => id);
      await drag(page, ids[2], ids[0]);
      await eventually('the dragged clip to be first', async () => (await names()) === 'Ben,Mia,Anna,Mia');
      await clickOn(page, '.studio__line-head button', 'Sort');
      await reads('dialog[open] h2', 'Put the clips in order');
      expect(await lookOver(page)).to.deep.equal([]);
      await clickOn(page, 'dialog[open] button', 'Name');
      await eventually('the order by name', async () => (await names()) === 'Anna,Ben,Mia,Mia');
      await clickOn(page, '.toast__shelf button', 'Undo');
      await eventually('the order before', async () => (await names()) === 'Ben,Mia,Anna,Mia');
      const media = (await readEvent(organiser(), event)).media ?? [];
      for (const [index, { id }] of media.entries()) {
        const length = [4, 9, 6, 2][index];
        await app()
          .connection.collection('media')
          .updateOne({ _id: new (app().connection.base.mongo.ObjectId)(id) }, { $set: { length } });
      }
      await studio.visit(`${app().origin}/e/${event.uuid}`);
      await clickOn(page, '.studio__line-head button', 'Sort');
      await clickOn(page, 'dialog[open] button', 'Longest first');
      await eventually('the longest first', async () => (await names()) === 'Mia,Anna,Ben,Mia');
      expect(studio.problems).to.deep.equal([]);
    } finally {
      app().resumeWorker();
    }
  });
});

/** A few seconds of picture and sound, ready to be streamed. */
async function played(): Promise<Buffer> {
  const path = join(await tempFolder(), 'film.mp4');
  const picture = `testsrc2=s=640x360:r=30:d=${LENGTH}`;
  const sources = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=d=${LENGTH}`];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...sources, ...codecs, '-movflags', '+faststart', path]);
  return readFile(path);
}
