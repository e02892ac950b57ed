import type { Browser, BrowserContext, Page } from 'puppeteer';
import { openBrowser } from '../../../scripts/run/browser.mjs';

/** A running browser with a profile of its own. */
export interface TestBrowser {
  browser: Browser;
  /** A page without cookies or cache of another one, and what went wrong on it. */
  open(options?: OpenOptions): Promise<WatchedPage>;
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

/** Starts a browser of our own, with more on its command line where a test needs it. */
export async function startBrowser(args: string[] = []): Promise<TestBrowser> {
  const browser = await openBrowser({ args });
  return {
    browser,
    open: (options) => openPage(browser, options ?? {}),
    close: () => browser.close(),
  };
}

async function openPage(browser: Browser, options: OpenOptions): Promise<WatchedPage> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
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
  const { width = 360, height = 740, touch = true, dark = false } = options;
  await page.setViewport({ width, height, hasTouch: touch, isMobile: touch });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
  return { page, context, problems, requests, close: () => context.close() };
}
