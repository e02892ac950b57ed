import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'puppeteer';
import { tempFolder } from '../../helpers/temp-folder.ts';
import { tap } from './pointer.ts';

const run = promisify(execFile);

/** Two seconds of a picture with no sound at all. */
export async function silentClip(): Promise<Buffer> {
  const args = '-f lavfi -i testsrc2=s=320x240:r=15:d=2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p';
  const path = join(await tempFolder(), 'silent.mp4');
  await run('ffmpeg', ['-v', 'error', ...args.split(' '), path]);
  return readFile(path);
}

/** Whether the browser would ask before the page is left. */
export const warns = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));

/** Presses the first match that has these words, once it is there and enabled, wherever it is on the screen. */
export const press = (page: Page, selector: string, words: string) =>
  page.waitForFunction(
    (where, what) => {
      const found = [...document.querySelectorAll<HTMLElement>(where)].find(
        (each) => each.textContent?.includes(what) && !each.matches(':disabled'),
      );
      found?.click();
      return found !== undefined;
    },
    {},
    selector,
    words,
  );

export const reads = (page: Page, selector: string, words: string) =>
  page.waitForFunction(
    (where, what) => [...document.querySelectorAll(where)].some((each) => each.textContent?.includes(what)),
    { timeout: 300_000 },
    selector,
    words,
  );

/** Records for a second; the camera is a fake one. */
export async function recordShortly(page: Page): Promise<void> {
  await page.waitForSelector('.recorder__shutter:not([disabled])');
  await tap(page, '.recorder__shutter');
  await page.waitForFunction(() => /0:0[1-9]/.test(document.querySelector('.recorder__time')?.textContent ?? ''));
  await tap(page, '.recorder__shutter[aria-label="Stop recording"]');
}
