import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Event } from '../../src/shared/contracts/events.ts';
import { latestRenderJob } from '../../src/shared/contracts/films.ts';
import { setFields } from '../helpers/copied-clips.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, readEvent, startFreeEvent } from '../helpers/giving.ts';
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
  const { app, organiser, open, tab } = useStudio({ hasWorker: false });
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
    const video = { bytes: await readFile('static/films/getwell.mp4'), length: LENGTH };
    filmId = await finishedFilm(app().connection, event, { video, chapters, bill });
  }

  it('is made from the dialog of the finished film, stopped there, and ends its progress in a page that missed how it ended', async () => {
    await film('Anna');
    const studio = await tab();
    const { page, reads, visit } = studio;
    const age = await ageableTab(page);
    await visit(`${app().origin}/e/${event.uuid}#ready`);
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

    await clickOn(page, '.film-shapes button', 'Make it: For phones');
    await reads('.film-shapes', 'Waiting for its turn');
    const _id = new (app().connection.base.mongo.ObjectId)((await render())?.id);
    const ended = { status: 'cancelled', finishedAt: new Date() };
    await app().connection.collection('renderjobs').updateOne({ _id }, { $set: ended });
    await age(5);
    await page.waitForSelector('.film-shapes__work', { hidden: true });
    await reads('.film-shapes', 'Make it');
    // The refusal of 4K: its answer, and Chromium's own word about it.
    expect(studio.problems.map((problem) => problem.includes('409'))).to.deep.equal([true, true]);
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
    const guest = newVisitor(app().origin);
    const given = [
      ['Mia', 9],
      ['Anna', 6],
      ['Ben', 4],
      ['Mia', 2],
    ] as const;
    for (const [index, [name, length]] of given.entries()) {
      const { media } = await giveText(guest, event, `Love from ${name}, ${index}`, { contributor: { name } });
      await setFields(app().connection, media.id, { length });
    }
    const { page, reads, problems } = await open(event);
    const names = async () =>
      ((await readEvent(organiser(), event)).media ?? []).map(({ contributor }) => contributor.name).join();
    await page.waitForFunction(() => document.querySelectorAll('[data-clip-id]').length === 4);
    const ids = (await tiles(page)).map(({ id }) => id);
    await drag(page, ids[2], ids[0]);
    await eventually('the dragged clip to be first', async () => (await names()) === 'Ben,Mia,Anna,Mia');
    const sort = async (by: string) => {
      await clickOn(page, '.studio__line-head button', 'Sort');
      await reads('dialog[open] h2', 'Put the clips in order');
      if (by === 'Name') expect(await lookOver(page)).to.deep.equal([]);
      await clickOn(page, 'dialog[open] button', by);
    };
    await sort('Name');
    await eventually('the order by name', async () => (await names()) === 'Anna,Ben,Mia,Mia');
    await clickOn(page, '.toast__shelf button', 'Undo');
    await eventually('the order before', async () => (await names()) === 'Ben,Mia,Anna,Mia');
    await sort('Longest first');
    await eventually('the longest first', async () => (await names()) === 'Mia,Anna,Ben,Mia');
    expect(problems).to.deep.equal([]);
  });
});
