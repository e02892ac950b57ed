import type { Browser, BrowserContext, Page } from 'puppeteer';
import { TOAST } from '../../../islands/shell/toast-time.ts';
import { openBrowser } from '../../../scripts/run/browser.mjs';

/** Opens pages, each in a context of its own. */
export interface TestBrowser {
  /** A page without cookies or cache of another one, and what went wrong on it. */
  open(options?: OpenOptions): Promise<WatchedPage>;
  /** Closes the pages that it opened. */
  close(): Promise<void>;
}

export interface OpenOptions {
  width?: number;
  height?: number;
  /** Fingers instead of a mouse; as on a phone. */
  touch?: boolean;
  dark?: boolean;
}

export interface WatchedPage {
  page: Page;
  context: BrowserContext;
  /** Errors and warnings of the console, uncaught errors, and what the content policy refused. */
  problems: string[];
  /** Addresses of everything the page asked for, in order. */
  requests: string[];
  close(): Promise<void>;
}

/** Pages share a process, which costs a tenth less CPU. Benches measure without. */
const SHARED = ['--renderer-process-limit=1'];

/** Milliseconds between two looks of a wait for something on a page. */
const POLL_MS = 40;

/** Chromium by its command line. One serves all tests of a run that want the same, as its start takes seconds. */
const running = new Map<string, Promise<Browser>>();

after(async () => {
  for (const starting of running.values()) await (await starting.catch(() => null))?.close();
});

/** A browser for a test file, with more on its command line where the file needs it. */
export async function startBrowser(args: string[] = []): Promise<TestBrowser> {
  const browser = await sharedBrowser(args);
  const opened = new Set<WatchedPage>();
  return {
    async open(options) {
      const page = await openPage(browser, options ?? {});
      opened.add(page);
      return page;
    },
    async close() {
      for (const { context } of opened) if (!context.closed) await context.close();
    },
  };
}

async function sharedBrowser(args: string[]): Promise<Browser> {
  const key = args.join(' ');
  const known = await running.get(key)?.catch(() => null);
  if (known?.connected) return known;
  const starting = openBrowser({ args: [...SHARED, ...args] });
  running.set(key, starting);
  return starting;
}

async function openPage(browser: Browser, options: OpenOptions): Promise<WatchedPage> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  waitByTimer(page);
  const problems: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => requests.push(request.url()));
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`refused by the content policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  await holdToasts(page);
  const { width = 360, height = 740, touch = true, dark = false } = options;
  await page.setViewport({ width, height, hasTouch: touch, isMobile: touch });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
  return { page, context, problems, requests, close: () => context.close() };
}

/** Messages stay until `passToastTime`: on a busy machine, a test may reach one only after its time. */
async function holdToasts(page: Page): Promise<void> {
  await page.evaluateOnNewDocument((mark: string) => {
    const held = new Map<number, () => void>();
    // Browsers count theirs from 1.
    let last = 0;
    const { setTimeout: set, clearTimeout: clear } = window;
    window.setTimeout = ((work: () => void, time?: number, ...args: unknown[]) => {
      if (args[0] !== mark) return set(work, time, ...args);
      held.set(--last, work);
      return last;
    }) as typeof set;
    window.clearTimeout = (timer) => {
      held.delete(Number(timer));
      clear(timer);
    };
    Object.assign(window, { heldToasts: held });
  }, TOAST);
}

/** The time is over for which messages are shown. */
export async function passToastTime(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { heldToasts } = window as unknown as { heldToasts: Map<number, () => void> };
    const due = [...heldToasts.values()];
    heldToasts.clear();
    for (const end of due) end();
    // What they change is drawn by then.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
}

/** Waits look by a timer instead of at every picture that the page draws: drawing just for that takes a quarter of Chromium's CPU. */
function waitByTimer(page: Page): void {
  const wait = page.waitForFunction.bind(page);
  page.waitForFunction = (what, options, ...args) => wait(what, { polling: POLL_MS, ...options }, ...args);
}
