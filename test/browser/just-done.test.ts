import { expect } from 'chai';
import mongoose from 'mongoose';
import { createEvent } from '../../src/shared/contracts/events.ts';
import { eventually } from '../helpers/eventually.ts';
import { click } from './helpers/pointer.ts';
import { useSite } from './helpers/site.ts';

describe('analytics of the last action', function () {
  this.timeout(600_000);
  const site = useSite();
  const UUID = '11111111-1111-4111-8111-111111111111';
  const EVENT_ID = '0123456789abcdef01234567';
  const counted = () => site.open.requests.filter((url) => url.endsWith('/api/v2/analytics/events')).length;
  const told = () => site.open.page.evaluate(() => window.dataLayer ?? null);
  const address = () => site.open.page.evaluate(() => location.pathname + location.search + location.hash);
  /** Marks leave the URL once the code that counts has loaded. */
  const addressBecomes = (path: string) =>
    site.open.page.waitForFunction((wanted) => location.pathname + location.search === wanted, {}, path);

  /** The clock of this page stands for whatever waits four seconds, until `passFourSeconds`. */
  const holdClock = () =>
    site.open.page.evaluateOnNewDocument(`{
      const begin = window.setTimeout.bind(window);
      const held = [];
      window.passFourSeconds = () => held.forEach((run) => run());
      window.setTimeout = (run, delay, ...rest) => delay === 4000 ? held.push(run) * -1 : begin(run, delay, ...rest);
    }`);
  const passFourSeconds = () => site.open.page.evaluate('passFourSeconds()');

  const choose = async (choice: 'yes' | 'no') => {
    await site.open.page.evaluateOnNewDocument((value) => localStorage.setItem('vd.counting', value), choice);
  };

  it('removes the marker from the URL at once, and is sent four seconds later with consent', async () => {
    await site.signIn();
    await holdClock();
    await choose('yes');
    await site.visit(`/dashboard?a=b&gtm_event_login=google&gtm_event_start_vidday=${UUID}&gtm_event_id=${EVENT_ID}#c`);
    await addressBecomes('/dashboard?a=b');
    expect(await address()).to.equal('/dashboard?a=b#c');
    expect([await told(), counted()]).to.deep.equal([null, 0]);
    const answers = [1, 2].map(() =>
      site.open.page.waitForResponse((answer) => answer.url().endsWith('/analytics/events')),
    );
    await passFourSeconds();
    expect(await told()).to.deep.equal([
      { event: 'login', method: 'google' },
      { event: 'start_vidday', uuid: UUID, eventId: EVENT_ID },
    ]);
    expect((await Promise.all(answers)).map((answer) => answer.status())).to.deep.equal([202, 202]);
    await passFourSeconds();
    expect(counted()).to.equal(2);
    expect(await site.open.page.$('.toast--ask')).to.equal(null);
    expect(site.open.problems).to.deep.equal([]);
  });

  it('asks for consent not over a busy page or a form, but once on the next page', async () => {
    await site.signIn();
    const event = await site.user.call(createEvent, {
      body: { occasion: 'birthday', recipients: [{ firstName: 'Ruth' }] },
    });
    await site.visit(`/e/${event.uuid}?gtm_event_login=password`);
    await addressBecomes(`/e/${event.uuid}`);
    expect(await site.open.page.$('.toast--ask')).to.equal(null);
    await site.visit('/start-a-vidday?occasion=birthday');
    expect(await site.open.page.$('.toast--ask'), 'over a form').to.equal(null);
    await site.visit('/dashboard');
    await site.open.page.waitForSelector('.toast--ask');
    expect(counted()).to.equal(0);
    await site.visit('/dashboard?gtm_event_login=google');
    expect(await site.open.page.$('.toast--ask'), 'a second time').to.equal(null);
  });

  it('asks for consent once; yes is counted, no is remembered', async () => {
    await site.signIn();
    await holdClock();
    await site.visit('/dashboard?gtm_event_sign_up=password');
    await site.open.page.waitForSelector('.toast--ask');
    await passFourSeconds();
    expect([await told(), counted()]).to.deep.equal([null, 0]);
    const [no, yes] = await site.open.page.$$('.toast--ask .button');
    expect(await no?.evaluate((button) => button.textContent)).to.equal('No, thanks');
    const answer = site.open.page.waitForResponse((each) => each.url().endsWith('/analytics/events'));
    await yes?.click();
    expect(await told()).to.deep.equal([{ event: 'sign_up', method: 'password' }]);
    expect((await answer).status()).to.equal(202);
    // The answer is taken back where it is explained.
    await site.open.page.goto(`${site.origin}/privacy#counting`);
    await click(site.open.page, '[data-part=counting] button');
    await site.open.page.waitForSelector('[data-part=counting] [aria-pressed="true"]');
    expect(await site.open.page.evaluate(() => Object.keys(localStorage))).to.deep.equal(['vd.counting']);
    await site.visit('/dashboard?gtm_event_login=password');
    await passFourSeconds();
    expect([await site.open.page.$('.toast--ask'), await told(), counted()]).to.deep.equal([null, null, 1]);
    expect(site.open.problems).to.deep.equal([]);
  });

  for (const [name, property, value] of [
    ['Do Not Track', 'doNotTrack', '"1"'],
    ['Global Privacy Control', 'globalPrivacyControl', 'true'],
  ]) {
    it(`neither sends nor asks under ${name}`, async () => {
      await site.signIn();
      await holdClock();
      await site.open.page.evaluateOnNewDocument(
        `Object.defineProperty(Navigator.prototype, '${property}', { get: () => ${value} })`,
      );
      for (const choice of [null, 'yes'] as const) {
        if (choice) await choose(choice);
        await site.visit('/dashboard?gtm_event_login=password');
        await passFourSeconds();
        await addressBecomes('/dashboard');
        expect([await site.open.page.$('.toast--ask'), await told(), counted()]).to.deep.equal([null, null, 0]);
      }
    });
  }

  it('is sent before the page is left if sooner, and together with what was started', async () => {
    await site.signIn();
    await holdClock();
    await choose('yes');
    await site.visit('/dashboard?gtm_event_login=password');
    await addressBecomes('/dashboard');
    await site.visit('/start-a-vidday?occasion=birthday');
    const number = await site.open.page.evaluate(() => localStorage.getItem('vd.analyticsClientId'));
    expect(number).to.match(/^[0-9a-f]{32}$/);
    const stored = () => mongoose.connection.collection('analytics_events').countDocuments({ clientId: number });
    await eventually('the event', async () => (await stored()) === 1);
    await site.open.page.type('[name="firstName[]"]', 'Ruth');
    const posted = site.open.page.waitForRequest(
      (request) => request.method() === 'POST' && request.isNavigationRequest(),
    );
    await click(site.open.page, 'button.button--big[value="create"]');
    expect(new URLSearchParams((await posted).postData()).get('analyticsClientId')).to.equal(number);
  });

  it('makes another tab reload after a login', async () => {
    await site.signIn();
    const other = await site.open.context.newPage();
    await other.goto(`${site.origin}/dashboard`);
    await site.alive(other, 'shell');
    await site.open.page.bringToFront();
    const otherGoes = other.waitForNavigation();
    await site.visit('/dashboard?gtm_event_login=google');
    await otherGoes;
    await addressBecomes('/dashboard');
  });
});
