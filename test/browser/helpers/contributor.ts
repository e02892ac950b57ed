import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer';
import { tempFolder } from '../../helpers/temp-folder.ts';
import { startWorkerProcess, type WorkerProcess } from '../../helpers/worker-processes.ts';
import { startBrowser, type TestBrowser, type WatchedPage } from './chromium.ts';
import { type ContributionSite, startContributionSite } from './contribution-site.ts';
import { smallCamera } from './small-camera.ts';
import { openWeakLine, type WeakLine } from './weak-line.ts';

const MB = 1024 ** 2;

/** A contributor with a phone on a line that can be cut: what each test of the uploader begins with. */
export interface Contributor {
  readonly site: ContributionSite;
  readonly chromium: TestBrowser;
  /** Mended before each test. */
  readonly line: WeakLine;
  /** What `openPage` opened, with what went wrong on it; null before. */
  readonly open: WatchedPage | null;
  /** Writes a file to choose; returns its path. */
  fileOf(name: string, bytes: Uint8Array): Promise<string>;
  /** Goes to a page over the weak line and waits until it is alive. */
  visit(page: Page, path: string): Promise<void>;
  /** Opens a browser of its own that has loaded nothing. */
  openBlank(): Promise<WatchedPage>;
  /** The same, at a page. */
  openPage(path: string): Promise<Page>;
  /** From now on until the test ends, what is sent is prepared, too. */
  startWorker(): Promise<void>;
}

/** Starts site and browser before the tests of a suite and ends them after. */
export function contributor(): Contributor {
  let site: ContributionSite;
  let chromium: TestBrowser;
  let files: string;
  let line: WeakLine;
  let open: WatchedPage | null;
  let worker: WorkerProcess | null = null;

  before(async () => {
    files = await tempFolder();
    line = await openWeakLine(() => site.origin, 6 * MB);
    site = await startContributionSite(line.origin);
    chromium = await startBrowser(['--use-fake-device-for-media-stream=fps=10', '--use-fake-ui-for-media-stream']);
  });
  after(async () => {
    await chromium?.close();
    await line?.close();
    await site?.close();
  });
  beforeEach(() => {
    open = null;
  });
  afterEach(async () => {
    await open?.close();
    line.mend();
    await worker?.end();
    worker = null;
  });

  return {
    get site() {
      return site;
    },
    get chromium() {
      return chromium;
    },
    get line() {
      return line;
    },
    get open() {
      return open;
    },
    async fileOf(name, bytes) {
      const path = join(files, name);
      await writeFile(path, bytes);
      return path;
    },
    async visit(page, path) {
      await page.goto(line.origin + path);
      await page.waitForSelector('vd-island[data-alive]');
    },
    async openBlank() {
      open = await chromium.open();
      await smallCamera(open.page);
      return open;
    },
    async openPage(path) {
      const { page } = await this.openBlank();
      await this.visit(page, path);
      return page;
    },
    async startWorker() {
      worker = await startWorkerProcess(site.config);
    },
  };
}

/** Chooses files from the phone. */
export async function choose(page: Page, ...paths: string[]): Promise<void> {
  const field = (await page.$('input[type=file][multiple]')) as ElementHandle<HTMLInputElement>;
  await field.uploadFile(...paths);
}

/** How far the clips that this browser keeps are, oldest first. */
export const phases = (page: Page) =>
  page.evaluate(() =>
    ['vd.uploadState', 'vd.failedUploads', 'vd.contributorUploads']
      .flatMap((key) =>
        Object.values<{ phase: string; createdAt: number }>(JSON.parse(localStorage.getItem(key) ?? '{}')),
      )
      .sort((a, b) => a.createdAt - b.createdAt)
      .map(({ phase }) => phase),
  );

/** Waits until a clip, in a sheet or on the page, has come so far. */
export async function inPhase(page: Page, phase: string): Promise<void> {
  await page.waitForSelector(`[data-item][data-phase=${phase}]`, { timeout: 300_000 }).catch(async (error: Error) => {
    const known = await phases(page).catch(() => []);
    throw new Error(`Nothing came to "${phase}", but to: ${known.join(' / ')}`, { cause: error });
  });
}

/** Waits for the sheet that comes up by itself, or opens it from the bar, and gives a name in place of any other. */
export async function sayName(page: Page, name: string): Promise<void> {
  await page.waitForSelector('.handin[open] input[name=name]', { timeout: 300_000 });
  await page.$eval('.handin input[name=name]', (field) => (field as HTMLInputElement).select());
  await page.type('.handin input[name=name]', name);
}

/** Presses the one button of the sheet. */
export async function pressSend(page: Page): Promise<void> {
  await page.waitForSelector('.handin[open] button[type=submit]', { timeout: 300_000 });
  await page.$eval('.handin button[type=submit]', (button) => (button as HTMLButtonElement).click());
}

/** Chooses files, gives a name and sends them. */
export async function give(page: Page, name: string, ...paths: string[]): Promise<void> {
  await choose(page, ...paths);
  await sayName(page, name);
  await pressSend(page);
}

/** The thanks for everything that was sent. */
export const thanked = (page: Page) => page.waitForSelector('.handin__thanks[open]', { timeout: 300_000 });
