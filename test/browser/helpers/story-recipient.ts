import { expect } from 'chai';
import { tap } from './pointer.ts';
import { clickOn, playsOn } from './story-moves.ts';
import type { StrictPage } from './strict-page.ts';

/** A frame of the film, in seconds. */
const FRAME = 1 / 30;

export async function unwrap({ page, visit, reads: read }: StrictPage, link: string): Promise<void> {
  await visit(link);
  await read('.recipient__to', /For.*Ruth.*From Jonas and Lena/);
  await tap(page, '.recipient__pull a');
  await page.waitForSelector('.recipient__parcel', { hidden: true });
}

/** The film plays already: one pull is all that it takes. */
export async function watchFilm(recipient: StrictPage, length: number): Promise<void> {
  const { page, text } = recipient;
  await playsOn(page);
  expect(await page.$eval('video', (video) => video.duration)).to.be.closeTo(length, 2 * FRAME);
  // The controls stay while it is paused.
  await page.focus('.cinema');
  await page.keyboard.press('Space');
  await page.waitForSelector('[aria-label=Play]');

  await clickOn(page, '.cinema button', 'Captions');
  await clickOn(page, '.cinema button', 'Play');
  await page.waitForSelector('.cinema .cinema__captions');
  await page.focus('.cinema');
  await page.keyboard.press('Space');
  await page.waitForSelector('[aria-label=Play]');
  await clickOn(page, '.cinema button', 'Captions');
  await page.waitForSelector('.cinema .cinema__captions', { hidden: true });

  const before = await page.$eval('video', (video) => ({ src: video.currentSrc, at: video.currentTime }));
  await clickOn(page, '.cinema summary', 'Quality');
  const other = await page.waitForSelector('.cinema .menu__list button[aria-pressed=false]');
  await other?.tap();
  await page.waitForFunction((src) => document.querySelector('video')?.currentSrc !== src, {}, before.src);
  await clickOn(page, '.cinema button', 'Play');
  await playsOn(page);
  expect(await page.$eval('video', (video) => video.currentTime)).to.be.at.least(before.at);

  await page.keyboard.press('Escape');
  const stamps = await page.waitForSelector('.wall').then(() => page.$$('.wall__sheet button'));
  expect(stamps, 'Jonas and Lena').to.have.length(2);
  expect(await page.$eval('video', (video) => video.paused), 'left').to.equal(true);
  const at = await stamps[1]?.$eval('.l-unseen', (words) => words.textContent ?? '');
  await page.waitForSelector('.thanks');
  await stamps[1]?.tap();
  await clickOn(page, '.thanks__sheet button', 'See this part again');
  await playsOn(page);
  const [, minutes, seconds] = /(\d+):(\d+)$/.exec(at ?? '') ?? [];
  expect(await page.$eval('video', (video) => video.currentTime))
    .to.be.at.least(Number(minutes) * 60 + Number(seconds))
    .and.below(length);
  await page.waitForFunction(() => document.querySelector('video')?.ended, { timeout: 300_000 });
  await page.waitForSelector('.cinema', { hidden: true });

  const saved = await page.$eval('a[download]', async (link) => {
    const answer = await fetch((link as HTMLAnchorElement).href);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const kind = String.fromCharCode(...bytes.subarray(4, 8));
    return { kind, bytes: bytes.length, as: answer.headers.get('content-disposition') };
  });
  expect(saved.kind).to.equal('ftyp');
  expect(saved.bytes).to.be.above(10_000);
  expect(saved.as).to.match(/^attachment; .*\.mp4/);
  expect(await text('.wall h1')).to.equal('Jonas and Lena made this for you');
}
