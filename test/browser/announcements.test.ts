import { expect } from 'chai';
import { createAnnouncement, updateAnnouncement } from '../../src/shared/contracts/announcements.ts';
import { newUser } from '../helpers/user.ts';
import { click } from './helpers/pointer.ts';
import { useSite } from './helpers/site.ts';

describe('announcements', function () {
  this.timeout(600_000);
  const site = useSite();

  it('stay closed, on a page without script before the tap', async () => {
    const editor = await newUser(site.origin, { role: 'editor' });
    const body = { type: 'promotion', message: 'Two films for one' };
    const { id } = await editor.call(createAnnouncement, { body });
    const later = () => site.open.page.$$eval('.notice', (notices) => notices.map((notice) => notice.textContent));
    await site.open.page.goto(site.origin);
    expect(await later()).to.deep.equal(['Two films for one']);
    expect(site.open.requests.filter((url) => url.includes('/assets/js/'))).to.deep.equal([]);
    await click(site.open.page, '.notice button');
    await site.open.page.waitForSelector('.notice', { hidden: true });
    await site.open.page.reload();
    expect(await later()).to.deep.equal([]);
    await site.signIn();
    await site.open.page.goto(`${site.origin}/dashboard`);
    expect(await later()).to.deep.equal([]);
    await editor.call(updateAnnouncement, { params: { id }, body: { endsAt: new Date().toISOString() } });
    expect(site.open.problems).to.deep.equal([]);
  });

  it('show what was published meanwhile at the top of a reloaded page, and hardly move one that is scrolled down', async () => {
    await site.open.page.setViewport({ width: 360, height: 740, hasTouch: true, isMobile: true });
    const editor = await newUser(site.origin, { role: 'editor' });
    const top = (selector: string) =>
      site.open.page.$eval(selector, (found) => Math.round(found.getBoundingClientRect().top));
    await site.open.page.goto(`${site.origin}/terms`);
    const body = { type: 'outage', message: 'Slow on Monday' };
    const { id } = await editor.call(createAnnouncement, { body });
    await site.open.page.reload();
    await site.open.page.waitForSelector('.notice--other');
    expect(await top('.notice')).to.equal(0);
    expect(await site.open.page.evaluate(() => window.scrollY)).to.equal(0);
    await site.open.page.$eval('main section:nth-of-type(3)', (part) => part.scrollIntoView());
    const before = await top('main section:nth-of-type(3)');
    const height = await site.open.page.$eval('.notice', (notice) => Math.ceil(notice.getBoundingClientRect().height));
    await editor.call(updateAnnouncement, { params: { id }, body: { endsAt: new Date().toISOString() } });
    await site.open.page.reload();
    expect(await site.open.page.$('.notice')).to.equal(null);
    // Chromium keeps the same words in sight. On a slow page it sometimes keeps the distance from the top instead.
    expect(await top('main section:nth-of-type(3)')).to.be.within(before - height, before);
    expect(site.open.problems).to.deep.equal([]);
  });

  it('appear while the page is open, and end at their time', async () => {
    const editor = await newUser(site.origin, { role: 'editor' });
    await site.signIn();
    const devtools = await site.open.page.createCDPSession();
    await devtools.send('Network.enable');
    // The answer to joining `/public`, after which the page hears.
    const joined = new Promise<void>((resolve) => {
      devtools.on('Network.webSocketFrameReceived', ({ response }) => {
        if (response.payloadData.startsWith('40/public')) resolve();
      });
    });
    await site.visit('/dashboard');
    await joined;
    const roles = () => site.open.page.$$eval('[role="status"]', (all) => all.map(({ id }) => id));
    expect(await roles(), 'readers watch it before anything comes').to.include('announcements');
    const body = { type: 'outage', message: 'Slow on Sunday' };
    const { id } = await editor.call(createAnnouncement, { body });
    await site.open.page.waitForSelector('#announcements:not([hidden]) .notice--other');
    await editor.call(updateAnnouncement, { params: { id }, body: { endsAt: new Date().toISOString() } });
    await site.open.page.waitForSelector('.notice', { hidden: true });
    expect(site.open.problems).to.deep.equal([]);
  });
});
