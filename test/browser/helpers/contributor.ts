import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer-core';
import { tempFolder } from '../../helpers/temp-folder.ts';
import { startBrowser, type TestBrowser, type WatchedPage } from './chromium.ts';
import { type ContributionSite, startContributionSite } from './contribution-site.ts';
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
  /** Opens a page in a browser of its own. */
  openPage(path: string): Promise<Page>;
}

/** Starts site and browser before the tests of a suite and ends them after. */
export function contributor(): Contributor {
  let site: ContributionSite;
  let chromium: TestBrowser;
  let files: string;
  let line: WeakLine;
  let open: WatchedPage | null;

  before(async () => {
    files = await tempFolder();
    line = await openWeakLine(() => site.origin, 6 * MB);
    site = await startContributionSite(line.origin);
    chromium = await startBrowser(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']);
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
    async openPage(path) {
      open = await chromium.open();
      await this.visit(open.page, path);
      return open.page;
    },
  };
}

/** Chooses files from the phone. */
export async function choose(page: Page, ...paths: string[]): Promise<void> {
  const field = (await page.$('input[type=file][multiple]')) as ElementHandle<HTMLInputElement>;
  await field.uploadFile(...paths);
}

/** Where the things on the list are on their way, in its order. */
export const phases = (page: Page) =>
  page.$$eval('.sent', (rows) => rows.map((row) => (row as HTMLElement).dataset.phase));

/** Waits until something on the list has come so far. */
export async function inPhase(page: Page, phase: string): Promise<void> {
  await page.waitForSelector(`.sent[data-phase=${phase}]`, { timeout: 60_000 }).catch(async (error: Error) => {
    const list = await page.$$eval('.sent', (rows) => rows.map((row) => row.textContent)).catch(() => []);
    throw new Error(`Nothing came to "${phase}"; the list says: ${list.join(' / ')}`, { cause: error });
  });
}

export async function sayName(page: Page, name: string): Promise<void> {
  await page.type('input[name=name]', name);
  await page.keyboard.press('Enter');
}
