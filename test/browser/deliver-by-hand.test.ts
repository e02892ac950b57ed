import { expect } from 'chai';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, readEvent, startFreeEvent, timeToGive } from '../helpers/giving.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser, type WatchedPage } from './helpers/chromium.ts';
import { signInAs } from './helpers/sign-in.ts';

describe('handing over the link oneself', function () {
  this.timeout(180_000);
  const app = useWholeApp({ hasWorker: false });
  let browser: TestBrowser;
  let creator: SignedInUser;

  before(async () => {
    browser = await startBrowser();
    creator = await newUser(app().origin);
  });
  after(() => browser.close());

  async function studioOf(email: string | null): Promise<{ event: Event; watched: WatchedPage }> {
    const event = await startFreeEvent(creator, { recipients: [{ firstName: 'Ruth', email }] });
    const { media } = await giveText(newVisitor(app().origin), event, 'All the best');
    await finishedFilm(app().connection, event, { clip: media });
    const watched = await browser.open({ touch: false });
    await signInAs(creator, watched.context);
    await watched.page.goto(`${app().origin}/e/${event.uuid}`);
    return { event, watched };
  }

  const press = async ({ page }: WatchedPage, text: string) => {
    const found = `//*[self::button or self::label][contains(normalize-space(.), "${text}")]`;
    await (await page.waitForSelector(`::-p-xpath(${found})`, { visible: true }))?.click();
  };

  const isGiven = async (event: Event) => {
    await eventually('the plan', async () => (await readEvent(creator, event)).delivery?.at);
    await timeToGive(event);
    expect((await readEvent(creator, event)).status).to.equal('delivered');
  };

  it('offers “I gave it myself” where nobody has an address, and counts it', async () => {
    const { event, watched } = await studioOf(null);
    await press(watched, 'Give it');
    await press(watched, 'I gave it myself');
    await isGiven(event);
    await watched.close();
  });

  it('offers both ways where there is an address', async () => {
    const { event, watched } = await studioOf('ruth@example.com');
    await press(watched, 'Give it');
    await press(watched, 'I’ll hand over the link myself');
    await press(watched, 'I gave it myself');
    await isGiven(event);
    await watched.close();
  });

  it('asks for the payment first after leaving a free occasion', async () => {
    const { event, watched } = await studioOf(null);
    await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { occasion: 'birthday' } });
    await watched.page.reload();
    await watched.page.waitForSelector('::-p-text(Pay and publish)');
    expect(await watched.page.$eval('.pay', (bar) => bar.textContent)).to.include('$5.00');
    await watched.close();
  });
});
