import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core';

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

/** Starts Chromium (`CHROMIUM_PATH`, or `chromium` on the PATH), without anything that talks to the outside. */
export async function startBrowser(extraArgs: string[] = []): Promise<TestBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'vidday-chromium-'));
  const browser = await puppeteer.launch({
    executablePath: chromiumPath(),
    userDataDir: profile,
    headless: true,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--mute-audio',
      ...extraArgs,
    ],
  });
  return {
    browser,
    open: (options) => openPage(browser, options ?? {}),
    async close() {
      await browser.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function chromiumPath(): string {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const paths = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const found = paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (!found)
    throw new Error('Chromium is not on the PATH: install it (apt-get install chromium) or set CHROMIUM_PATH.');
  return found;
}

async function openPage(browser: Browser, options: OpenOptions): Promise<WatchedPage> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
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
