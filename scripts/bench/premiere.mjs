/**
 * How far two browsers in one premiere are apart, measured over a minute: `node scripts/bench/premiere.mjs [URL]`. One of
 * them has a slow line and a processor four times slower. URL: the page of a premiere that is playing; without one, the
 * real app is started with a film of its own. Exits with 0 when they are never more than 250 ms apart once both play.
 */
import { loadavg } from 'node:os';
import { register } from 'tsx/esm/api';
import { openBrowser } from '../run/browser.mjs';

const MINUTE = 60_000;
const LOOK_EVERY = 500;
const MOST = 250;
const SLOWER = 4;
/** A phone on a weak mobile network. */
const SLOW_LINE = { offline: false, latency: 300, downloadThroughput: 1_500_000 / 8, uploadThroughput: 750_000 / 8 };
/** Seconds of the film that is made for it. */
const LENGTH = 240;

const [given] = process.argv.slice(2);
const premiere = given ? { url: given, close: async () => {} } : await startPremiere();
const browsers = await Promise.all([openBrowser(), openBrowser()]);
try {
  const [fast, slow] = await Promise.all(browsers.map((browser) => browser.newPage()));
  const line = await slow.createCDPSession();
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', SLOW_LINE);
  await slow.emulateCPUThrottling(SLOWER);
  await Promise.all([fast, slow].map((page) => join(page, premiere.url)));
  const waited = await settled(fast, slow);
  const drifts = await watch(fast, slow);
  report(drifts, waited);
} finally {
  await Promise.all(browsers.map((browser) => browser.close()));
  await premiere.close();
}

async function join(page, url) {
  await page.goto(url);
  await page.waitForSelector('vd-island[data-name=premiere][data-alive]');
}

/** Where the film began by the machine's clock, in milliseconds; null while it stands still. */
function begin(page) {
  return page.evaluate(() => {
    const video = document.querySelector('video');
    const plays = video && !video.paused && video.readyState >= 3;
    return plays ? Date.now() - video.currentTime * 1000 : null;
  });
}

/** Milliseconds between the two, or null while one of them stands still. */
async function apart(fast, slow) {
  const [one, other] = await Promise.all([begin(fast), begin(slow)]);
  return one === null || other === null ? null : Math.abs(one - other);
}

/** Waits until both play in step for the first time; answers how long that took, in milliseconds. */
async function settled(fast, slow) {
  const from = performance.now();
  while (performance.now() - from < 2 * MINUTE) {
    const now = await apart(fast, slow);
    if (now !== null && now <= MOST) return Math.round(performance.now() - from);
    await rest(LOOK_EVERY);
  }
  throw new Error('The two browsers never came into step. Is the premiere playing?');
}

async function watch(fast, slow) {
  const drifts = [];
  const ends = performance.now() + MINUTE;
  while (performance.now() < ends) {
    drifts.push(await apart(fast, slow));
    await rest(LOOK_EVERY);
  }
  return drifts;
}

function report(drifts, waited) {
  const measured = drifts.filter((each) => each !== null).sort((a, b) => a - b);
  const at = (part) => Math.round(measured[Math.floor((measured.length - 1) * part)] ?? Number.NaN);
  const stalls = drifts.length - measured.length;
  const isGood = measured.length > 0 && stalls === 0 && at(1) <= MOST;
  const lines = [
    `one browser ${SLOWER} times slower, on a line of 1.5 Mbit/s with 300 ms; load of the machine ${loadavg()[0].toFixed(1)}`,
    `in step after ${waited} ms, then ${drifts.length} looks in a minute; stood still at ${stalls} of them`,
    `apart by ${at(0.5)} ms (median), ${at(0.95)} ms (95 %), ${at(1)} ms (most)`,
    `${isGood ? 'Within' : 'NOT within'} ${MOST} ms.`,
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
  process.exitCode = isGood ? 0 : 1;
}

function rest(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The app with a premiere that has just begun. */
async function startPremiere() {
  register();
  const { startWholeApp } = await import('../../test/helpers/whole-app.ts');
  const { stopMongoServer } = await import('../../test/helpers/mongo-server.ts');
  const { removeTempFolders } = await import('../../test/helpers/temp-folder.ts');
  const { finishedFilm } = await import('../../test/helpers/finished-film.ts');
  const { playableFilm } = await import('../../test/helpers/playable-film.ts');
  const { readEvent, startFreeEvent } = await import('../../test/helpers/giving.ts');
  const { newUser } = await import('../../test/helpers/user.ts');
  const { directPremiere, planPremiere } = await import('../../src/shared/contracts/premieres.ts');
  const app = await startWholeApp({ hasWorker: false });
  const host = await newUser(app.origin);
  const event = await startFreeEvent(host, { recipients: [{ firstName: 'Ruth' }] });
  await finishedFilm(app.connection, event, { video: { bytes: await playableFilm(LENGTH), length: LENGTH } });
  const startsAt = new Date(Date.now() + MINUTE).toISOString();
  await host.call(planPremiere, { params: { id: event.id }, body: { startsAt } });
  await host.call(directPremiere, { params: { id: event.id }, body: { action: 'start' } });
  const { viewKey } = await readEvent(host, event);
  return {
    url: `${app.origin}/e/${viewKey}/premiere`,
    async close() {
      await app.close();
      await stopMongoServer();
      removeTempFolders();
    },
  };
}
