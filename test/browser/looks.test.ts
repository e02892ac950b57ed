import { expect } from 'chai';
import { stopUrl } from '../../src/features/messages/mail-stops.service.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { startWholeApp, type WholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import {
  askedToGive,
  captioning,
  givingByText,
  givingOnDay,
  isOpen,
  laidOut,
  press,
  sendingOffline,
  tenSecondsToUndo,
  thankedFor,
  trimming,
  watchPaused,
  withBar,
  withDialog,
  withSheet,
} from './helpers/look-acts.ts';
import { fillEvents, LONG, type LookEvents } from './helpers/look-events.ts';
import { lookOver, tabThrough } from './helpers/look-over.ts';
import { click } from './helpers/pointer.ts';
import { signInAs } from './helpers/sign-in.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

describe('the look of every screen', function () {
  this.timeout(600_000);
  let app: WholeApp;
  let chromium: TestBrowser;
  let organiser: SignedInUser;
  let visitor: Visitor;
  let events: LookEvents;

  before(async () => {
    app = await startWholeApp();
    chromium = await startBrowser();
    organiser = await newUser(app.origin);
    await confirmAddress(app.connection, organiser.user.email);
    visitor = newVisitor(app.origin);
    events = await fillEvents(app, organiser, visitor);
  });
  after(async () => {
    await chromium?.close();
    await app?.close();
  });

  type Person = 'organiser' | 'visitor' | 'anybody';
  async function openAs(as: Person): Promise<StrictPage> {
    const open = await openStrict(chromium, { touch: false });
    if (as === 'organiser') await signInAs(organiser, open.context);
    if (as === 'visitor') await signInAs(visitor, open.context);
    return open;
  }

  /** Opens a page in a browser of its own; `check` ends with a page on which nothing went wrong. */
  async function on(path: string, as: Person, check: (open: StrictPage) => Promise<void>) {
    const open = await openAs(as);
    await open.visit(app.origin + path);
    await check(open);
    expect(open.problems).to.deep.equal([]);
    await open.close();
  }

  /** Browsers for pages that are only looked at: one for each person, as its start takes a while. */
  const onlookers = new Map<Person, StrictPage>();
  async function lookAt(path: string, as: Person) {
    const open = onlookers.get(as) ?? (await openAs(as));
    onlookers.set(as, open);
    const earlier = open.problems.length;
    await open.page.setViewport({ width: 360, height: 740 });
    await open.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
    await open.visit(app.origin + path);
    expect(await lookOver(open.page)).to.deep.equal([]);
    expect(open.problems.slice(earlier)).to.deep.equal([]);
  }

  type Screen = [
    name: string,
    path: () => string,
    as?: 'organiser' | 'visitor',
    act?: (open: StrictPage) => Promise<void>,
  ];
  const SCREENS: Screen[] = [
    ['home', () => '/'],
    ['occasions to choose from', () => '/start-a-vidday'],
    ['the form that starts an event', () => '/start-a-vidday?occasion=birthday'],
    ['the same in quiet tone', () => '/start-a-vidday?occasion=memorial'],
    ['occasions with a page', () => '/video-maker'],
    ['an occasion', () => '/video-maker/birthday-video', undefined, laidOut],
    ['an occasion in quiet tone', () => '/video-maker/memorial-video', undefined, laidOut],
    ['an occasion of a group', () => '/video-maker/school-video', undefined, laidOut],
    ['prices', () => '/pricing'],
    ['questions and answers', () => '/faq'],
    ['help', () => '/help'],
    ['a search in the help', () => '/help?q=refund'],
    ['an article of the help', () => '/help/arrange'],
    ['the contact form', () => '/help/contact'],
    ['the privacy notice', () => '/privacy'],
    ['ideas', () => '/ideas'],
    ['log in', () => '/auth/login'],
    ['register', () => '/auth/register'],
    ['contribution', () => `/e/${events.full.uuid}`],
    ['contribution in quiet tone', () => `/e/${events.memorial.uuid}`],
    ['contribution that is closed', () => `/e/${events.closed.uuid}`],
    ['contribution, writing', () => `/e/${events.empty.uuid}`, undefined, withDialog('.giving__act', 'Write')],
    ['contribution, about to send', () => `/e/${events.full.uuid}`, undefined, withSheet],
    ['contribution in quiet tone, with a clip not sent', () => `/e/${events.memorial.uuid}`, undefined, withBar],
    ['contribution, after Send and offline', () => `/e/${events.full.uuid}`, undefined, sendingOffline],
    ['contribution, thanked', () => `/e/${events.memorial.uuid}`, undefined, thankedFor],
    ['receipt', () => events.receipt],
    [
      'receipt, changing the name',
      () => events.receipt,
      undefined,
      (open) => press(open, '.receipt__sender button', 'Change'),
    ],
    ['receipt of a clip that failed', () => events.brokenReceipt],
    ['studio, empty', () => `/e/${events.empty.uuid}`, 'organiser'],
    ['studio of somebody without an account', () => `/e/${events.nobodys.uuid}`, 'visitor'],
    ['studio, full', () => `/e/${events.full.uuid}`, 'organiser', (open) => press(open, '[data-clip-id] button')],
    [
      'studio, as a grid with a picked clip',
      () => `/e/${events.full.uuid}`,
      'organiser',
      async (open) => {
        await press(open, '.studio__line-head button', 'Grid');
        await open.page.waitForSelector('.clip-grid__cells');
        await press(open, '.clip-grid__cells button');
        await open.page.waitForSelector('.pick-bar');
      },
    ],
    [
      'studio with a failed clip and a film',
      () => `/e/${events.given.uuid}`,
      'organiser',
      (open) => press(open, '[data-clip-id] button', 'Bo'),
    ],
    ['studio, trimming a clip', () => `/e/${events.given.uuid}`, 'organiser', trimming('Jonas')],
    ['studio, captions of a clip', () => `/e/${events.given.uuid}`, 'organiser', captioning('Jonas')],
    ['studio, details', () => `/e/${events.full.uuid}`, 'organiser', withDialog('button', 'Edit details')],
    ['studio, music', () => `/e/${events.empty.uuid}`, 'organiser', withDialog('.studio__line-head a', 'Music')],
    ['studio, a film that is ready', () => `/e/${events.ready.uuid}#ready`, 'organiser', isOpen],
    ['studio, giving by text', () => `/e/${events.ready.uuid}`, 'organiser', givingByText],
    ['studio, giving on a day', () => `/e/${events.ready.uuid}`, 'organiser', givingOnDay],
    ['studio, asked before giving', () => `/e/${events.ready.uuid}`, 'organiser', askedToGive],
    ['studio, ten seconds to take it back', () => `/e/${events.leaving.uuid}`, 'organiser', tenSecondsToUndo],
    ['studio, a gift that is planned', () => `/e/${events.planned.uuid}`, 'organiser'],
    ['studio, its plan', () => `/e/${events.planned.uuid}`, 'organiser', withDialog('.pay-bar button', 'Change')],
    [
      'studio, a gift that was given',
      () => `/e/${events.given.uuid}`,
      'organiser',
      withDialog('.pay-bar button', 'Details'),
    ],
    ['studio, sharing', () => `/e/${events.given.uuid}`, 'organiser', withDialog('.studio__side button', 'Share')],
    ['studio, versions', () => `/e/${events.given.uuid}`, 'organiser', withDialog('button', 'Versions')],
    ['dashboard', () => '/dashboard', 'organiser'],
    ['the wrapped gift', () => `/e/${events.given.privateKey}?wrapped`],
    [
      'the wall of a gift, thanking one person',
      () => `/e/${events.given.privateKey}?open=1`,
      undefined,
      async (open) => {
        await open.page.waitForSelector('.thanks');
        expect(await lookOver(open.page)).to.deep.equal([]);
        await withDialog('.wall__sheet button', LONG)(open);
        await press(open, '.thanks__way', 'A note');
      },
    ],
    ['the film of a gift', () => `/e/${events.given.privateKey}?open=1`, undefined, watchPaused],
    ['the film by its view link', () => `/e/${events.given.viewKey}`],
    ['a gift that is not ready', () => `/e/${events.empty.privateKey}`],
    ['a gift that waits for its day', () => `/e/${events.early.privateKey}`],
    ['the outbox of the sandbox', () => '/sandbox/mail'],
    ['all mails with sample values', () => '/sandbox/mails'],
    ['stopping mails', () => new URL(stopUrl('ruth@example.com', 'filmReady')).pathname],
    ['stopping mails of others', () => new URL(stopUrl('ruth@example.com', 'gifts', 'somebody')).pathname],
  ];
  for (const [name, path, as = 'anybody', act] of SCREENS) {
    it(`${name}: has no axe violations and cuts nothing off, phone and desktop, light and dark`, async () => {
      if (!act) return lookAt(path(), as);
      await on(path(), as, async (open) => {
        await act(open);
        expect(await lookOver(open.page)).to.deep.equal([]);
      });
    });
  }

  it('shows the focus ring on every Tab stop', async () => {
    for (const [path, as, least] of [
      [`/e/${events.empty.uuid}`, 'anybody', 10],
      [`/e/${events.given.uuid}`, 'organiser', 20],
      [`/e/${events.given.privateKey}?open=1`, 'anybody', 8],
    ] as const) {
      await on(path, as, async ({ page }) => {
        const { stops, wrong } = await tabThrough(page);
        expect(wrong, path).to.deep.equal([]);
        expect(stops, path).to.be.at.least(least);
      });
    }
  });

  it('shows no animation with prefers-reduced-motion, and opens the gift at once', async () => {
    await on('/', 'anybody', async ({ page, visit }) => {
      await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
      await visit(`${app.origin}/e/${events.given.privateKey}?wrapped`);
      expect(await page.evaluate(() => document.getAnimations().length)).to.equal(0);
      await click(page, '.recipient__pull a');
      await page.waitForSelector('.recipient__parcel', { hidden: true });
    });
  });

  it('plays the film in a plain player without script, and other pages say what to do', async () => {
    await on('/', 'anybody', async ({ page, text }) => {
      await page.setJavaScriptEnabled(false);
      await page.goto(`${app.origin}/e/${events.given.privateKey}?wrapped`);
      await Promise.all([page.waitForNavigation(), click(page, '.recipient__pull a')]);
      const src = await page.$eval('.wall__film[controls]', (video) => video.getAttribute('src'));
      const film = await fetch(new URL(src ?? '', app.origin), { headers: { Range: 'bytes=0-99' } });
      expect(film.status).to.equal(206);
      for (const path of [`/e/${events.empty.uuid}`, events.receipt]) {
        await page.goto(app.origin + path);
        expect(await text('main')).to.include('This page needs JavaScript');
      }
    });
  });

  it('shows the 404 page without violations', async () => {
    const open = await openStrict(chromium, { touch: false });
    await open.page.goto(`${app.origin}/e/00000000-0000-4000-8000-000000000000`);
    expect(await lookOver(open.page)).to.deep.equal([]);
    await open.close();
  });
});
