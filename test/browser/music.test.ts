import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { ElementHandle } from 'puppeteer';
import { createEvent, type Event } from '../../src/shared/contracts/events.ts';
import { listTracks } from '../../src/shared/contracts/tracks.ts';
import { readEvent } from '../helpers/giving.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { giveWords } from './helpers/giving.ts';
import { lookOver } from './helpers/look-over.ts';
import { click } from './helpers/pointer.ts';
import { signInAs } from './helpers/sign-in.ts';
import { clickOn, playsOn } from './helpers/story-moves.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

const DRAWER = '.songs[open]';

describe('choosing music', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let chromium: TestBrowser;
  let organiser: SignedInUser;
  let event: Event;

  before(async () => {
    chromium = await startBrowser(['--autoplay-policy=no-user-gesture-required']);
    organiser = await newUser(app().origin);
    event = await organiser.call(createEvent, {
      body: { occasion: 'birthday', recipients: [{ firstName: 'Ruth' }], timeZone: 'America/New_York' },
    });
  });
  after(() => chromium?.close());

  async function open(): Promise<StrictPage> {
    const studio = await openStrict(chromium, { width: 360, height: 740, touch: false });
    await signInAs(organiser, studio.context);
    return studio;
  }

  it('plays songs in place, changes the film only with “Use”, and takes an own song after its rights', async () => {
    const studio = await open();
    const { page, reads, requests, problems } = studio;
    await studio.visit(`${app().origin}/e/${event.uuid}`);
    await giveWords(app().origin, event.uuid, 'Mia', 'You taught me to swim.');
    await reads('.studio__chapter-list', 'Mia', 300_000);

    await clickOn(page, '.studio__line-head a', 'Music: none');
    await page.waitForSelector(DRAWER);
    await clickOn(page, `${DRAWER} .chips button`, 'Warm');
    await click(page, `${DRAWER} [aria-label="Play Porch light"]`);
    await page.waitForSelector(`${DRAWER} [aria-label="Pause Porch light"]`);
    await reads(`${DRAWER} .songs__time`, /^0:0\d \/ 1:01/);
    await click(page, `${DRAWER} [aria-label="Play Paper lanterns"]`);
    await page.waitForSelector(`${DRAWER} [aria-label="Pause Paper lanterns"]`);
    expect(await page.$(`${DRAWER} [aria-label="Pause Porch light"]`)).to.equal(null);

    await click(page, `${DRAWER} input[value=porch-light]`);
    await page.focus(`${DRAWER} .songs__offset input`);
    for (let second = 0; second < 12; second++) await page.keyboard.press('ArrowRight');
    await reads(`${DRAWER} .songs__label`, 'Start the song at 0:12');
    await reads(`${DRAWER} .songs__standing`, 'Porch lightNot in your film yet');
    expect((await readEvent(organiser, event)).trackId).to.equal(null);
    expect(await lookOver(page)).to.deep.equal([]);
    const before = requests.length;
    await clickOn(page, `${DRAWER} button`, 'Hear it under your film');
    await playsOn(page);
    expect(requests.slice(before).some((url) => url.includes('/porch-light.m4a'))).to.equal(true);
    await clickOn(page, `${DRAWER} button`, 'Stop the film');
    expect(await page.$eval('video', (video) => video.paused)).to.equal(true);
    expect((await readEvent(organiser, event)).trackId).to.equal(null);
    await clickOn(page, `${DRAWER} button`, 'Use this song');
    await page.waitForSelector(DRAWER, { hidden: true });
    await reads('.studio__line-head a', 'Music: Porch light');
    const used = await readEvent(organiser, event);
    expect([used.trackId, used.music?.start]).to.deep.equal(['porch-light', 12]);

    await clickOn(page, '.studio__line-head a', 'Music: Porch light');
    await clickOn(page, `${DRAWER} button`, 'Use your own song');
    const field = (await page.waitForSelector(`${DRAWER} input[type=file]`)) as ElementHandle<HTMLInputElement>;
    expect(await field.evaluate((input) => input.disabled)).to.equal(true);
    await click(page, `${DRAWER} .songs__own [type=checkbox]`);
    await page.waitForSelector(`${DRAWER} input[type=file]:enabled`);
    await field.uploadFile(await ownSong());
    await page.waitForSelector(`${DRAWER} [aria-label="Play kitchen-radio"]:enabled`, { timeout: 300_000 });
    const [song] = await organiser.call(listTracks, { query: { eventId: event.id } });
    await click(page, `${DRAWER} input[value="${song?.id}"]`);
    const latest = await page.$eval(`${DRAWER} .songs__offset input`, (slider) =>
      Number((slider as HTMLInputElement).max),
    );
    expect(latest).to.equal(Math.floor(Math.min(song?.latestStart ?? 0, (song?.length ?? 0) - 5)));
    await clickOn(page, `${DRAWER} button`, 'Use this song');
    await reads('.studio__line-head a', 'Music: kitchen-radio');
    expect((await readEvent(organiser, event)).trackId).to.equal(song?.id);
    expect(problems).to.deep.equal([]);
    await studio.close();
  });

  it('works as a form without script', async () => {
    const studio = await open();
    const { page } = studio;
    await page.setJavaScriptEnabled(false);
    await page.goto(`${app().origin}/e/${event.uuid}/music`);
    await click(page, 'input[value=letters-home]');
    await page.$eval('[name=start]', (input) => input.setAttribute('value', '7.5'));
    await Promise.all([page.waitForNavigation(), click(page, '.songs__page button[type=submit]')]);
    expect(new URL(page.url()).pathname).to.equal(`/e/${event.uuid}`);
    const { trackId, music } = await readEvent(organiser, event);
    expect([trackId, music?.start]).to.deep.equal(['letters-home', 7.5]);
    await studio.close();
  });
});

/** Twelve seconds of one of our songs, so that it is soon ready. */
async function ownSong(): Promise<string> {
  const path = join(await tempFolder(), 'kitchen-radio.m4a');
  const from = ['-t', '12', '-i', 'static/music/kitchen-radio.m4a'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...from, '-c', 'copy', path]);
  return path;
}
