import { expect } from 'chai';
import { createEvent } from '../../src/shared/contracts/events.ts';
import { click } from './helpers/pointer.ts';
import { useSite } from './helpers/site.ts';

describe('reports and ideas from any page', function () {
  this.timeout(600_000);
  const site = useSite();
  const words = (selector: string) => site.open.page.$eval(selector, (found) => found.textContent);

  /** The page of an event, as a friend sees it. */
  async function openInvitation(): Promise<void> {
    const { uuid } = await site.user.call(createEvent, {
      body: { occasion: 'birthday', recipients: [{ firstName: 'Ruth' }] },
    });
    await site.open.page.goto(`${site.origin}/e/${uuid}`);
  }

  it('report an event’s page with one tap', async () => {
    await openInvitation();
    await click(site.open.page, '.shell__report button');
    await site.open.page.waitForSelector('#toasts .toast');
    expect(await words('#toasts .toast__text')).to.equal('Submitted, thank you!');
    expect(await words('.shell__report')).to.equal("Thank you, we'll review this page.");
    expect(await site.focused()).to.equal("Thank you, we'll review this page.");
    expect(site.open.problems).to.deep.equal([]);
  });

  it('show that a report failed, and send it again', async () => {
    let isBroken = true;
    await site.open.page.setRequestInterception(true);
    site.open.page.on('request', (request) => {
      if (isBroken && request.method() === 'POST') void request.respond({ status: 503, body: '' });
      else void request.continue();
    });
    await openInvitation();
    await click(site.open.page, '.shell__report button');
    await site.open.page.waitForSelector('#toasts .toast--bad');
    expect(await words('#toasts .toast__text')).to.equal('An error occured.');
    expect(await words('.shell__report')).to.equal('Report This Page');
    isBroken = false;
    await click(site.open.page, '.shell__report button');
    await site.open.page.waitForFunction(() =>
      document.querySelector('.shell__report')?.textContent?.startsWith('Thank you'),
    );
    expect(await words('#toasts .toast__text')).to.equal('Submitted, thank you!');
  });

  it('accept an idea at the end of any page, suggest similar ones, and count votes in place', async () => {
    await site.open.page.goto(`${site.origin}/terms`);
    expect(site.open.requests.filter((url) => url.includes('/assets/js/'))).to.deep.equal([]);
    await click(site.open.page, '.shell__foot form[action="/ideas"] button');
    await site.open.page.waitForSelector('dialog[open]');
    await site.open.page.type('dialog [name="title"]', 'Let us choose the font');
    await click(site.open.page, 'dialog .button');
    await site.open.page.waitForSelector('dialog a[href^="/ideas?sort=newest"]');
    expect(await site.focused()).to.match(/^Thank you! “Let us choose the font”/);
    await Promise.all([site.open.page.waitForNavigation(), click(site.open.page, 'dialog a[href^="/ideas"]')]);
    expect(await words('.ideas__idea h2')).to.equal('Let us choose the font');
    await site.open.page.type('.ideas__own [name="title"]', 'fonts to choose');
    await site.open.page.waitForSelector('.idea__alike');
    expect(await words('.idea__alike li > span')).to.equal('Let us choose the font');
    await click(site.open.page, '.ideas__idea .idea__vote');
    await site.open.page.waitForSelector('.ideas__idea .idea__vote[aria-pressed="false"]');
    await site.open.page.waitForFunction(
      () => document.querySelector('.ideas__idea .idea__vote b')?.textContent === '0',
    );
    expect(await words('.ideas__idea .idea__vote')).to.equal('0 votes');
    expect(site.open.problems).to.deep.equal([]);
  });

  it('show and accept ideas without script', async () => {
    await site.open.page.setJavaScriptEnabled(false);
    await site.open.page.goto(`${site.origin}/help`);
    await Promise.all([
      site.open.page.waitForNavigation(),
      click(site.open.page, '.shell__foot form[action="/ideas"] button'),
    ]);
    expect(new URL(site.open.page.url()).pathname).to.equal('/ideas');
    await site.open.page.type('.ideas__own [name="title"]', 'A guestbook on paper');
    await Promise.all([site.open.page.waitForNavigation(), click(site.open.page, '.ideas__own .button')]);
    expect(new URL(site.open.page.url()).searchParams.get('sort')).to.equal('newest');
    const card = '.ideas__idea:target';
    expect(await site.open.page.$eval(card, (found) => found.textContent)).to.include('A guestbook on paper');
    await Promise.all([site.open.page.waitForNavigation(), click(site.open.page, `${card} .idea__vote`)]);
    expect(await site.open.page.$eval(`${card} .idea__vote`, (found) => found.getAttribute('aria-pressed'))).to.equal(
      'false',
    );
    expect(await site.open.page.$eval(`${card} .idea__vote`, (found) => found.textContent)).to.equal('0 votes');
  });
});
