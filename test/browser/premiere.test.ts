import { expect } from 'chai';
import type { Page } from 'puppeteer';
import type { Event } from '../../src/shared/contracts/events.ts';
import { directPremiere, planPremiere } from '../../src/shared/contracts/premieres.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { readEvent, startFreeEvent } from '../helpers/giving.ts';
import { playableFilm } from '../helpers/playable-film.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { click } from './helpers/pointer.ts';
import { signInAs } from './helpers/sign-in.ts';
import { clickOn } from './helpers/story-moves.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

/** Long enough for a slow machine to join, pause and go on before the end. */
const LENGTH = 240;
/** Seconds that two browsers may be apart. */
const IN_STEP = 0.25;

describe('a premiere', function () {
  this.timeout(600_000);
  const app = useWholeApp({ hasWorker: false });
  let browser: TestBrowser;
  let host: SignedInUser;
  let bytes: Buffer;

  before(async () => {
    browser = await startBrowser(['--autoplay-policy=user-gesture-required']);
    host = await newUser(app().origin);
    bytes = await playableFilm(LENGTH);
  });
  after(() => browser.close());

  async function gift(): Promise<Event> {
    const event = await startFreeEvent(host, { recipients: [{ firstName: 'Ruth' }] });
    await finishedFilm(app().connection, event, { video: { bytes, length: LENGTH } });
    return readEvent(host, event);
  }

  async function enter(path: string, who?: SignedInUser): Promise<StrictPage> {
    const open = await openStrict(browser);
    if (who) await signInAs(who, open.context);
    await open.visit(`${app().origin}${path}`);
    return open;
  }

  /** A gift whose film has been playing for some seconds. */
  async function begun(): Promise<Event> {
    const event = await gift();
    await planIn(event, 20 * 60_000);
    const at = new Date(Date.now() - 5000);
    const { ObjectId } = app().connection.base.mongo;
    await app()
      .connection.collection('premieres')
      .updateOne({ eventId: new ObjectId(event.id) }, { $set: { startsAt: at, at } });
    return event;
  }

  const planIn = ({ id }: Event, milliseconds: number) =>
    host.call(planPremiere, {
      params: { id },
      body: { startsAt: new Date(Date.now() + milliseconds).toISOString() },
    });

  /** Where the film began by the machine's clock, in seconds: the same in two browsers that are in step. */
  const begin = (page: Page) =>
    page.evaluate(() => {
      const video = document.querySelector('video');
      return !video || video.paused ? null : Date.now() / 1000 - video.currentTime;
    });

  async function comeInStep(first: Page, second: Page): Promise<void> {
    await eventually('both films to be in step', async () => {
      const [one, other] = await Promise.all([begin(first), begin(second)]);
      return one !== null && other !== null && Math.abs(one - other) <= IN_STEP;
    });
  }

  /** When the film next plays, in milliseconds since 1970. */
  const noteBegin = (page: Page) =>
    page.$eval(
      'video',
      (video) =>
        new Promise<number>((resolve) => video.addEventListener('playing', () => resolve(Date.now()), { once: true })),
    );

  it('is planned without script in the event’s zone', async () => {
    const event = await gift();
    const { page, context, close } = await openStrict(browser);
    await signInAs(host, context);
    await page.setJavaScriptEnabled(false);
    await page.goto(`${app().origin}/e/${event.uuid}/premiere`);
    await Promise.all([page.waitForNavigation(), click(page, 'form[action$="/premiere/plan"] [type=submit]')]);
    expect(await page.$eval('h1', (heading) => heading.textContent)).to.equal('Ruth’s film starts in');
    await close();
  });

  it('starts for host, recipient and a late guest in step, pauses for all of them, and ends on the film’s page', async () => {
    const event = await gift();
    await planIn(event, 20 * 60_000);
    const hosts = await enter(`/e/${event.viewKey}/premiere`, host);
    await hosts.reads('#premiere-here', 'You’re the first');
    const ruth = await enter(`/e/${event.privateKey}/premiere`);
    await hosts.reads('.premiere__faces', 'Ruth');
    await hosts.reads('#premiere-here', '2 are here');
    expect(await ruth.page.$('.premiere__host')).to.equal(null);
    await click(hosts.page, '.premiere__react[aria-label=Hooray]');
    await ruth.page.waitForSelector('.premiere__ticket .premiere__rise');

    await clickOn(hosts.page, '.premiere__host button', 'Start now');
    await comeInStep(hosts.page, ruth.page);
    await eventually('the opening to be counted', async () => (await readEvent(host, event)).openedAt !== null);

    const late = await enter(`/e/${event.viewKey}/premiere`);
    await comeInStep(hosts.page, late.page);
    await hosts.reads('.premiere__count', /^3 watching/);

    await click(late.page, '.premiere__react[aria-label=Hooray]');
    await ruth.page.waitForSelector('.premiere__rise');

    await clickOn(hosts.page, '.premiere__host button', 'Pause for everyone');
    const positions = await eventually('all to be at one position', async () => {
      const all = await Promise.all(
        [hosts, ruth, late].map(({ page }) =>
          page.$eval('video', (video) => (video.paused && !video.seeking ? video.currentTime : null)),
        ),
      );
      return all.every((each) => each !== null && Math.abs(each - (all[0] ?? 0)) < 0.05) && all;
    });
    expect(positions).to.have.length(3);
    const goesOn = noteBegin(late.page);
    const { at } = await host.call(directPremiere, { params: { id: event.id }, body: { action: 'play' } });
    // What the host does happens everywhere a moment later, not as soon as each browser hears of it.
    expect(await goesOn).to.be.greaterThan(Date.parse(at) - 700);
    await comeInStep(ruth.page, late.page);

    await ruth.page.evaluate(hurry);
    await click(hosts.page, '.premiere__host .menu summary');
    await clickOn(hosts.page, '.premiere__host .menu__list button', 'End it for everyone');
    await ruth.page.waitForFunction((path) => location.pathname === path, {}, `/e/${event.privateKey}`);
    for (const { problems, close } of [hosts, ruth, late]) {
      expect(problems).to.deep.equal([]);
      await close();
    }
  });

  it('keeps a line for the guestbook that is being written when the film ends, until it is signed', async () => {
    const event = await begun();
    const guest = await enter(`/e/${event.viewKey}/premiere`);
    await guest.page.waitForSelector('.premiere__book textarea');
    await guest.page.type('.premiere__book input[name=name]', 'Karl');
    await guest.page.type('.premiere__book textarea', 'I cried twice');
    await guest.page.evaluate(hurry);
    // Its line is there, so the page hears of the end.
    await guest.reads('.premiere__count', /^1 watching/);
    await host.call(directPremiere, { params: { id: event.id }, body: { action: 'end' } });
    await guest.reads('.premiere__message h1', 'That was it.');
    await guest.page.waitForFunction(() => Reflect.get(window, 'passed') >= 2);
    expect(await guest.page.$eval('.premiere__book textarea', ({ value }) => value)).to.equal('I cried twice');
    await clickOn(guest.page, '.premiere__book button', 'Sign the book');
    await guest.page.waitForFunction((path) => location.pathname === path, {}, `/e/${event.viewKey}`);
    await guest.page.goto(`${app().origin}/e/${event.viewKey}/guestbook`);
    await guest.reads('.guestbook__text', 'I cried twice');
    await guest.close();
  });

  it('follows the host where the network lets no socket through, and drops a film that was moved away', async () => {
    const event = await gift();
    await planIn(event, 20 * 60_000);
    const guest = await openStrict(browser);
    await guest.page.evaluateOnNewDocument(
      'window.WebSocket = class { constructor() { throw new Error("blocked"); } };',
    );
    await guest.page.evaluateOnNewDocument(hurry);
    await guest.visit(`${app().origin}/e/${event.viewKey}/premiere`);
    await guest.reads('.premiere__ticket', 'Connecting again…');
    await planIn(event, 50_000);
    await guest.page.waitForSelector('.premiere__hall video');
    await planIn(event, 10 * 60_000);
    await guest.page.waitForFunction(() => !document.querySelector('.premiere__hall'));
    await guest.close();
  });

  it('keeps the host’s pause in sight on an upright phone, and off the film on a phone on its side', async () => {
    const event = await begun();
    const { page, close, problems } = await enter(`/e/${event.viewKey}/premiere`, host);
    // Until the film is there, the page says that it is loading.
    await page.waitForSelector('.premiere--theatre .premiere__stage');
    const bar = async () => {
      await page.evaluate(() => scrollTo(0, 0));
      const filmEnd = await page.$eval('.premiere__stage', (film) => film.getBoundingClientRect().bottom);
      const { top, bottom } = await page.$eval('.premiere__host', (each) => each.getBoundingClientRect().toJSON());
      return { isInSight: bottom <= (page.viewport()?.height ?? 0), coversFilm: top < filmEnd };
    };
    expect(await bar()).to.deep.equal({ isInSight: true, coversFilm: false });
    // Without touch the page would load again, and its film, too.
    await page.setViewport({ width: 740, height: 360, hasTouch: true, isMobile: true });
    expect((await bar()).coversFilm).to.equal(false);
    expect(problems).to.deep.equal([]);
    await close();
  });
});

/**
 * From now on, a page waits a twentieth of the seconds that it wants to wait, and `passed` counts how often they passed. Times of half a
 * minute and more are limits, such as that of an answer.
 */
function hurry(): void {
  const { setTimeout: later, setInterval: repeat } = window;
  // Methods: the compiler gives named functions a helper that is not there in the page.
  Object.assign(window, {
    passed: 0,
    setTimeout(work: () => void, time = 0, ...args: unknown[]) {
      return later(work, time > 1000 && time < 30_000 ? time / 20 : time, ...args);
    },
    setInterval(work: () => void, time = 0) {
      if (time <= 1000) return repeat(work, time);
      return repeat(() => {
        work();
        Reflect.set(window, 'passed', Reflect.get(window, 'passed') + 1);
      }, time / 20);
    },
  });
}
