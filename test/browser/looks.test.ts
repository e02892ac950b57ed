import { execFile } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { stopUrl } from '../../src/features/messages/mail-stops.service.ts';
import type { CreateEventBody, Event } from '../../src/shared/contracts/events.ts';
import { createEvent, deliverEvent, getEvent, updateEvent } from '../../src/shared/contracts/events.ts';
import { latestRenderJob, publish } from '../../src/shared/contracts/films.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { timeToGive } from '../helpers/giving.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { startWholeApp, type WholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { allPrepared, giveFile, giveWords } from './helpers/giving.ts';
import { lookOver, tabThrough } from './helpers/look-over.ts';
import { signInAs } from './helpers/sign-in.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

const DAY = 86_400_000;
const LONG = 'Wolfeschlegelsteinhausenbergerdorff-Hohenzollern';
const NAMES = [
  'Jonas',
  '🌻 Mia 🎂',
  LONG,
  'Karl-Heinz and the whole football team',
  '山田太郎',
  'مريم',
  'A',
  'Großmutter Änne',
];
const run = promisify(execFile);

/** Events in the states that a screen can be in. */
interface Events {
  empty: Event;
  /** Started by somebody without an account, with one clip. */
  nobodys: Event;
  memorial: Event;
  closed: Event;
  early: Event;
  /** Twelve clips of people with long and strange names, still being prepared. */
  full: Event;
  /** Two clips, one of them broken, a film that was given, and a clip that came late. */
  given: Event;
  /** With a film, for somebody with a long name and somebody from right to left; one of them waits for its day. */
  ready: Event;
  planned: Event;
  receipt: string;
  brokenReceipt: string;
}

describe('the looks of every screen', function () {
  this.timeout(180_000);
  let app: WholeApp;
  let chromium: TestBrowser;
  let organiser: SignedInUser;
  let visitor: Visitor;
  let events: Events;

  before(async () => {
    app = await startWholeApp();
    chromium = await startBrowser();
    organiser = await newUser(app.origin);
    await confirmAddress(app.connection, organiser.user.email);
    visitor = newVisitor(app.origin);
    events = await fill(app, organiser, visitor);
  });
  after(async () => {
    await chromium?.close();
    await app?.close();
  });

  /** Opens a page, as the organiser or as anybody; `check` ends with a page on which nothing went wrong. */
  async function on(path: string, as: 'organiser' | 'visitor' | 'anybody', check: (open: StrictPage) => Promise<void>) {
    const open = await openStrict(chromium, { touch: false });
    if (as === 'organiser') await signInAs(organiser, open.context);
    if (as === 'visitor') await signInAs(visitor, open.context);
    await open.visit(app.origin + path);
    await check(open);
    expect(open.problems).to.deep.equal([]);
    await open.close();
  }

  const press = async ({ page }: StrictPage, selector: string, words = '') => {
    await page.evaluate(
      (where, what) =>
        [...document.querySelectorAll<HTMLElement>(where)].find((each) => each.textContent?.includes(what))?.click(),
      selector,
      words,
    );
  };
  const withDialog = (selector: string, words?: string) => async (open: StrictPage) => {
    await press(open, selector, words);
    await open.page.waitForSelector('dialog[open]');
  };

  /** The film over everything, standing still with all of its controls. */
  const watchPaused = async (open: StrictPage) => {
    await press(open, '.film-start');
    await open.page.waitForFunction(() => document.querySelector('video')?.paused === false);
    await open.page.focus('.cine');
    await open.page.keyboard.press('Space');
    await press(open, '.cine [aria-label=Captions]');
    await press(open, '.cine summary');
  };

  const isOpen = async ({ page }: StrictPage) => void (await page.waitForSelector('dialog[open]'));
  const givingOnDay = async (open: StrictPage) => {
    await withDialog('.pay button', 'Give it')(open);
    await press(open, 'dialog[open] label', 'On a day');
    await press(open, '.give-zone button', 'Change');
    await open.page.waitForSelector('dialog[open] [list]');
  };
  const askedToGive = async (open: StrictPage) => {
    await withDialog('.pay button', 'Give it')(open);
    await press(open, 'dialog[open] button', 'Send it to');
    await open.page.waitForSelector('.dialog.ask[open]');
  };

  const tenSecondsToUndo = async (open: StrictPage) => {
    await askedToGive(open);
    await press(open, '.dialog.ask .btn', 'Send it now');
    await open.page.waitForSelector('.undo');
  };

  const withSheet = async (open: StrictPage) => {
    await withDialog('.act', 'Write')(open);
    await open.page.type('dialog[open] textarea', 'Happy birthday, dear '.repeat(8));
    await press(open, 'dialog[open] .btn', 'Continue');
    await open.page.waitForSelector('.handin[open]');
    await press(open, '.handin .btn', 'Someone else');
    await open.page.waitForSelector('.handin input[name=other]');
    await open.page.type('.handin input[name=other]', `${LONG}\nمريم\n`);
    await press(open, '.handin .btn', 'Send');
    await open.page.waitForSelector('.handin .error');
  };
  const withBar = async (open: StrictPage) => {
    await withSheet(open);
    await open.page.keyboard.press('Escape');
    await open.page.waitForSelector('.actbar');
  };
  const send = async (open: StrictPage) => {
    await open.page.type('.handin input[name=name]', LONG);
    await press(open, '.handin .btn', 'Send');
  };
  const sendingOffline = async (open: StrictPage) => {
    await withSheet(open);
    await open.offline(true);
    await send(open);
    await open.reads('.of-all', 'You’re offline');
  };
  const thankedFor = async (open: StrictPage) => {
    await withSheet(open);
    await send(open);
    await open.reads('.thanks h2', 'Sent. Thank you.');
    await press(open, '.thanks .btn', 'Email it to me');
    await open.reads(
      '.email-ask .hint',
      'your private link to this clip and, if there is one, a thank-you. Nothing else.',
    );
  };

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
    ['log in', () => '/auth/login'],
    ['register', () => '/auth/register'],
    ['contribution', () => `/e/${events.full.uuid}`],
    ['contribution in quiet tone', () => `/e/${events.memorial.uuid}`],
    ['contribution that is closed', () => `/e/${events.closed.uuid}`],
    ['contribution, writing', () => `/e/${events.empty.uuid}`, undefined, withDialog('.act', 'Write')],
    ['contribution, about to send', () => `/e/${events.full.uuid}`, undefined, withSheet],
    ['contribution in quiet tone, with a clip not sent', () => `/e/${events.memorial.uuid}`, undefined, withBar],
    ['contribution, after Send and offline', () => `/e/${events.full.uuid}`, undefined, sendingOffline],
    ['contribution, thanked', () => `/e/${events.memorial.uuid}`, undefined, thankedFor],
    ['receipt', () => events.receipt],
    ['receipt, changing the name', () => events.receipt, undefined, (open) => press(open, '.sender button', 'Change')],
    ['receipt of a clip that failed', () => events.brokenReceipt],
    ['studio, empty', () => `/e/${events.empty.uuid}`, 'organiser'],
    ['studio of somebody without an account', () => `/e/${events.nobodys.uuid}`, 'visitor'],
    ['studio, full', () => `/e/${events.full.uuid}`, 'organiser', (open) => press(open, '[data-clip-id] button')],
    [
      'studio, as a grid with a picked clip',
      () => `/e/${events.full.uuid}`,
      'organiser',
      async (open) => {
        await press(open, '.line-head button', 'Grid');
        await open.page.waitForSelector('.cells');
        await press(open, '.cells button');
        await open.page.waitForSelector('.picks');
      },
    ],
    [
      'studio with a failed clip and a film',
      () => `/e/${events.given.uuid}`,
      'organiser',
      (open) => press(open, '[data-clip-id] button', 'Bo'),
    ],
    ['studio, details', () => `/e/${events.full.uuid}`, 'organiser', withDialog('button', 'Edit details')],
    ['studio, music', () => `/e/${events.empty.uuid}`, 'organiser', withDialog('button', 'Music')],
    ['studio, a film that is ready', () => `/e/${events.ready.uuid}#ready`, 'organiser', isOpen],
    ['studio, giving now', () => `/e/${events.ready.uuid}`, 'organiser', withDialog('.pay button', 'Give it')],
    ['studio, giving on a day', () => `/e/${events.ready.uuid}`, 'organiser', givingOnDay],
    ['studio, asked before giving', () => `/e/${events.ready.uuid}`, 'organiser', askedToGive],
    ['studio, ten seconds to take it back', () => `/e/${events.ready.uuid}`, 'organiser', tenSecondsToUndo],
    ['studio, a gift that is planned', () => `/e/${events.planned.uuid}`, 'organiser'],
    ['studio, its plan', () => `/e/${events.planned.uuid}`, 'organiser', withDialog('.pay button', 'Change')],
    [
      'studio, a gift that was given',
      () => `/e/${events.given.uuid}`,
      'organiser',
      withDialog('.pay button', 'Details'),
    ],
    ['studio, sharing', () => `/e/${events.given.uuid}`, 'organiser', withDialog('.side button', 'Share')],
    ['studio, versions', () => `/e/${events.given.uuid}`, 'organiser', withDialog('button', 'Versions')],
    ['dashboard', () => '/dashboard', 'organiser'],
    ['the wrapped gift', () => `/e/${events.given.privateKey}?wrapped`],
    [
      'the wall of a gift, thanking one person',
      () => `/e/${events.given.privateKey}?open=1`,
      undefined,
      async (open) => {
        await open.page.waitForSelector('.ty');
        expect(await lookOver(open.page)).to.deep.equal([]);
        await withDialog('.sheet button', LONG)(open);
        await press(open, '.way', 'A note');
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
    it(`${name}: nothing is amiss on phone and desk, in light and dark`, async () => {
      await on(path(), as, async (open) => {
        await act?.(open);
        expect(await lookOver(open.page)).to.deep.equal([]);
      });
    });
  }

  it('the focus is seen wherever Tab goes, past every bar', async () => {
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

  it('nothing moves for whoever asked for less motion, and the gift opens at once', async () => {
    await on('/', 'anybody', async ({ page, visit }) => {
      await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
      await visit(`${app.origin}/e/${events.given.privateKey}?wrapped`);
      expect(await page.evaluate(() => document.getAnimations().length)).to.equal(0);
      await page.click('.pull a');
      await page.waitForSelector('.parcel', { hidden: true });
    });
  });

  it('without script the film plays in the browser’s own player, and other pages say what to do', async () => {
    await on('/', 'anybody', async ({ page, text }) => {
      await page.setJavaScriptEnabled(false);
      await page.goto(`${app.origin}/e/${events.given.privateKey}?wrapped`);
      await Promise.all([page.waitForNavigation(), page.click('.pull a')]);
      const src = await page.$eval('.plain-film[controls]', (video) => video.getAttribute('src'));
      const film = await fetch(new URL(src ?? '', app.origin), { headers: { Range: 'bytes=0-99' } });
      expect(film.status).to.equal(206);
      for (const path of [`/e/${events.empty.uuid}`, events.receipt]) {
        await page.goto(app.origin + path);
        expect(await text('main')).to.include('This page needs JavaScript');
      }
    });
  });

  it('pages that are not there say so in the look of the house', async () => {
    const open = await openStrict(chromium, { touch: false });
    await open.page.goto(`${app.origin}/e/00000000-0000-4000-8000-000000000000`);
    expect(await lookOver(open.page)).to.deep.equal([]);
    await open.close();
  });
});

async function fill(app: WholeApp, organiser: SignedInUser, visitor: Visitor): Promise<Events> {
  const later = (days: number) => new Date(Date.now() + days * DAY).toISOString();
  const start = (body: Partial<CreateEventBody> = {}) =>
    organiser.call(createEvent, {
      body: {
        occasion: 'birthday',
        recipients: [{ firstName: 'Ruth', email: 'ruth@example.com' }],
        message: 'Half a minute is plenty.',
        deadline: later(5),
        timeZone: 'Europe/Berlin',
        ...body,
      },
    });
  const close = ({ id }: Event) =>
    organiser.call(updateEvent, { params: { id }, query: {}, body: { deadline: new Date().toISOString() } });
  const video = await sampleVideo();
  const given = await start({ occasion: 'getwell' });
  const { receiptUrl } = await giveFile(app.origin, given.uuid, 'Jonas', video.sound);
  const broken = await giveFile(app.origin, given.uuid, 'Bo', video.broken);
  await giveWords(app.origin, given.uuid, LONG, 'Superlongwordwithoutanyspacesthatgoesonandonandon');
  await allPrepared(organiser, given.id);
  await organiser.call(publish, { body: { eventId: given.id } });
  await eventually(
    'the film',
    async () => (await organiser.call(latestRenderJob, { params: { id: given.id } }))?.status === 'done',
    60_000,
  );
  await organiser.call(deliverEvent, { params: { id: given.id }, body: { timeZone: 'UTC' } });
  await timeToGive(given);
  await eventually('the mail', async () => (await app.mailsTo('ruth@example.com')).length > 0);

  await giveWords(app.origin, given.uuid, LONG, 'Sorry I’m late');
  const withFilm = async (firstName: string) => {
    const event = await start({
      occasion: 'getwell',
      recipients: [{ firstName, email: 'ruth@example.com' }, { firstName: 'مريم' }],
    });
    await giveWords(app.origin, event.uuid, LONG, 'Get well soon');
    await allPrepared(organiser, event.id);
    await finishedFilm(app.connection, event);
    return event;
  };
  const [ready, planned] = [await withFilm('Maximiliane-Alexandra'), await withFilm('Ruth')];
  await organiser.call(deliverEvent, { params: { id: planned.id }, body: { at: later(6), message: 'For you' } });

  app.pauseWorker();
  const full = await start({
    recipients: [{ firstName: 'Maximiliane-Alexandra' }, { firstName: '🎉 Zoë 👩‍👩‍👧‍👦' }],
    message: 'A rather long message that goes on. '.repeat(12),
  });
  for (let index = 0; index < 12; index++) {
    const name = NAMES[index % NAMES.length] ?? '';
    await giveWords(app.origin, full.uuid, name, `${index} Happy birthday! `.repeat(index * 2 + 1));
  }
  const nobodys = await visitor.call(createEvent, {
    body: { occasion: 'birthday', recipients: [{ firstName: 'Ruth' }], timeZone: 'Europe/Berlin' },
  });
  await giveWords(app.origin, nobodys.uuid, 'Jonas', 'Happy birthday!');
  return {
    nobodys,
    empty: await start(),
    memorial: await start({ occasion: 'memorial', recipients: [{ firstName: 'Walter' }] }),
    closed: await close(await start()),
    early: await start({ deliverAt: later(3) }),
    full,
    ready,
    planned,
    given: await organiser.call(getEvent, { params: { id: given.id }, query: {} }),
    receipt: new URL(receiptUrl).pathname,
    brokenReceipt: new URL(broken.receiptUrl).pathname,
  };
}

/** A second of video, and the same with nothing but noise where its pictures and sounds should be. */
async function sampleVideo(): Promise<{ sound: string; broken: string }> {
  const folder = await tempFolder();
  const sound = join(folder, 'clip.mp4');
  const broken = join(folder, 'broken.mp4');
  const sources = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30:d=2', '-f', 'lavfi', '-i', 'sine=d=2'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  await run('ffmpeg', ['-v', 'error', ...sources, ...codecs, '-movflags', '+faststart', sound]);
  const bytes = await readFile(sound);
  randomFillSync(bytes, bytes.indexOf('mdat') + 4);
  await writeFile(broken, bytes);
  return { sound, broken };
}
