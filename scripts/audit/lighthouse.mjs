import { setTimeout as delay } from 'node:timers/promises';
import lighthouse from 'lighthouse';

/** The home page, and three occasions that differ most: gay, long, quiet. */
const PAGES = ['/', '/video-maker/birthday-video', '/video-maker/school-video', '/video-maker/memorial-video'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** A phone six times slower than this machine, on the "slow 4G" of the browser's tools, which really is as slow. */
const SLOW_PHONE = {
  throttlingMethod: 'devtools',
  throttling: {
    requestLatencyMs: 562.5,
    downloadThroughputKbps: 1474.56,
    uploadThroughputKbps: 675,
    cpuSlowdownMultiplier: 6,
  },
};
/** What that phone may see: milliseconds, and a share of the screen. */
const LIMITS = {
  'largest-contentful-paint': { short: 'LCP', most: 1500, words: (value) => `${(value / 1000).toFixed(2)} s` },
  'cumulative-layout-shift': { short: 'CLS', most: 0.02, words: (value) => value.toFixed(3) },
  'total-blocking-time': { short: 'TBT', most: 50, words: (value) => `${Math.round(value)} ms` },
};
/** Speed is the best of these: what else the machine does can only make a page look slower. */
const RUNS = 5;
/** Milliseconds in which Chromium loads what belongs to a new window of its own, on the processor that the page shall have. */
const WINDOW_SETTLES = 3000;

/**
 * Runs Lighthouse as on a phone and prints a line a page: its scores, and what a slow phone sees. Returns what is below 100,
 * with the audits to blame, and what takes a slow phone too long.
 *
 * @param {{ origin: string, browser: import('puppeteer').Browser, signal: AbortSignal }} options
 * @returns {Promise<string[]>}
 */
export async function auditLighthouse({ origin, browser, signal }) {
  const problems = [];
  const names = [...CATEGORIES, ...Object.values(LIMITS).map(({ short }) => `slow ${short}`)];
  console.log(`\nLighthouse, mobile          ${names.map((name) => name.padStart(15)).join('')}`);
  await warmUp(origin, browser);
  const bestOf = async (path, options, isEnough, isBetter) => {
    let best = null;
    for (let run = 0; run < RUNS && !(best && isEnough(best)); run++) {
      signal.throwIfAborted();
      const lhr = await visit(origin + path, browser, options);
      if (lhr.runtimeError) throw new Error(`${path}: ${lhr.runtimeError.message}`);
      if (!best || isBetter(lhr, best)) best = lhr;
    }
    return best;
  };
  for (const path of PAGES) {
    const scored = await bestOf(
      path,
      { onlyCategories: CATEGORIES },
      (lhr) => CATEGORIES.every((name) => scoreOf(lhr, name) === 100),
      (one, other) => scoreOf(one, 'performance') > scoreOf(other, 'performance'),
    );
    const slow = await bestOf(
      path,
      { onlyAudits: Object.keys(LIMITS), ...SLOW_PHONE },
      (lhr) => overLimits(lhr).length === 0,
      (one, other) => overLimits(one).length < overLimits(other).length,
    );
    print(path, scored, slow);
    for (const name of CATEGORIES) {
      const score = scoreOf(scored, name);
      if (score < 100) problems.push(`${path}: ${name} ${score} (${blameOf(scored, name)})`);
    }
    for (const over of overLimits(slow)) problems.push(`${path}: on a slow phone ${over}`);
  }
  return problems;
}

/** What a browser does once, the first time that it shows anything at all, is no page's. */
async function warmUp(origin, browser) {
  const page = await browser.newPage();
  await page.goto(`${origin}/privacy`);
  await page.close();
}

/** One visit by somebody who was never here. */
async function visit(url, browser, options) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await delay(WINDOW_SETTLES);
    const { lhr } = await lighthouse(url, { logLevel: 'error', ...options }, undefined, page);
    return lhr;
  } finally {
    await context.close();
  }
}

function print(path, scored, slow) {
  const scores = CATEGORIES.map((name) => String(scoreOf(scored, name)));
  const seen = Object.entries(LIMITS).map(([id, { words }]) => words(slow.audits[id].numericValue));
  console.log(`${path.padEnd(28)}${[...scores, ...seen].map((word) => word.padStart(15)).join('')}`);
}

/** What is more than it may be, in words. */
function overLimits({ audits }) {
  return Object.entries(LIMITS)
    .filter(([id, { most }]) => audits[id].numericValue > most)
    .map(([id, { short, most, words }]) => `${short} ${words(audits[id].numericValue)} instead of ${words(most)}`);
}

function scoreOf(lhr, name) {
  return Math.round(lhr.categories[name].score * 100);
}

/** The audits that took points, heaviest first. */
function blameOf(lhr, name) {
  return lhr.categories[name].auditRefs
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 0.995)
    .sort((a, b) => b.weight - a.weight)
    .map(({ id }) => `${id} ${lhr.audits[id].displayValue ?? ''}`.trim())
    .join(', ');
}
