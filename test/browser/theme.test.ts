import { expect } from 'chai';
import { readEvent, startEvent } from '../helpers/giving.ts';
import { lookOver } from './helpers/look-over.ts';
import { click } from './helpers/pointer.ts';
import { useSite } from './helpers/site.ts';

describe('choosing a theme', function () {
  this.timeout(600_000);
  const site = useSite();

  it('previews a theme with the event’s own names, changes nothing until “Use”, makes the user’s own from it with a live preview, and leads back to the studio', async () => {
    const event = await startEvent(site.user, { recipients: [{ firstName: 'Maximiliane-Wilhelmine' }] });
    const { page, problems } = site.open;
    await site.signIn();
    await site.visit(`/e/${event.uuid}/theme`);
    await site.alive(page, 'theme-picker');
    const preview = () => page.$eval('.theme-picker__see', (element) => element.textContent);
    expect(await preview())
      .to.contain('Maximiliane')
      .and.contain('Paper & ribbon');
    expect(await page.$$eval('.theme-picker__cell', (cells) => cells.length)).to.be.at.least(11);

    const choosePostcards = async () => {
      await click(page, '.theme-picker__cell:has([value=postcards])');
      await page.waitForFunction(() => document.querySelector('.actbar button')?.textContent === 'Use Postcards');
    };
    await choosePostcards();
    expect(await preview())
      .to.contain('Postcards')
      .and.contain('Maximiliane');
    await click(page, '.theme-picker__cell:has([value=waves])');
    await page.waitForFunction(() => document.querySelector('.actbar p')?.textContent?.includes('With two videos'));
    await choosePostcards();
    expect((await readEvent(site.user, event)).themeId).to.equal(null);

    const follow = (selector: string) => Promise.all([page.waitForNavigation(), click(page, selector)]);
    await follow('.theme-picker__about a');
    await site.alive(page, 'theme-live');
    const card = () => page.$eval('.theme-editor__cards', (cards) => cards.textContent);
    expect(await card()).to.contain('Maximiliane');
    await page.select('[name=introUrl]', '/api/v2/theme-art/garden/intro');
    await page.waitForFunction(() =>
      document.querySelector('.theme-editor__cards img')?.getAttribute('src')?.includes('/garden/'),
    );
    expect(await card()).to.contain('Maximiliane');
    expect(await lookOver(page)).to.deep.equal([]);
    await follow('#theme [type=submit]');
    expect(await page.$eval('h1', (title) => title.textContent)).to.equal('Our Postcards');
    await follow('.banner button');
    expect((await readEvent(site.user, event)).price?.lines[0]?.label).to.equal('Premium, with your own theme');

    await site.visit(`/e/${event.uuid}/theme`);
    await site.alive(page, 'theme-picker');
    expect(await page.$eval('.actbar p', (note) => note.textContent)).to.contain('included in the price');
    await choosePostcards();
    await click(page, '.theme-picker__see .chips button:last-child');
    await page.waitForFunction(() => document.querySelector('.theme-picker__see')?.textContent?.includes('With love'));
    expect(await lookOver(page)).to.deep.equal([]);
    await follow('.own-themes__line a');
    await follow('.form-set__end button');
    expect(await page.$eval('.own-themes__line', (line) => line.textContent)).to.contain('Restore');

    await site.visit(`/e/${event.uuid}/theme`);
    await site.alive(page, 'theme-picker');
    await choosePostcards();
    await follow('.actbar button');
    expect(new URL(page.url()).pathname).to.equal(`/e/${event.uuid}`);
    expect((await readEvent(site.user, event)).themeId).to.equal('postcards');
    expect(problems).to.deep.equal([]);
  });
});
