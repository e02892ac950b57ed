import { expect } from 'chai';
import { eventually } from '../helpers/eventually.ts';
import { click } from './helpers/pointer.ts';
import { clickOn } from './helpers/story-moves.ts';
import { useStudio } from './helpers/studio.ts';

describe('a studio that is older than the site', function () {
  this.timeout(600_000);
  const { app, openNew } = useStudio();

  it('reloads at the second press for code that is gone, and still has the edit that was begun', async () => {
    const { event, studio } = await openNew();
    const { page, reads, visit } = studio;
    let pages = 0;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (request.isNavigationRequest()) pages++;
      const isGone = pages === 2 && /\/assets\/js\/(?:clip-editor|save-edit|hls.light)-/.test(request.url());
      void (isGone ? request.respond({ status: 404 }) : request.continue());
    });
    const openEditor = async () => {
      await click(page, '[data-clip-id] button');
      await clickOn(page, '.studio-line__picked button', 'Edit');
    };
    await visit(`${app().origin}/e/${event.uuid}`);
    await openEditor();
    await page.waitForSelector('.clip-editor[open] input[type=range]');
    await page.focus('.clip-editor input[type=range]');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => Object.keys(sessionStorage).some((key) => key.startsWith('edit:')));

    await visit(`${app().origin}/e/${event.uuid}`);
    await click(page, '.studio__see .player__play');
    await reads('.studio__see', 'stopped');
    await openEditor();
    await eventually('another page', async () => pages === 3);
    await page.waitForSelector('.studio[data-alive], [data-name=studio][data-alive]');
    await openEditor();
    await page.waitForSelector('.clip-editor[open] [aria-label=Undo]:enabled');
    expect(pages).to.equal(3);
  });
});
