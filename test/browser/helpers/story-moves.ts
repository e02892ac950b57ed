import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ElementHandle, Page } from 'puppeteer';
import type { Event } from '../../../src/shared/contracts/events.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

const run = promisify(execFile);

/** A clip of two seconds; `padding` bytes that no player reads make it as large as one of a minute. */
export async function clip(picture: string, tone: number, padding = 0): Promise<string> {
  const path = join(await tempFolder(), `clip-${tone}.mp4`);
  const sources = ['-f', 'lavfi', '-i', `${picture}=s=320x180:r=30:d=2`, '-f', 'lavfi', '-i', `sine=f=${tone}:d=2`];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  await run('ffmpeg', ['-v', 'error', ...sources, ...codecs, path]);
  if (padding === 0) return path;
  const head = Buffer.alloc(8);
  head.writeUInt32BE(padding + 8);
  head.write('free', 4, 'latin1');
  await writeFile(path, Buffer.concat([await readFile(path), head, randomBytes(padding)]));
  return path;
}

/** Waits until a video has moved on by itself. */
export async function playsOn(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const video = document.querySelector('video');
      return video && !video.error && !video.paused && video.readyState >= 3 && video.currentTime > 0.2;
    },
    { timeout: 300_000 },
  );
}

export async function choose(page: Page, ...paths: string[]): Promise<void> {
  const field = (await page.waitForSelector('input[type=file][multiple]')) as ElementHandle<HTMLInputElement>;
  await field.uploadFile(...paths);
}

/** Clicks the first match whose text or name begins so, once it is enabled and stands still: what loads later moves a page. */
export async function clickOn(page: Page, selector: string, words: string): Promise<void> {
  const found = await page.waitForFunction(
    (where, what) =>
      [...document.querySelectorAll<HTMLElement>(where)].find((each) => {
        if (!(each.getAttribute('aria-label') ?? each.textContent ?? '').trim().startsWith(what)) return false;
        if (each.matches(':disabled')) return false;
        each.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { x, y } = each.getBoundingClientRect();
        const place = `${x} ${y}`;
        const stands = each.dataset.place === place;
        each.dataset.place = place;
        return stands;
      }),
    { polling: 100 },
    selector,
    words,
  );
  await (found as ElementHandle<HTMLElement>).click();
}

/** Percent of everything that were sent. */
export const sentNow = (page: Page) => page.$eval('.handin__all progress', (bar) => (bar as HTMLProgressElement).value);

export const sentAtLeast = (page: Page, percent: number) =>
  page.waitForFunction(
    (least) => (document.querySelector<HTMLProgressElement>('.handin__all progress')?.value ?? 0) >= least,
    { timeout: 300_000 },
    percent,
  );

export const tiles = (page: Page) =>
  page.$$eval('[data-clip-id]', (all) =>
    all.map((tile) => ({
      id: tile.getAttribute('data-clip-id') ?? '',
      note: tile.querySelector('.badge')?.textContent ?? null,
    })),
  );

export const inOrder = (page: Page, ids: readonly (string | undefined)[]) =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('[data-clip-id]')].map((tile) => tile.getAttribute('data-clip-id')).join() ===
      wanted,
    {},
    ids.join(),
  );

/** Drags one tile to the place of another before it. */
export async function drag(page: Page, id: string | undefined, to: string | undefined): Promise<void> {
  const tile = await page.waitForSelector(`[data-clip-id="${id}"] button`);
  await tile?.scrollIntoView();
  const from = await tile?.boundingBox();
  const target = await (await page.$(`[data-clip-id="${to}"] button`))?.boundingBox();
  if (!from || !target) throw new Error('The tiles are not on the screen');
  await page.mouse.move(from.x + from.width / 2, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(target.x + target.width / 2, from.y + 40, { steps: 5 });
  await page.mouse.move(target.x + 5, from.y + 40, { steps: 3 });
  await page.mouse.up();
}

/** The event as the signed-in organiser sees it. */
export const eventOf = (page: Page, eventPath: string): Promise<Event> =>
  page.evaluate(
    async (uuid) => (await (await fetch(`/api/event/${uuid}`)).json()).data,
    eventPath.slice(eventPath.lastIndexOf('/') + 1),
  );

/** Presses a button of a page that has no script, which `clickOn` needs to wait. */
export async function pressPlain(page: Page, selector: string, words: string): Promise<void> {
  await Promise.all([
    page.waitForNavigation(),
    page.$$eval(
      selector,
      (all, text) => (all.find((each) => each.textContent?.trim() === text) as HTMLElement | undefined)?.click(),
      words,
    ),
  ]);
}
