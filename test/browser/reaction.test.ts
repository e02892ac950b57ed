import { expect } from 'chai';
import type { Event } from '../../src/shared/contracts/events.ts';
import { listThanks } from '../../src/shared/contracts/thanks.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, readEvent, startFreeEvent } from '../helpers/giving.ts';
import { playableFilm } from '../helpers/playable-film.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { smallCamera } from './helpers/small-camera.ts';
import { clickOn } from './helpers/story-moves.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

/** Seconds. */
const LENGTH = 4;

describe('filming a recipient while they watch', function () {
  this.timeout(600_000);
  const app = useWholeApp({ hasWorker: false });
  let browser: TestBrowser;
  let creator: SignedInUser;
  let bytes: Buffer;

  before(async () => {
    browser = await startBrowser(['--use-fake-device-for-media-stream=fps=10', '--use-fake-ui-for-media-stream']);
    creator = await newUser(app().origin);
    bytes = await playableFilm(LENGTH);
  });
  after(() => browser.close());

  async function unwrapped(): Promise<{ event: Event; ruth: StrictPage }> {
    const started = await startFreeEvent(creator, { recipients: [{ firstName: 'Ruth' }] });
    const { media } = await giveText(newVisitor(app().origin), started, 'All the best');
    await finishedFilm(app().connection, started, { clip: media, video: { bytes, length: LENGTH } });
    const event = await readEvent(creator, started);
    const ruth = await openStrict(browser, { width: 360, height: 740, touch: false });
    await smallCamera(ruth.page);
    await ruth.page.evaluateOnNewDocument(() => {
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      Object.assign(window, { cameras: [] });
      navigator.mediaDevices.getUserMedia = async (wanted) => {
        const stream = await open(wanted);
        Reflect.get(window, 'cameras').push(...stream.getTracks());
        return stream;
      };
    });
    await ruth.visit(`${app().origin}/e/${event.privateKey}`);
    await ruth.page.waitForSelector('.reaction__ask input');
    return { event, ruth };
  }

  /** What became of the camera and the microphone. */
  const cameras = ({ page }: StrictPage) =>
    page.evaluate(() => (Reflect.get(window, 'cameras') as MediaStreamTrack[]).map(({ readyState }) => readyState));
  const pull = ({ page }: StrictPage) => clickOn(page, 'a', 'Pull the ribbon');
  const sent = async ({ privateKey = '' }: Event) =>
    newVisitor(app().origin).call(listThanks, { params: { id: privateKey }, query: {} });

  it('needs their yes: without it no camera is opened', async () => {
    const { ruth } = await unwrapped();
    await pull(ruth);
    await ruth.page.waitForSelector('.wall__after');
    expect(await cameras(ruth)).to.deep.equal([]);
    expect(await ruth.page.$('dialog[open]')).to.equal(null);
    expect(ruth.problems).to.deep.equal([]);
    await ruth.close();
  });

  it('shows it to them first, and sends it as a thank-you once they say so', async () => {
    const { event, ruth } = await unwrapped();
    await ruth.page.click('.reaction__ask input');
    await ruth.reads('.reaction__ask', 'Your camera is ready');
    await pull(ruth);
    await ruth.reads('.reaction__filming', 'Filming you');
    await ruth.reads('dialog[open]', 'It’s only on this device');
    expect(await cameras(ruth)).to.deep.equal(['ended', 'ended']);
    expect(await sent(event)).to.deep.equal([]);
    await ruth.page.waitForFunction(() => (document.querySelector('dialog video') as HTMLVideoElement).readyState > 0);
    await clickOn(ruth.page, 'dialog[open] button', 'Send it to everyone');
    await ruth.reads('dialog[open]', 'on its way to everyone');
    await clickOn(ruth.page, 'dialog[open] button', 'Undo');
    await ruth.reads('dialog[open]', 'It’s only on this device');
    expect(await sent(event)).to.deep.equal([]);
    await clickOn(ruth.page, 'dialog[open] button', 'Send it to everyone');
    await ruth.reads('dialog[open]', 'on its way to everyone');
    const [thanks] = await eventually('the thank-you', async () => {
      const found = await sent(event);
      return found.length > 0 && found;
    });
    expect([thanks?.kind, thanks?.to, thanks?.media?.isThankYou]).to.deep.equal(['video', 'all', true]);
    expect(ruth.problems).to.deep.equal([]);
    await ruth.close();
  });

  it('unwraps the gift without it when the camera went away after their yes', async () => {
    const { ruth } = await unwrapped();
    await ruth.page.click('.reaction__ask input');
    await ruth.reads('.reaction__ask', 'Your camera is ready');
    await ruth.page.evaluate(() => {
      for (const track of Reflect.get(window, 'cameras') as MediaStreamTrack[]) track.stop();
    });
    await pull(ruth);
    await ruth.page.waitForSelector('.recipient__parcel', { hidden: true });
    await ruth.page.waitForSelector('.wall__after');
    expect(await ruth.page.$('dialog[open], .reaction__filming')).to.equal(null);
    expect(ruth.problems).to.deep.equal([]);
    await ruth.close();
  });

  it('forgets it when they stop and delete it', async () => {
    const { event, ruth } = await unwrapped();
    await ruth.page.click('.reaction__ask input');
    await ruth.reads('.reaction__ask', 'Your camera is ready');
    await pull(ruth);
    await clickOn(ruth.page, '.reaction__filming button', 'Stop');
    await ruth.reads('dialog[open]', 'It’s only on this device');
    expect(await ruth.page.$eval('dialog a[download]', (link) => (link as HTMLAnchorElement).href)).to.match(/^blob:/);
    await clickOn(ruth.page, 'dialog[open] button', 'Delete it');
    await ruth.page.waitForSelector('dialog[open]', { hidden: true });
    expect([await sent(event), await cameras(ruth)]).to.deep.equal([[], ['ended', 'ended']]);
    await ruth.close();
  });
});
