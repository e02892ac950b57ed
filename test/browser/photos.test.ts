import { expect } from 'chai';
import sharp from 'sharp';
import { reviewUpscale, savePinturaEdit } from '../../src/shared/contracts/clip-edits.ts';
import { deleteEvent, type Event } from '../../src/shared/contracts/events.ts';
import { updateMedia } from '../../src/shared/contracts/media.ts';
import { eventually } from '../helpers/eventually.ts';
import { download, giveFile, readEvent, settledMedia, startEvent } from '../helpers/giving.ts';
import { ssim } from '../helpers/similarity.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { type OpenOptions, startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { lookOver } from './helpers/look-over.ts';
import { click } from './helpers/pointer.ts';
import { signInAs } from './helpers/sign-in.ts';
import { clickOn } from './helpers/story-moves.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

describe('photos in the studio', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let chromium: TestBrowser;
  let organiser: SignedInUser;
  let event: Event;
  let studio: StrictPage;

  before(async () => {
    chromium = await startBrowser();
    organiser = await newUser(app().origin);
  });
  beforeEach(async () => {
    event = await startEvent(organiser);
  });
  afterEach(async () => {
    await studio?.close();
    // What it has left to be prepared is none of the next test's.
    await organiser.call(deleteEvent, { params: { id: event.id } }).finally(() => app().resumeWorker());
  });
  after(() => chromium?.close());

  async function open(options: OpenOptions): Promise<StrictPage> {
    studio = await openStrict(chromium, options);
    await signInAs(organiser, studio.context);
    await studio.visit(`${app().origin}/e/${event.uuid}`);
    return studio;
  }
  async function give(photo: Buffer, facts: { filename: string; filetype: string }): Promise<void> {
    const { origin } = app();
    await giveFile(newVisitor(origin), origin, event, photo, { ...facts, contributor: { name: 'Lena' } });
    await settledMedia(organiser, event);
  }

  const looks = async (width: number, height: number) => {
    expect(await lookOver(studio.page)).to.deep.equal([]);
    await studio.page.setViewport({ width, height });
  };

  it('are found on Unsplash, page by page, and come with their credit', async () => {
    app().pauseWorker();
    const { page, reads, problems } = await open({ width: 360, height: 740, touch: true });
    await clickOn(page, '.studio-line button', 'Find a photo');
    await page.waitForSelector('.photo-finder[open]');
    await page.type('.photo-finder input', 'zebra');
    await page.keyboard.press('Enter');
    await reads('.photo-finder [role=status]', 'Nothing for “zebra”');
    await page.$eval('.photo-finder input', (field) => (field as HTMLInputElement).select());
    await page.type('.photo-finder input', 'a');
    await page.keyboard.press('Enter');
    await reads('.photo-finder [role=status]', '18 of');
    await reads('.photo-finder', 'drawn by our sandbox');
    await clickOn(page, '.photo-finder button', 'More photos');
    await reads('.photo-finder [role=status]', '36 of 48');
    await click(page, '.photo-finder__photo');
    await reads('.photo-finder .drawer__foot', 'Photo by Sandbox Sam on Unsplash');
    await clickOn(page, '.photo-finder button', 'Add this photo');
    await reads('.toast', 'at the end of your film');
    await page.waitForSelector('[data-clip-id] button');
    await click(page, '[data-clip-id] button');
    await reads('.studio-line__picked', 'Photo by Sandbox Sam on Unsplash');
    const { media = [] } = await readEvent(organiser, event);
    expect(media.map(({ attribution }) => attribution?.author)).to.deep.equal(['Sandbox Sam']);
    expect(problems).to.deep.equal([]);
  });

  it('are drawn on as the film will show them, and steps survive a reload', async () => {
    const drawing = await sharp({ create: { width: 960, height: 540, channels: 3, background: '#7a8f6a' } })
      .composite([{ input: Buffer.from(HILLS) }])
      .jpeg()
      .toBuffer();
    await give(drawing, { filename: 'p.jpg', filetype: 'image/jpeg' });
    const { page, reads, problems } = await open({ width: 1280, height: 800, touch: false });
    const decorate = async () => {
      await page.waitForSelector('[data-clip-id] button');
      await click(page, '[data-clip-id] button');
      await clickOn(page, '.studio-line__picked button', 'Decorate');
      await page.waitForSelector('.photo-editor img');
    };
    await decorate();
    await page.focus('.photo-editor input[type=range]');
    await page.keyboard.press('ArrowRight');
    await clickOn(page, '.photo-editor button', 'Golden hour');
    await clickOn(page, '.photo-editor [role=tab]', 'Draw');
    const picture = await page.waitForSelector('.photo-editor__layers--pen');
    const box = await picture?.boundingBox();
    if (!box) throw new Error('The photo has no place');
    await page.mouse.move(box.x + box.width * 0.1, box.y + box.height * 0.2);
    await page.mouse.down();
    for (const share of [0.3, 0.5, 0.7, 0.9])
      await page.mouse.move(box.x + box.width * share, box.y + box.height * 0.3);
    await page.mouse.up();
    await clickOn(page, '.photo-editor [role=tab]', 'Words');
    await page.type('.photo-editor__add input', 'עם אהבה 🎂 Ruth');
    await clickOn(page, '.photo-editor button', 'Add');
    await clickOn(page, '.photo-editor [role=tab]', 'Stickers');
    await clickOn(page, '.photo-editor button', 'Cake');
    const cake = await page.waitForSelector('[aria-label="Sticker: cake"]');
    const from = await cake?.boundingBox();
    if (!from) throw new Error('The sticker has no place');
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - box.width * 0.3, y + box.height * 0.2, { steps: 4 });
    await page.mouse.up();

    await page.reload();
    await decorate();
    await page.waitForSelector('[aria-label="Sticker: cake"]');
    await looks(1280, 800);
    await click(page, '.photo-editor [aria-label=Undo]');
    await click(page, '.photo-editor [aria-label=Redo]');
    await page.evaluate(() => document.fonts.ready);
    const stage = await page.waitForSelector('.photo-editor__screen');
    const preview = Buffer.from((await stage?.screenshot({ type: 'png' })) ?? []);
    await clickOn(page, '.photo-editor button', 'Done');
    await reads('.toast', 'is saved');
    const [clip] = await settledMedia(organiser, event);
    expect(clip?.annotation?.layers?.map(({ kind }) => kind)).to.deep.equal(['drawing', 'text', 'sticker']);
    expect(clip?.isPainted).to.equal(true);
    const sticker = clip?.annotation?.layers?.[2];
    expect(sticker && 'x' in sticker && sticker.x).to.be.within(0.15, 0.25);
    const shown = await download(app().origin, clip?.posterUrl);
    expect(ssim(await greyPicture(preview), await greyPicture(shown))).to.be.greaterThan(0.9);

    await clickOn(page, '.studio-line__picked button', 'Edit');
    await page.waitForFunction(
      () => (document.querySelector<HTMLImageElement>('.edit-stage__painted img')?.naturalWidth ?? 0) > 0,
    );
    await page.evaluate(() => document.fonts.ready);
    const edited = Buffer.from((await (await page.$('.edit-stage'))?.screenshot({ type: 'png' })) ?? []);
    expect(ssim(await greyPicture(edited), await greyPicture(shown))).to.be.greaterThan(0.9);
    await organiser.call(savePinturaEdit, { params: { id: clip?.id ?? '' }, body: { edit: null } });
    await reads('.toast', 'what is drawn on it', 40_000);
    expect(problems).to.deep.equal([]);
  });

  it('are made sharper when they are small, and compared with a slider', async () => {
    const small = await sharp('static/films/birthday.webp').resize(40, 64).png().toBuffer();
    await give(small, { filename: 's.png', filetype: 'image/png' });
    // Switching the device type would reload the page with its dialog.
    const { page, reads, problems } = await open({ width: 360, height: 740, touch: false });
    await page.waitForSelector('[data-clip-id] button');
    await click(page, '[data-clip-id] button');
    await clickOn(page, '.studio-line__picked summary, .studio-line__picked button', 'More for');
    await clickOn(page, '.studio-line__picked button', 'Make it sharper');
    await reads('.studio-line__picked', 'A sharper version is ready to compare.');
    await clickOn(page, '.studio-line__picked button', 'Before and after');
    await page.waitForSelector('.compare input');
    await page.focus('.compare input');
    await page.keyboard.press('Home');
    await page.waitForFunction(
      () => document.querySelector<HTMLElement>('.compare')?.style.getPropertyValue('--share') === '0%',
    );
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('.compare img')].every((each) => each.naturalWidth > 0),
    );
    await looks(360, 740);
    await clickOn(page, 'dialog[open] button', 'Use the sharper one');
    await reads('.toast', 'sharper clip in a moment');
    const [clip] = await settledMedia(organiser, event);
    expect([clip?.upscale?.status, clip?.width]).to.deep.equal(['approved', 80]);

    app().pauseWorker();
    const params = { id: clip?.id ?? '' };
    await organiser.call(updateMedia, { params, body: { edit: { flip: 'horizontal' } } });
    await clickOn(page, '.studio-line__picked summary, .studio-line__picked button', 'More for');
    await clickOn(page, '.studio-line__picked button', 'Back to how it came');
    await clickOn(page, '.toast button', 'Undo');
    const back = await eventually('the edit to be back', async () => {
      const [found] = (await readEvent(organiser, event)).media ?? [];
      return found?.edit.flip && found;
    });
    expect(back.upscale?.status).to.equal('approved');

    await clickOn(page, '.studio-line__picked summary, .studio-line__picked button', 'More for');
    await clickOn(page, '.studio-line__picked button', 'Back to how it came');
    const flip = async () => (await readEvent(organiser, event)).media?.[0]?.edit.flip;
    await eventually('the edit to be gone', async () => !(await flip()));
    await organiser.call(reviewUpscale, { params, body: { approved: true } });
    await clickOn(page, '.toast button', 'Undo');
    await eventually('the edit to be back, as somebody else has decided', flip, 30_000);
    expect(problems).to.deep.equal([]);
  });
});

const HILLS =
  '<svg width="960" height="540"><rect width="960" height="260" fill="#b9d4e8"/><path d="M0 330 240 150l200 160 180-90 340 170v150H0z" fill="#56704c"/></svg>';

async function greyPicture(file: Buffer): Promise<number[]> {
  return [...(await sharp(file).resize(320, 180, { fit: 'fill' }).greyscale().raw().toBuffer())];
}
