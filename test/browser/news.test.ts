import { expect } from 'chai';
import { Types } from 'mongoose';
import type { Event } from '../../src/shared/contracts/events.ts';
import { GUESTBOOK } from '../../src/shared/limits.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, readEvent, startFreeEvent } from '../helpers/giving.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { keepAnswer } from './helpers/kept-answer.ts';
import { signInAs } from './helpers/sign-in.ts';
import { clickOn } from './helpers/story-moves.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

describe('the bell and the guestbook', function () {
  this.timeout(600_000);
  const app = useWholeApp({ hasWorker: false });
  let browser: TestBrowser;
  let creator: SignedInUser;
  let event: Event;

  before(async () => {
    browser = await startBrowser();
    creator = await newUser(app().origin);
    const started = await startFreeEvent(creator, { recipients: [{ firstName: 'Ruth' }] });
    const { media } = await giveText(newVisitor(app().origin), started, 'All the best');
    await finishedFilm(app().connection, started, { clip: media });
    event = await readEvent(creator, started);
  });
  after(() => browser.close());

  async function open(path: string, who?: SignedInUser, width = 1280): Promise<StrictPage> {
    const opened = await openStrict(browser, { width, height: 740, touch: false });
    if (who) await signInAs(who, opened.context);
    await opened.visit(`${app().origin}${path}`);
    return opened;
  }

  async function sign({ page }: StrictPage, name: string, text: string): Promise<void> {
    const field = await page.$('input[name=name]');
    if ((await field?.evaluate((input) => (input as HTMLInputElement).value)) === '') await field?.type(name);
    await page.type('textarea[name=text]', text);
    await clickOn(page, 'button', 'Sign the book');
  }

  it('tell every tab of a line at once, open the news in place, and lead to the book', async () => {
    const [desk, phone] = [await open('/dashboard', creator), await open('/help', creator, 360)];
    for (const each of [desk, phone]) await each.page.waitForSelector('.shell__bell[aria-haspopup=dialog]');
    const ruth = await open(`/e/${event.privateKey}/guestbook`);
    await sign(ruth, 'Ruth', 'I cried twice');
    await ruth.reads('.guestbook__text', 'I cried twice');
    await desk.reads('.shell__bell-count', /^1$/);
    await phone.reads('.shell__bell-count', /^1$/);

    await phone.page.click('.shell__bell');
    await phone.reads('.bell .news-line--new', 'Ruth signed the guestbook');
    await desk.page.waitForSelector('.shell__bell-count', { hidden: true });
    expect(await phone.page.$eval('.shell__bell', (bell) => bell.getAttribute('aria-label'))).to.equal('News');
    await phone.page.keyboard.press('Escape');
    await phone.page.waitForSelector('.bell', { hidden: true });
    expect(await phone.page.evaluate(() => document.activeElement?.className)).to.contain('shell__bell');

    await desk.page.click('.shell__bell');
    await desk.reads('.bell .news-line', 'Ruth signed the guestbook');
    await sign(ruth, 'Ruth', 'And another time');
    await desk.reads('.bell .news-line', '2 new lines in the guestbook');
    await desk.follow('.bell .news-line a');
    await desk.reads('.guestbook__text', 'I cried twice');
    await clickOn(desk.page, '.guestbook__acts button', 'Hide it');
    await ruth.reads('.guestbook__line--hidden', 'Hidden: only you and the makers');
    for (const each of [desk, phone, ruth]) {
      expect(each.problems).to.deep.equal([]);
      await each.close();
    }
  });

  it('show on an older page, too, that a line was hidden or is gone', async () => {
    const line = (n: number) => ({
      eventId: new Types.ObjectId(event.id),
      ...{ author: `browser:${n}`, content: `line-${n}`, name: 'Omar', text: `Line ${n}` },
      ...{ reaction: null, hidden: false, createdAt: new Date() },
    });
    const lines = Array.from({ length: GUESTBOOK.shown + 3 }, (_, n) => line(n));
    await app().connection.collection('guestbook').insertMany(lines);
    const [desk, viewer] = [
      await open(`/e/${event.uuid}/guestbook`, creator),
      await open(`/e/${event.viewKey}/guestbook`),
    ];
    for (const each of [desk, viewer]) {
      await clickOn(each.page, '.guestbook__book a.button', 'Show older');
      await each.reads('.guestbook__text', /^Line 0$/);
    }
    const oldest = await desk.page.$$eval('.guestbook__text', (all) =>
      all.findIndex((p) => p.textContent === 'Line 0'),
    );
    const act = `.guestbook__line:nth-child(${oldest + 1}) .guestbook__acts button`;
    await clickOn(desk.page, act, 'Hide it');
    await desk.reads('.guestbook__line--hidden', 'Line 0');
    const isGone = () => [...document.querySelectorAll('.guestbook__text')].every((p) => p.textContent !== 'Line 0');
    await viewer.page.waitForFunction(isGone);
    await clickOn(desk.page, act, 'Show it again');
    await viewer.reads('.guestbook__text', /^Line 0$/);
    for (const each of [desk, viewer]) {
      expect(each.problems).to.deep.equal([]);
      await each.close();
    }
  });

  it('count a line that was written while an answer without it was on its way', async () => {
    const [desk, ruth] = [await openStrict(browser), await open(`/e/${event.privateKey}/guestbook`)];
    await signInAs(creator, desk.context);
    const answer = await keepAnswer(desk.page, /\/notifications$/);
    await desk.visit(`${app().origin}/dashboard`);
    await answer.kept();
    await sign(ruth, 'Ruth', 'Such a surprise');
    await desk.reads('.shell__bell-count', /^1$/);
    await answer.give();
    expect(await desk.text('.shell__bell-count')).to.equal('1');
    for (const each of [desk, ruth]) {
      expect(each.problems).to.deep.equal([]);
      await each.close();
    }
  });

  it('work without script: the bell is a link, and the book has forms', async () => {
    const { page, context, close } = await openStrict(browser);
    await signInAs(creator, context);
    await page.setJavaScriptEnabled(false);
    await page.goto(`${app().origin}/dashboard`);
    await Promise.all([page.waitForNavigation(), page.click('.shell__bell')]);
    expect(new URL(page.url()).pathname).to.equal('/notifications');
    await page.goto(`${app().origin}/e/${event.uuid}/guestbook`);
    await page.type('textarea[name=text]', 'Signed by hand');
    await Promise.all([page.waitForNavigation(), page.click('.guestbook__sign [type=submit]')]);
    expect(await page.$$eval('.guestbook__text', (lines) => lines.map((line) => line.textContent))).to.include(
      'Signed by hand',
    );
    await close();
  });
});
