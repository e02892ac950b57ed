import { expect } from 'chai';
import type { Media } from '../../src/shared/contracts/media.ts';
import { copyClip, setFields } from '../helpers/copied-clips.ts';
import { eventually } from '../helpers/eventually.ts';
import { readEvent } from '../helpers/giving.ts';
import { click, tap } from './helpers/pointer.ts';
import { clickOn } from './helpers/story-moves.ts';
import { useStudio } from './helpers/studio.ts';

describe('the grid of clips', function () {
  this.timeout(600_000);
  const { app, organiser, open, startWithCard } = useStudio({ hasWorker: false });

  /** The studio of an event with as many clips, none of which is to be prepared. */
  async function openMany(count: number, change: (clips: Media[]) => Promise<unknown> = async () => {}) {
    const { event, clipId } = await startWithCard();
    await copyClip(app().connection, clipId, count - 1);
    const clips = async () => (await readEvent(organiser(), event)).media ?? [];
    await change(await clips());
    return { event, clips, ...(await open(event)) };
  }

  it('picks several clips by mouse, keyboard and touch; removes them, leaves them out, and takes both back', async () => {
    const { event, clips, page, reads, visit, problems } = await openMany(8);
    await clickOn(page, '.studio__line-head button', 'Sort');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Sort');
    await clickOn(page, '.studio__line-head button', 'Grid');
    const cell = (place: number) => `.clip-grid__cells li:nth-child(${place}) button`;
    const focusIsIn = (where: string) =>
      page.evaluate((selector) => document.activeElement?.closest(selector) != null, where);
    const left = async () => (await clips()).filter(({ deletedAt }) => deletedAt === null).length;

    const order = (await clips()).map(({ id }) => id);
    await click(page, cell(2));
    await page.keyboard.down('Shift');
    await click(page, cell(5));
    await page.keyboard.up('Shift');
    await reads('.pick-bar', '4 selected');
    await clickOn(page, '.pick-bar button', 'Remove');
    await reads('.toast__shelf', '4 clips removed.');
    expect(await left()).to.equal(4);
    await page.waitForFunction(() => document.querySelectorAll('.clip-grid__cells li').length === 4);
    expect(await focusIsIn('.clip-grid__cells')).to.equal(true);
    await clickOn(page, '.toast__shelf button', 'Undo');
    const atOnce = await page.waitForFunction(() => {
      const cells = [...document.querySelectorAll<HTMLElement>('.clip-grid__cells li')];
      return cells.length === 8 && cells.map(({ dataset }) => dataset.cellId);
    });
    expect(await atOnce.jsonValue()).to.deep.equal(order);
    await eventually('all clips to be back', async () => (await left()) === 8);

    await page.focus(cell(1));
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await reads('.pick-bar', '2 selected');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.pick-bar', { hidden: true });

    await page.setViewport({ width: 360, height: 740, hasTouch: true, isMobile: true });
    await visit(`${app().origin}/e/${event.uuid}`);
    await clickOn(page, '.studio__line-head button', 'Grid');
    await tap(page, cell(3));
    await tap(page, cell(4));
    await reads('.pick-bar', '2 selected');
    await clickOn(page, '.pick-bar button', 'Leave out');
    await reads('.toast__shelf', '2 clips left out.');
    expect((await clips()).filter(({ hidden }) => hidden)).to.have.length(2);
    await clickOn(page, '.toast__shelf button', 'Undo');
    await eventually('both to be in again', async () => (await clips()).every(({ hidden }) => !hidden));
    expect(problems).to.deep.equal([]);
  });

  it('leaves out and takes back only what was in the film, and opens no dialog for the next clip', async () => {
    let away: Media | undefined;
    const { clips, page, reads, problems } = await openMany(7, async (all) => {
      away = all[1];
      await setFields(app().connection, away?.id ?? '', { hidden: true });
      await setFields(app().connection, all[2]?.id ?? '', {
        moderation: { state: 'hidden', reasons: [], at: new Date() },
      });
    });
    await clickOn(page, '.studio__line-head button', 'Grid');
    const hidden = async () => (await clips()).filter((each) => each.hidden && !each.isTakenOut).map(({ id }) => id);

    await clickOn(page, '.clip-grid__bar button', 'Select all');
    await reads('.pick-bar', '7 selected');
    await clickOn(page, '.pick-bar button', 'Leave out');
    await reads('.toast__shelf', '5 clips left out.');
    expect(await hidden()).to.have.length(6);
    await clickOn(page, '.toast__shelf button', 'Undo');
    await eventually('five to be in again', async () => (await hidden()).join() === away?.id);

    const cell = '.clip-grid__cells li:first-child button';
    await click(page, cell);
    await clickOn(page, '.pick-bar button', 'Edit');
    await clickOn(page, 'dialog[open] summary', 'More for');
    await clickOn(page, 'dialog[open] .menu__list button', 'Remove');
    await page.waitForFunction(() => document.querySelectorAll('.clip-grid__cells li').length === 6);
    await page.waitForSelector('dialog[open]', { hidden: true });
    await click(page, cell);
    await reads('.pick-bar', '1 selected');
    expect(await page.$('dialog[open]')).to.equal(null);
    expect(problems).to.deep.equal([]);
  });

  it('shows many clips as a grid, finds one by name and moves it by number', async () => {
    const { clips, page, reads, problems } = await openMany(21, (all) =>
      setFields(app().connection, all[19]?.id ?? '', { 'contributor.name': 'Zoë' }),
    );
    await page.waitForSelector('.clip-grid__cells');
    const names = async () => (await clips()).map(({ contributor }) => contributor.name);
    expect((await names()).slice(0, 3)).to.deep.equal(['Mia', 'Guest 2', 'Guest 3']);

    await page.type('.clip-grid__bar input', 'zoe');
    await page.waitForFunction(() => document.querySelectorAll('.clip-grid__cells li').length === 1);
    await click(page, '.clip-grid__cells button');
    await clickOn(page, '.pick-bar button', 'Move to');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.type('1');
    await clickOn(page, 'dialog[open] button', 'Move after Mia');
    await eventually('the new order', async () => (await names()).slice(0, 3).join() === 'Mia,Zoë,Guest 2');
    await clickOn(page, '.toast__shelf button', 'Undo');
    await eventually('the old order', async () => (await names()).slice(0, 3).join() === 'Mia,Guest 2,Guest 3');

    await page.$eval('.clip-grid__bar input', (field) => (field as HTMLInputElement).select());
    await page.keyboard.type('guest 1');
    await clickOn(page, '.clip-grid__bar button', 'Select these 10');
    await reads('.pick-bar', '10 selected');
    await clickOn(page, '.pick-bar button', 'Leave out');
    await reads('.toast__shelf', '10 clips left out.');
    expect((await clips()).filter(({ hidden }) => hidden)).to.have.length(10);
    await page.$eval('.clip-grid__bar input', (field) => (field as HTMLInputElement).select());
    await page.keyboard.press('Backspace');
    await clickOn(page, '.chips button', 'Left out 10');
    await page.waitForFunction(() => document.querySelectorAll('.clip-grid__cells li').length === 10);
    await clickOn(page, '.chips button', 'All 21');
    await page.waitForFunction(() => document.querySelectorAll('.clip-grid__cells li').length === 21);
    expect(problems).to.deep.equal([]);
  });
});
