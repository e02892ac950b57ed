import { expect } from 'chai';
import { deleteEvent, type Event } from '../../src/shared/contracts/events.ts';
import { updateMedia } from '../../src/shared/contracts/media.ts';
import { copyClipTo, setFields } from '../helpers/copied-clips.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveFile, readEvent, settledMedia, startEvent } from '../helpers/giving.ts';
import { sample } from '../helpers/media-samples.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { lookOver } from './helpers/look-over.ts';
import { click, middleOf } from './helpers/pointer.ts';
import { signInAs } from './helpers/sign-in.ts';
import { clickOn } from './helpers/story-moves.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

describe('the clip editor', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let chromium: TestBrowser;
  let organiser: SignedInUser;
  /** A clip of six seconds, which each test has a copy of. */
  let prepared: string;
  let clipId: string;
  let event: Event;
  let studio: StrictPage;

  before(async () => {
    const { origin } = app();
    chromium = await startBrowser();
    organiser = await newUser(origin);
    const first = await startEvent(organiser);
    const more = { contributor: { name: 'Lena' }, filename: 'v.mp4', filetype: 'video/mp4' };
    const file = await sample('mp4 with a flash and a beep each second');
    prepared = (await giveFile(newVisitor(origin), origin, first, file, more)).media.id;
    await settledMedia(organiser, first);
    // Nobody needs the titles of its film.
    await organiser.call(deleteEvent, { params: { id: first.id } });
  });
  beforeEach(async () => {
    event = await startEvent(organiser);
    clipId = await copyClipTo(app().connection, prepared, event);
    studio = await openStrict(chromium, { width: 1280, height: 800, touch: false });
    await signInAs(organiser, studio.context);
  });
  afterEach(async () => {
    await studio?.close();
    // What it has left to be prepared is none of the next test's.
    await organiser.call(deleteEvent, { params: { id: event.id } }).finally(() => app().resumeWorker());
  });
  after(() => chromium?.close());

  const clip = async () => (await readEvent(organiser, event)).media?.[0];

  async function openEditor() {
    await studio.visit(`${app().origin}/e/${event.uuid}`);
    await click(studio.page, '[data-clip-id] button');
    await clickOn(studio.page, '.studio-line__picked button', 'Edit');
    await studio.page.waitForSelector('.clip-editor[open] .edit-strip__handle');
  }
  const closed = () => studio.page.waitForFunction(() => !document.querySelector('.clip-editor'));
  const looks = async () => {
    expect(await lookOver(studio.page)).to.deep.equal([]);
    await studio.page.setViewport({ width: 1280, height: 800 });
  };
  const middle = (selector: string) => middleOf(studio.page, selector);
  /** The saved ends and crop, roughly. */
  async function keptByDone() {
    await clickOn(studio.page, '.clip-editor button', 'Done');
    await closed();
    const { trim, crop } = (await clip())?.edit ?? {};
    const rounded = (values: object, parts: number) => Object.values(values).map((n) => Math.round(n * parts) / parts);
    return { trim: rounded({ start: trim?.start, end: trim?.end }, 5), crop: rounded(crop ?? {}, 20) };
  }
  const named = (name: string) => `.clip-editor [aria-label="${name}"]`;
  const corner = named('Crop, top left corner');

  it('trims by keyboard, also into a cut, turns, undoes after a reload, saves, and tells of another organiser', async () => {
    const { page, reads, problems } = studio;
    app().pauseWorker();
    await openEditor();
    await page.keyboard.press('Escape');
    await closed();

    await clickOn(page, '.studio-line__picked button', 'Edit');
    await page.waitForSelector(named('End'));
    await page.focus(named('End'));
    await page.keyboard.down('Shift');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.up('Shift');
    await page.keyboard.press('ArrowLeft');
    await page.focus(named('Start'));
    await page.keyboard.press('ArrowRight');
    await reads('.clip-editor__panel', '0:04.9 of 0:06.0 plays');
    await clickOn(page, '.clip-editor button', 'Cut a part out');
    await page.waitForSelector(named('Cut until'));
    await page.focus(named('Start'));
    await page.keyboard.press('ArrowRight');
    await clickOn(page, '.clip-editor [role=tab]', 'Picture');
    await clickOn(page, '.clip-editor button', 'Turn');
    await page.waitForSelector(named('Crop, top left corner'));

    await openEditor();
    await reads('.clip-editor__panel', '0:03.9 of 0:06.0 plays');
    for (const step of ['Undo', 'Redo', 'Undo']) await click(page, named(step));
    // The browser closes a dialog at the second Escape, whatever the page says.
    for (let press = 0; press < 2; press++) await page.keyboard.press('Escape');
    await reads('.clip-editor[open] .clip-editor__ask', 'aren’t saved');
    await clickOn(page, '.clip-editor button', 'Done');
    await closed();
    await reads('.toast', 'is saved');

    const saved = await clip();
    expect(saved?.edit).to.deep.equal({
      trim: { start: 0.066, end: 4.967 },
      cuts: [{ start: 0.066, end: 1.033 }],
    });

    await clickOn(page, '.studio-line__picked button', 'Edit');
    for (let step = 0; step < 2; step++) await click(page, named('Undo'));
    await reads('.clip-editor__panel', '0:04.9 of 0:06.0 plays');
    for (let step = 0; step < 2; step++) await click(page, named('Redo'));
    await reads('.clip-editor__panel', '0:03.9 of 0:06.0 plays');
    await page.keyboard.press('Escape');
    await closed();
    await clickOn(page, '.studio-line__picked summary', 'More for');
    await clickOn(page, '.studio-line__picked button', 'What was changed');
    await reads('dialog[open]', 'Ada changed its start and end and what is cut out');
    await page.keyboard.press('Escape');

    await organiser.call(updateMedia, {
      params: { id: saved?.id ?? '' },
      body: { edit: { trim: { start: 0, end: 3 } }, editFrom: saved?.edit ?? {} },
    });
    await reads('.toast', 'its start and end');
    expect(problems).to.deep.equal([]);
  });

  it('plays a cleaned sound before and after, at the same word', async () => {
    const { page, problems } = studio;
    await organiser.call(updateMedia, { params: { id: clipId }, body: { edit: { denoise: true } } });
    await settledMedia(organiser, event);
    await openEditor();
    await clickOn(page, '.clip-editor [role=tab]', 'Sound');
    await looks();
    const heard = () =>
      page.$eval('.clip-editor audio', (element) => {
        const { src, currentTime: at } = element as HTMLAudioElement;
        return { src, at };
      });
    const playsBeyond = (second: number) =>
      page.waitForFunction(
        (from) => {
          const audio = document.querySelector<HTMLAudioElement>('.clip-editor audio');
          return audio !== null && !audio.paused && audio.currentTime > from;
        },
        {},
        second,
      );
    await clickOn(page, '.clip-editor [role=group] button', 'Before');
    await playsBeyond(0.8);
    const before = await heard();
    await clickOn(page, '.clip-editor [role=group] button', 'After');
    await playsBeyond(before.at);
    const after = await heard();
    expect(after.src).not.to.equal(before.src);
    expect(after.at - before.at, 'from the same word').to.be.within(0, 2.5);
    await page.waitForSelector('.clip-editor [role=group] [aria-pressed=true]');
    await clickOn(page, '.clip-editor [role=group] button', 'After');
    await page.waitForFunction(() => document.querySelector<HTMLAudioElement>('.clip-editor audio')?.paused);
    expect(problems).to.deep.equal([]);
  });

  it('trims and crops by dragging, and keeps every move of a pointer, even several between two renderings', async () => {
    const { page, reads, problems } = studio;
    app().pauseWorker();
    const drag = async (selector: string, right: number, down = 0) => {
      const { x, y } = await middle(selector);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + right, y + down, { steps: 5 });
      await page.mouse.up();
    };
    await openEditor();
    const [start, end] = [await middle(named('Start')), await middle(named('End'))];
    await drag(named('Start'), (end.x - start.x) / 3);
    await drag(named('End'), (start.x - end.x) / 6);
    await clickOn(page, '.clip-editor [role=tab]', 'Picture');
    const [first, last] = [await middle(corner), await middle(named('Crop, bottom right corner'))];
    const size = { x: last.x - first.x, y: last.y - first.y };
    await drag(corner, size.x / 4, size.y / 4);
    const kept = { trim: [2, 5], crop: [0.25, 0.25, 0.75, 0.75] };
    expect(await keptByDone()).to.deep.equal(kept);
    await reads('.toast', 'is saved');

    const moveAtOnce = (...moves: [selector: string, across: number, down: number][]) =>
      page.evaluate((all) => {
        for (const [selector, movementX, movementY] of all) {
          const handle = document.querySelector(selector);
          const { left, width } = handle?.getBoundingClientRect() ?? { left: 0, width: 0 };
          const move = { bubbles: true, buttons: 1, clientX: left + width / 2 + movementX, movementX, movementY };
          handle?.dispatchEvent(new PointerEvent('pointermove', move));
        }
      }, moves);
    await organiser.call(updateMedia, { params: { id: clipId }, body: { edit: {} } });
    await openEditor();
    await moveAtOnce([named('Start'), (end.x - start.x) / 3, 0], [named('End'), (start.x - end.x) / 6, 0]);
    await clickOn(page, '.clip-editor [role=tab]', 'Picture');
    await page.waitForSelector(corner);
    const eighth = [corner, size.x / 8, size.y / 8] as [string, number, number];
    await moveAtOnce(eighth, eighth);
    expect(await keptByDone()).to.deep.equal(kept);
    expect(problems).to.deep.equal([]);
  });

  it('types, splits, moves and pastes captions, shows them over the picture, and saves what undo leaves', async () => {
    const { page, reads, problems } = studio;
    const words = '.captions__row textarea';
    const becomes = (...wanted: string[]) =>
      page.waitForFunction(
        (where, all) =>
          [...document.querySelectorAll<HTMLTextAreaElement>(where)].map(({ value }) => value).join('|') === all,
        {},
        words,
        wanted.join('|'),
      );
    app().pauseWorker();
    await openEditor();
    await clickOn(page, '.clip-editor [role=tab]', 'Captions');
    await clickOn(page, '.clip-editor button', 'Add a caption here');
    await page.waitForSelector(`${words}:focus`);
    await page.keyboard.type('Happy birthday to you');
    await reads('.captions__shown', 'Happy birthday to you');
    for (let back = 0; back < 7; back++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.down('Control');
    await page.keyboard.press('Enter');
    await page.keyboard.up('Control');
    await becomes('Happy birthday', 'to you');
    await page.keyboard.press('Enter');
    await becomes('Happy birthday', 'to you', '');
    await page.keyboard.type('dear Ruth');
    await page.focus('.captions__row:last-child .captions__when input');
    for (const time of ['0:03.1', '0:03.2']) {
      await page.keyboard.press('ArrowUp');
      await page.waitForFunction((said) => (document.activeElement as HTMLInputElement).value === said, {}, time);
    }
    await page.focus(`.captions__row:first-child textarea`);
    await clickOn(page, '.captions__row:first-child button', 'Join with the next');
    await becomes('Happy birthday to you', 'dear Ruth');
    await clickOn(page, '.clip-editor button', 'Paste or upload');
    await page.type('.captions__paste textarea', '0:01 --> 0:02');
    await page.keyboard.press('Enter');
    await page.keyboard.type('<i>Hip hip</i>');
    await clickOn(page, '.captions__paste button', 'Replace the captions');
    await becomes('Hip hip');
    await click(page, named('Undo'));
    await becomes('Happy birthday to you', 'dear Ruth');
    await clickOn(page, '.clip-editor button', 'Done');
    await closed();
    const saved = await clip();
    expect([saved?.captions, saved?.edit, saved?.status]).to.deep.equal([
      [
        { start: 0, end: 3, text: 'Happy birthday to you' },
        { start: 3.2, end: 6, text: 'dear Ruth' },
      ],
      {},
      'ready',
    ]);
    await click(page, '.toast button');
    await eventually('the captions to be gone', async () => (await clip())?.captions.length === 0);
    expect(problems).to.deep.equal([]);
  });

  it('offers to leave out silence and takes it back, and says in the captions that the sandbox can’t hear', async () => {
    const { page, reads, problems } = studio;
    app().pauseWorker();
    await setFields(app().connection, clipId, { heard: { start: 2, end: 4 } });
    await studio.visit(`${app().origin}/e/${event.uuid}`);
    await reads('.tighten', 'Lena’s clip could be 2.8 s shorter');
    await looks();
    await clickOn(page, '.tighten button', 'Leave it out');
    await reads('.toast', '2.8 s shorter');
    expect((await clip())?.edit).to.deep.equal({ trim: { start: 1.5, end: 4.7 } });
    await clickOn(page, '.toast button', 'Undo');
    await eventually('the trim to be gone', async () => Object.keys((await clip())?.edit ?? {}).length === 0);
    app().resumeWorker();
    await settledMedia(organiser, event);

    await openEditor();
    await clickOn(page, '.clip-editor button', 'Leave out the silence: 2.8 s shorter');
    await reads('.clip-editor__panel', '0:03.2 of 0:06.0 plays');
    await click(page, named('Undo'));
    await clickOn(page, '.clip-editor [role=tab]', 'Captions');
    await reads('.captions', 'can’t understand words');
    await clickOn(page, '.captions button', 'Listen and write them');
    await reads('.captions', '(speech)');
    expect(problems).to.deep.equal([]);
  });
});
