/**
 * Taps and waiting time from the home page to a film of three phone clips in the real app (embedded database, web,
 * worker, uploads, sandbox payment): `node scripts/bench/first-film.mjs`, after `npm run build`. Chromium at 360x740
 * with touch, twice: the organiser adds three clips from friends; then three friends send their own.
 *
 * A tap is a touch of the screen. Typing does not count, nor do fields with autofocus, nor the phone's own picker,
 * share sheet and keyboard. Machine time is the sum of one person's waits: page loads, uploads, the film. Exits with 0
 * when an organiser needs at most 12 taps and 60 s both ways. Nothing else should run on the machine.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';
import { openBrowser } from '../run/browser.mjs';
import { scoreboard } from './measure.mjs';
import { another, phoneClip } from './prepare-clips.mjs';

register();
const { startWholeApp } = await import('../../test/helpers/whole-app.ts');
const { stopMongoServer } = await import('../../test/helpers/mongo-server.ts');
const { removeTempFolders } = await import('../../test/helpers/temp-folder.ts');

const TAPS = 12;
const SECONDS = 60;
/** Taps of a friend who gets the link: choosing and Send. */
const FRIENDS_TAPS = 4;
const CLIPS = 3;
const CLIP_SECONDS = 10;
const NAMES = ['Jonas', 'Aunt Ilse', 'Amara'];
const PATIENCE = 300_000;

const folder = mkdtempSync(join(tmpdir(), 'bench-first-film-'));
const board = scoreboard();
const clip = readFileSync(phoneClip(folder, CLIP_SECONDS));
const files = NAMES.map((name) => {
  const path = join(folder, `${name}.mp4`);
  writeFileSync(path, another(clip));
  return path;
});
const app = await startWholeApp({ hasFullPictures: true, env: { TRUST_PROXY: 'true' } });
const browser = await openBrowser();
try {
  board.note(`${availableParallelism()} cores, load of the machine ${loadavg()[0].toFixed(1)}`);
  board.note(`${CLIPS} clips of ${CLIP_SECONDS} s, ${(clip.length / 1024 ** 2).toFixed(0)} MB each`);
  await byOrganiser();
  await byFriends();
} finally {
  await browser.close();
  await app.close();
  await stopMongoServer();
  rmSync(folder, { recursive: true, force: true });
  removeTempFolders();
}
process.exitCode = board.ok ? 0 : 1;

async function byOrganiser() {
  const organiser = await somebody();
  await start(organiser);
  await organiser.tap('go to “Your own clip”', '.studio-line__add a');
  await organiser.wait('the ways to add one', '.studio__own vd-island[data-alive]');
  await choose(organiser, '.studio__own', files);
  const fields = '.handin[open] input[name=name]';
  await organiser.wait('the sheet', () => document.querySelectorAll('.handin[open] input[name=name]').length === 3);
  for (const [index, name] of NAMES.entries()) {
    await organiser.type(fields, name, index);
    if (index < NAMES.length - 1) await organiser.page.keyboard.press('Enter');
  }
  await organiser.tap('Add to the film', '.handin[open] button[type=submit]');
  await organiser.wait('the uploads', () =>
    document.querySelector('.studio__line-head')?.textContent?.includes('3 clips'),
  );
  await publish(organiser, 'lena@example.com');
  judge(organiser, 'adding three clips oneself');
}

async function byFriends() {
  const organiser = await somebody();
  await start(organiser);
  await organiser.tap('Share the invitation', '.share .button');
  const link = organiser.page.url();
  for (const [index, name] of NAMES.entries()) {
    const friend = await somebody();
    await friend.open(link);
    await friend.wait('the page', 'vd-island[data-name=uploader][data-alive]');
    await choose(friend, 'main', [files[index]]);
    await friend.wait('the sheet', '.handin[open] input[name=name]');
    await friend.type('.handin[open] input[name=name]', name);
    await friend.tap('Send', '.handin[open] button[type=submit]');
    await friend.wait('the upload', '.handin__thanks[open]');
    const { taps } = friend.counts();
    board.add(`${name} sends a clip`, taps <= FRIENDS_TAPS, `${taps} taps`, `at most ${FRIENDS_TAPS}`);
    await friend.leave();
  }
  await organiser.wait('the clips', () =>
    document.querySelector('.studio__line-head')?.textContent?.includes('3 clips'),
  );
  await publish(organiser, 'ruben@example.com');
  judge(organiser, 'three friends sending theirs');
}

async function start(organiser) {
  await organiser.open(app.origin);
  await organiser.follow('Start a VidDay', '.home-hero a[href="/start-a-vidday"]');
  await organiser.follow('choose the occasion', 'a[href*="occasion=birthday"]');
  await organiser.wait('the form', () => document.querySelector('select[name=timeZone]')?.value);
  await organiser.type('input[name="firstName[]"]', 'Ruth');
  await organiser.follow('Create my VidDay', '.start__end button[name=do]');
  await organiser.wait('the studio', 'vd-island[data-name=studio][data-alive]');
}

async function choose(person, place, paths) {
  const [chooser] = await Promise.all([
    person.page.waitForFileChooser(),
    person.tap('choose from the phone', `${place} label:has(input[type=file][multiple])`),
  ]);
  await chooser.accept(paths);
}

async function publish(organiser, email) {
  await organiser.follow('Create an account to publish', '.pay-bar a[href^="/auth/register"]');
  await organiser.type('input[name=firstName]', 'Lena');
  await organiser.type('input[name=email]', email);
  await organiser.type('input[name=password]', 'a good long passphrase');
  await organiser.tap('Create account', 'form[action*=register] button[type=submit]');
  await organiser.wait('the payment page', 'form[action^="/sandbox/pay"] button');
  await organiser.tap('pay (the sandbox asks for no card)', 'form[action^="/sandbox/pay"] button');
  await organiser.wait('the film', '.give--ready[open]');
}

function judge(person, how) {
  const { taps, waited, sinceTap } = person.counts();
  board.add(`taps of the organiser, ${how}`, taps <= TAPS, `${taps}`, `at most ${TAPS}`);
  const value = `${waited.toFixed(1)} s, of them ${sinceTap.toFixed(1)} s after the last tap`;
  board.add(`machine time, ${how}`, waited <= SECONDS, value, `at most ${SECONDS} s`);
}

/** A person with a phone, whose taps and waits are counted and printed. */
async function somebody() {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.setViewport({ width: 360, height: 740, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  let taps = 0;
  let waited = 0;
  let sinceTap = 0;

  async function timed(work) {
    const from = performance.now();
    const tapsBefore = taps;
    await work();
    const seconds = (performance.now() - from) / 1000;
    waited += seconds;
    sinceTap = taps === tapsBefore ? sinceTap + seconds : seconds;
  }
  async function tap(what, selector, index = 0) {
    await page.waitForFunction((where, at) => document.querySelectorAll(where)[at], {}, selector, index);
    await (await page.$$(selector))[index].tap();
    taps += 1;
    sinceTap = 0;
    console.log(`        tap ${taps}: ${what}`);
  }
  return {
    page,
    tap,
    open: (url) => timed(() => page.goto(url)),
    follow: (what, selector) =>
      timed(async () => {
        await page.waitForSelector(selector);
        await Promise.all([page.waitForNavigation(), tap(what, selector)]);
      }),
    wait: (what, until) =>
      timed(async () => {
        const from = performance.now();
        await (typeof until === 'string' ? page.waitForSelector(until) : page.waitForFunction(until));
        const seconds = (performance.now() - from) / 1000;
        if (seconds > 0.5) console.log(`        ${what}: ${seconds.toFixed(1)} s`);
      }),
    /** Taps the field first unless it has focus. */
    async type(selector, text, index = 0) {
      const isFocused = await page.$$eval(selector, (all, at) => all[at] === document.activeElement, index);
      if (!isFocused) await tap(`the field for “${text}”`, selector, index);
      await page.keyboard.type(text);
    },
    counts: () => ({ taps, waited, sinceTap }),
    leave: () => context.close(),
  };
}
