import { expect } from 'chai';
import type { Event } from '../../src/shared/contracts/events.ts';
import { readEvent, startEvent } from '../helpers/giving.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { signInAs } from './helpers/sign-in.ts';
import { clickOn } from './helpers/story-moves.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

describe('photos in the studio', function () {
  this.timeout(180_000);
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
    studio = await openStrict(chromium, { width: 360, height: 740, touch: true });
    await signInAs(organiser, studio.context);
    await studio.visit(`${app().origin}/e/${event.uuid}`);
  });
  afterEach(() => studio?.close());
  after(() => chromium?.close());

  it('are found on Unsplash, page by page, and come with their credit', async () => {
    const { page, reads, problems } = studio;
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
    await page.click('.photo-finder__photo');
    await reads('.photo-finder .drawer__foot', 'Photo by Sandbox Sam on Unsplash');
    await clickOn(page, '.photo-finder button', 'Add this photo');
    await reads('.toast', 'at the end of your film');
    await page.waitForSelector('[data-clip-id] button');
    await page.click('[data-clip-id] button');
    await reads('.studio-line__picked', 'Photo by Sandbox Sam on Unsplash');
    const { media = [] } = await readEvent(organiser, event);
    expect(media.map(({ attribution }) => attribution?.author)).to.deep.equal(['Sandbox Sam']);
    expect(problems).to.deep.equal([]);
  });
});
