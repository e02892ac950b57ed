/**
 * Time from a tap to the next frame on a board of 500 guests: `node scripts/bench/board.mjs [guests]`. In the real app,
 * on a phone's screen, in a Chromium four times slower than this machine. The guests are imported and half of them
 * invited. Exits with 0 when every tap is answered within 100 ms. On a busy machine that says little, so the last lines
 * are what the page's own thread works for a tap, times four: other programs only add a little to it.
 */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { register } from 'tsx/esm/api';
import { openBrowser } from '../run/browser.mjs';

register();
const { startWholeApp } = await import('../../test/helpers/whole-app.ts');
const { stopMongoServer } = await import('../../test/helpers/mongo-server.ts');
const { removeTempFolders, tempFolder } = await import('../../test/helpers/temp-folder.ts');
const { startFreeEvent } = await import('../../test/helpers/giving.ts');
const { newUser } = await import('../../test/helpers/user.ts');
const { confirmAddress } = await import('../../test/helpers/second-factor.ts');
const { importRsvps } = await import('../../src/shared/contracts/rsvps.ts');

const GUESTS = Number(process.argv[2] ?? 500);
const SLOWER = 4;
const MOST = 100;
const TURNS = 5;
/** Milliseconds between two taps of somebody in a hurry. */
const PACE = 400;

const app = await startWholeApp({ hasWorker: false });
const browser = await openBrowser();
try {
  const creator = await newUser(app.origin);
  await confirmAddress(app.connection, creator.user.email);
  const event = await startFreeEvent(creator);
  const text = Array.from({ length: GUESTS }, (_, n) => `Guest ${n} Number <guest${n}@example.com>`).join('\n');
  const began = performance.now();
  await creator.call(importRsvps, { body: { event: event.uuid, text, preview: false } });
  const imported = Math.round(performance.now() - began);
  await inviteHalf();

  const page = await browser.newPage();
  for (const pair of creator.cookie().split('; ')) {
    const [name, ...value] = pair.split('=');
    await page.setCookie({ name, value: value.join('='), url: app.origin });
  }
  await page.setViewport({ width: 360, height: 740, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await page.goto(`${app.origin}/e/${event.uuid}/people`);
  await page.waitForSelector('vd-island[data-name=people][data-alive]');
  await page.evaluate(watchTaps);
  await page.emulateCPUThrottling(SLOWER);
  const kinds = [
    ['pick a guest', '.people__guest:nth-child(2) .people__pick'],
    ['show more', '.people__group > p .button'],
    ['open and close a guest', '.people__act .icon-button, dialog[open] .dialog__head .icon-button'],
  ];
  const rows = [];
  for (const [name, selector] of kinds) rows.push([name, await taps(page, selector)]);
  await page.keyboard.press('Escape');
  await page.emulateCPUThrottling(1);
  const work = [];
  for (const [name, selector] of kinds) work.push([name, await workOf(page, () => taps(page, selector))]);
  const slowest = Math.max(...rows.flatMap(([, times]) => times));
  process.stdout.write(`\n${GUESTS} guests, ${SLOWER} times slower, load of the machine ${loadavg()[0].toFixed(1)}\n`);
  process.stdout.write(`imported in ${imported} ms\n`);
  for (const [name, times] of rows) process.stdout.write(`${name.padEnd(26)}${times.join(' ')} ms\n`);
  process.stdout.write(`\nwork of the page's thread until the frame, times ${SLOWER}\n`);
  for (const [name, times] of work) process.stdout.write(`${name.padEnd(26)}${times.join(' ')} ms\n`);
  process.stdout.write(`\n${slowest <= MOST ? 'Within' : 'NOT within'} ${MOST} ms: ${slowest} ms.\n`);
  process.exitCode = slowest <= MOST ? 0 : 1;
} finally {
  await browser.close();
  await app.close();
  await stopMongoServer();
  removeTempFolders();
}

async function inviteHalf() {
  const guests = app.connection.collection('rsvps');
  const ids = await guests.find({}, { projection: { _id: 1 } }).toArray();
  const half = ids.filter((_each, at) => at % 2 === 0).map(({ _id }) => _id);
  const invitedAt = new Date(Date.now() - 86_400_000 * 3);
  await guests.updateMany(
    { _id: { $in: half } },
    { $set: { invitedAt, via: 'mail', status: 'opened', openedAt: invitedAt } },
  );
}

/** Runs in the page: keeps the time from a click to the frame that shows its result. */
function watchTaps() {
  window.tapTimes = [];
  addEventListener(
    'click',
    (click) => {
      const began = click.timeStamp;
      requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => window.tapTimes.push(Math.round(performance.now() - began));
        painted.port2.postMessage(null);
      });
    },
    { capture: true },
  );
}

/** Milliseconds of taps on the first match, one after the other. */
async function taps(page, selector) {
  await page.evaluate(() => {
    window.tapTimes = [];
  });
  for (let turn = 0; turn < TURNS; turn++) {
    const found = await page.$$(selector);
    const target = found.at(-1);
    if (!target) break;
    await wait(PACE);
    await target.tap();
    await page.waitForFunction((taken) => window.tapTimes.length > taken, {}, turn);
  }
  return page.evaluate(() => window.tapTimes);
}

/** Milliseconds of CPU that the page's thread takes from each click to its frame, for a device SLOWER times slower. */
async function workOf(page, act) {
  const path = join(await tempFolder(), 'trace.json');
  await page.tracing.start({ path, categories: ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await act();
  await page.tracing.stop();
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8'));
  const isClick = ({ name, args }) => name === 'EventDispatch' && args.data.type === 'click';
  const thread = traceEvents.find(isClick);
  const own = traceEvents.filter(({ pid, tid, ph }) => pid === thread.pid && tid === thread.tid && ph === 'X');
  return own.filter(isClick).map(({ ts }) => {
    const frame = own.filter((each) => each.name === 'Commit' && each.ts > ts).sort((a, b) => a.ts - b.ts)[0];
    const until = frame ? frame.ts : ts;
    const tasks = own.filter((each) => each.name === 'RunTask' && each.ts + each.dur >= ts && each.ts <= until);
    return Math.round((tasks.reduce((sum, { tdur }) => sum + tdur, 0) / 1000) * SLOWER);
  });
}
