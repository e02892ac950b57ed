import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { HtmlValidate } from 'html-validate';
import { loadShared } from '../run/shared.mjs';
import { createVisitor } from '../run/visitor.mjs';
import { HTML_RULES } from './html-rules.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SCREENS = [
  { name: '360x740 light', width: 360, height: 740, hasTouch: true, isMobile: true, scheme: 'light' },
  { name: '1280x800 dark', width: 1280, height: 800, hasTouch: false, isMobile: false, scheme: 'dark' },
];
/** Pages outside the sitemap; `signed-in` ones are visited by a user with an event. */
const DOORS = [
  '/auth/login',
  '/auth/register',
  '/auth/forgot-password',
  '/auth/sign-in-link',
  // A mailed link with an invalid token.
  '/auth/activate/x',
  '/auth/reset-password/x',
  '/auth/change-email/x',
  '/auth/sign-in-link/x',
  '/auth/keep-account/x',
  '/auth/done/confirmed',
  '/auth/done/disowned',
  '/auth/done/email-changed',
  '/auth/done/waiting-for-new',
  '/auth/done/waiting-for-old',
  '/auth/done/kept',
  '/auth/done/deleted',
  '/start-a-vidday',
  '/ideas',
  '/help/contact',
  '/video-maker',
  '/api/docs',
  '/nothing-here',
];
const OWN = ['/dashboard', '/settings/profile', '/settings/second-step', '/help', '/help/contact', '/ideas'];
/** Maximum cumulative layout shift. */
const MOST_SHIFT = 0.02;
/** Runs in the page before its own scripts. */
const WATCH_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const [first] = sources;
      shifts.push({ value, what: first?.node?.className || first?.node?.nodeName });
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

/**
 * Checks every page with html-validate and axe-core, its console, and its layout shift. Returns the findings.
 *
 * @param {{ root: string, origin: string, browser: import('puppeteer').Browser, signal: AbortSignal }} options
 * @returns {Promise<string[]>}
 */
export async function auditPages({ root, origin, browser, signal }) {
  const shared = await loadShared(root);
  const organiser = createVisitor({ shared, origin, signal });
  const event = await prepareEvent(organiser, shared);
  const anonymous = [
    ...new Set([...(await sitemap(origin)), ...DOORS]),
    `/e/${event.uuid}`,
    `/e/${event.privateKey}`,
    `/e/${event.viewKey}`,
  ];
  const own = [...OWN, `/e/${event.uuid}`];
  const found = [
    ...(await look({ origin, browser, signal, paths: anonymous })),
    ...(await look({ origin, browser, signal, paths: own, cookie: organiser.cookies() })),
  ];
  const pages = anonymous.length + own.length;
  console.log(
    `\n${pages} pages: html-validate once, axe-core, the console and layout shifts at ${SCREENS.map(({ name }) => name).join(' and ')}.`,
  );
  return found.map((each) => each.replaceAll(event.privateKey, 'KEY').replaceAll(event.viewKey, 'KEY'));
}

async function prepareEvent(organiser, shared) {
  const password = `audit ${crypto.randomUUID()}`;
  await organiser.call(shared.accounts.register, {
    body: { email: `audit-${Date.now()}@vidday.example`, password, firstName: 'Ruth' },
  });
  return organiser.call(shared.events.createEvent, {
    body: { occasion: 'birthday', recipients: [{ firstName: 'Walter' }] },
  });
}

async function sitemap(origin) {
  const text = await (await fetch(`${origin}/sitemap.xml`)).text();
  return [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => new URL(address).pathname);
}

async function look({ origin, browser, signal, paths, cookie }) {
  const found = new Set();
  const html = new HtmlValidate({ extends: ['html-validate:recommended'], rules: HTML_RULES });
  for (const path of paths) {
    signal.throwIfAborted();
    const answer = await fetch(origin + path, { headers: { accept: 'text/html', ...(cookie && { cookie }) } });
    const report = await html.validateString(await answer.text());
    for (const { messages } of report.results) {
      for (const { ruleId, message, line, column } of messages)
        found.add(`${path}: ${ruleId}: ${message} (${line}:${column})`);
    }
  }
  for (const screen of SCREENS) {
    const context = await browser.createBrowserContext();
    if (cookie) await context.setCookie(...cookiesOf(cookie, origin));
    const page = await context.newPage();
    await page.evaluateOnNewDocument(WATCH_SHIFTS);
    await page.setViewport(screen);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: screen.scheme }]);
    let path = '';
    page.on('console', (message) => {
      // The browser also logs the page's own 404 or 410 status.
      const isOwnStatus = message.location().url === origin + path && /status of 4(04|10)/.test(message.text());
      if (['error', 'warn'].includes(message.type()) && !isOwnStatus) found.add(`${path}: console: ${message.text()}`);
    });
    page.on('pageerror', (error) => found.add(`${path}: ${error}`));
    for (path of paths) {
      signal.throwIfAborted();
      await page.goto(origin + path, { waitUntil: 'load' });
      await page.evaluate(AXE);
      const { violations } = await page.evaluate('axe.run()');
      for (const { id, nodes } of violations) {
        found.add(`${path}: axe ${id} at ${nodes[0].target} (${nodes.length}, ${screen.name})`);
      }
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      if (wide > 0) found.add(`${path}: ${wide} px too wide at ${screen.name}`);
      const shifts = await page.evaluate('shifts');
      const moved = shifts.reduce((sum, { value }) => sum + value, 0);
      if (moved > MOST_SHIFT) {
        const what = shifts.map(({ what }) => what).join(', ');
        found.add(`${path}: moves by ${moved.toFixed(3)} at ${screen.name} (${what})`);
      }
    }
    await context.close();
  }
  return found;
}

function cookiesOf(header, origin) {
  return header.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return {
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
      domain: new URL(origin).hostname,
      path: '/',
      httpOnly: true,
    };
  });
}
