import { expect } from 'chai';
import { deliverEvent } from '../../src/shared/contracts/deliveries.ts';
import { type Event, getEvent, updateEvent } from '../../src/shared/contracts/events.ts';
import { momentInWords } from '../../src/shared/zone-words.ts';
import { utcToZoned, zonedToUtc } from '../../src/shared/zoned-time.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, readEvent, startFreeEvent, timeToGive } from '../helpers/giving.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { lookOver } from './helpers/look-over.ts';
import { click } from './helpers/pointer.ts';
import { signInAs } from './helpers/sign-in.ts';
import { clickOn } from './helpers/story-moves.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

const ZONE = 'America/New_York';

describe('the delivery dialog', function () {
  this.timeout(600_000);
  const app = useWholeApp({ hasWorker: false });
  let browser: TestBrowser;
  let creator: SignedInUser;

  before(async () => {
    browser = await startBrowser();
    creator = await newUser(app().origin);
    await confirmAddress(app().connection, creator.user.email);
  });
  after(() => browser.close());

  async function studioOf(email: string | null): Promise<{ event: Event; studio: StrictPage }> {
    const event = await startFreeEvent(creator, { recipients: [{ firstName: 'Ruth', email }], timeZone: ZONE });
    const { media } = await giveText(newVisitor(app().origin), event, 'All the best');
    await finishedFilm(app().connection, event, { clip: media });
    const studio = await openStrict(browser, { width: 360, height: 740, touch: false });
    await signInAs(creator, studio.context);
    await studio.page.emulateTimezone(ZONE);
    await studio.visit(`${app().origin}/e/${event.uuid}`);
    return { event, studio };
  }

  const deliveryOf = async (event: Event) => (await readEvent(creator, event)).delivery;
  const planned = (event: Event, at: string) =>
    eventually('the plan', async () => (await deliveryOf(event))?.at === at || null);
  const inDialog = ({ page }: StrictPage, words: string) => clickOn(page, 'dialog[open] :is(button, label)', words);
  const pick = ({ page }: StrictPage, type: string, value: string) =>
    page.$eval(
      `dialog[open] input[type=${type}]`,
      (field, to) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, to);
        field.dispatchEvent(new window.Event('input', { bubbles: true }));
      },
      value,
    );
  const closed = ({ page }: StrictPage) => page.waitForSelector('dialog[open]', { hidden: true });
  const dayAhead = (days: number) => utcToZoned(new Date(Date.now() + days * 86_400_000), ZONE).date;

  it('schedules a day in a zone, and shows, moves and cancels the plan', async () => {
    const email = newEmail();
    const { event, studio } = await studioOf(null);
    const { page, reads } = studio;
    await clickOn(page, '.pay-bar button', 'Give it');
    await inDialog(studio, 'On a day');
    expect(await page.$eval('dialog[open] [type=date]', (field) => (field as HTMLInputElement).value)).to.equal(
      dayAhead(1),
    );
    await reads('.give__zone', 'New York time (yours)');
    await pick(studio, 'date', dayAhead(-3));
    await inDialog(studio, 'Plan it for');
    await reads('dialog[open] .give__day .field__error', 'already gone by');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).type)).to.equal('date');
    await pick(studio, 'date', dayAhead(6));
    await page.waitForSelector('dialog[open] .give__day .field__error', { hidden: true });
    await inDialog(studio, 'Plan it for');
    await reads('dialog[open] .field .field__error', 'Add an email address');
    await page.type('dialog[open] [type=email]', email);
    await clickOn(page, 'dialog[open] summary', 'Add a few words');
    await page.type('dialog[open] textarea', 'Happy birthday');
    await inDialog(studio, 'Plan it for');
    const first = zonedToUtc(`${dayAhead(6)}T09:00`, ZONE)?.toISOString() ?? '';
    await planned(event, first);
    await closed(studio);
    await reads('.give-bar', /Goes to Ruth .+9:00.AM.*New York time/s);
    expect(await studio.text('.pay-bar')).not.to.include('Give it');
    expect((await readEvent(creator, event)).recipients[0]?.email).to.equal(email);

    // The plan is there after a reload, too, and leads back into its form.
    await page.reload();
    await clickOn(page, '.pay-bar button', 'Change');
    await reads('dialog[open] h2', 'It’s all set');
    await reads('dialog[open] .give__facts', email);
    await reads('dialog[open] .give__facts', 'Happy birthday');
    const peek = await page.$eval('.give__peek', (link) => {
      const { pathname, search } = link as HTMLAnchorElement;
      return pathname + search;
    });
    expect(await (await creator.fetch(peek)).text(), 'as Ruth will see it').to.include('Pull the ribbon');
    expect(await (await newVisitor(app().origin).fetch(peek)).text()).to.include('opens on the day');
    await inDialog(studio, 'Change');
    await clickOn(page, '.give__zone button', 'Change');
    await page.keyboard.type('Tokyo');
    await pick(studio, 'time', '20:30');
    await inDialog(studio, 'Plan it for');
    const second = zonedToUtc(`${dayAhead(6)}T20:30`, 'Asia/Tokyo')?.toISOString() ?? '';
    await planned(event, second);
    await reads('.give-bar', /8:30.PM.*Tokyo time/s);
    await reads('.studio__given', momentInWords(second, 'Asia/Tokyo'));

    await clickOn(page, '.pay-bar button', 'Change');
    await inDialog(studio, 'Cancel the plan');
    await reads('.toast', 'Nothing was sent');
    await reads('.pay-bar', 'Give it');
    expect((await deliveryOf(event))?.at).to.equal(null);
    expect(studio.problems).to.deep.equal([]);
    await studio.close();
  });

  it('keeps the address of somebody who was added by another organiser meanwhile', async () => {
    const { event, studio } = await studioOf(null);
    const { page, reads, problems } = studio;
    await clickOn(page, '.pay-bar button', 'Give it');
    await page.waitForSelector('dialog[open] [type=email]');
    const [ruths, toms] = [newEmail(), newEmail()];
    const recipients = [...event.recipients, { firstName: 'Tom', email: toms }];
    await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { recipients } });
    await reads('dialog[open] label', 'Tom’s email');
    await page.type('dialog[open] [type=email]', ruths);
    await inDialog(studio, 'Send it to');
    await reads('dialog[open] .give__to', `${ruths} and ${toms}`);
    const saved = (await readEvent(creator, event)).recipients;
    expect(saved.map(({ email }) => email)).to.deep.equal([ruths, toms]);
    expect(problems).to.deep.equal([]);
    await studio.close();
  });

  it('asks before sending, and undo within ten seconds restores the plan', async () => {
    const email = newEmail();
    const { event, studio } = await studioOf(email);
    const { page, reads } = studio;
    const deliverAt = zonedToUtc(`${dayAhead(6)}T09:00`, ZONE)?.toISOString() ?? '';
    await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { deliverAt } });
    await clickOn(page, '.pay-bar button', 'Change');
    await inDialog(studio, 'Send now');
    await reads('dialog[open] h2', 'Send to Ruth now?');
    await reads('dialog[open] .give__to', email);
    await reads('dialog[open] .give__tip', 'in 6 days');
    await inDialog(studio, 'Keep the plan');
    await reads('dialog[open] h2', 'It’s all set');
    expect((await deliveryOf(event))?.at, 'nothing was asked yet').to.equal(deliverAt);
    await inDialog(studio, 'Send now');
    await inDialog(studio, 'Send it now');
    await reads('.give-bar--undo', /Sending to Ruth.*in \d+ seconds?/s);
    await clickOn(page, '.give-bar--undo button', 'Undo');
    await reads('.toast', 'planned for');
    await planned(event, deliverAt);
    await reads('.give-bar', 'Goes to Ruth');
    expect(studio.problems).to.deep.equal([]);
    await studio.close();
  });

  it('says before sending that a clip came in late, and shows who has no confirmed address what to do', async () => {
    const unconfirmed = await newUser(app().origin);
    const event = await startFreeEvent(unconfirmed, { recipients: [{ firstName: 'Ruth', email: newEmail() }] });
    const { media } = await giveText(newVisitor(app().origin), event, 'All the best');
    await finishedFilm(app().connection, event, { clip: media });
    await giveText(newVisitor(app().origin), event, 'Am I late?', { contributor: { name: 'Larry' } });
    const studio = await openStrict(browser, { width: 360, height: 740, touch: false });
    await signInAs(unconfirmed, studio.context);
    await studio.visit(`${app().origin}/e/${event.uuid}`);
    await clickOn(studio.page, '.pay-bar button', 'Give it');
    await inDialog(studio, 'Send it to Ruth');
    await studio.reads('dialog[open] .give__tip', 'Larry’s clip came in late');
    await inDialog(studio, 'Send it now');
    await studio.reads('dialog[open] .banner', 'confirm your email address');
    const isSeen = () => {
      const box = document.querySelector('dialog[open] .banner')?.getBoundingClientRect();
      const foot = document.querySelector('dialog[open] .give__foot')?.getBoundingClientRect();
      return box && foot && box.top >= 0 && box.bottom <= foot.top;
    };
    await studio.page.waitForFunction(isSeen);
    await studio.close();
  });

  it('hands over the link without an address, and counts as delivered after the undo time', async () => {
    const { event, studio } = await studioOf(null);
    const { page, reads } = studio;
    await clickOn(page, '.pay-bar button', 'Give it');
    await inDialog(studio, 'I’ll hand over the link myself');
    await pick(studio, 'tel', '+1 (555) 010-7788');
    await reads('dialog[open] [href^="sms:+15550107788?"]', 'Text it to Ruth');
    await inDialog(studio, 'Make it ready');
    await reads('dialog[open] h2', 'Ready for Ruth?');
    await inDialog(studio, 'Make it ready now');
    await reads('.give-bar--undo', 'Opening it for Ruth');
    expect((await readEvent(creator, event)).status).to.equal('finalized');
    expect((await readEvent(creator, event)).recipients[0]?.phone).to.equal('+1 (555) 010-7788');
    await timeToGive(event);
    await reads('.give-bar p', /^Given to Ruth.*Not opened yet/s);
    const gift = newVisitor(app().origin).call(getEvent, { params: { id: event.privateKey ?? '' }, query: {} });
    expect((await gift).film).not.to.equal(null);
    await clickOn(page, '.pay-bar button', 'Details');
    await reads('dialog[open] h2', 'It’s been given');
    const message = await page.$eval('dialog[open] [href^="sms:+15550107788?"]', (link) => link.getAttribute('href'));
    expect(decodeURIComponent(message ?? ''), 'by text').to.match(new RegExp(`/e/${event.privateKey}$`));
    await studio.close();
  });

  it('has words ready for a gift that stays wrapped, which the news of it leads to, and sends to a new address', async () => {
    const { event, studio } = await studioOf(newEmail());
    const { page, reads, problems } = studio;
    await creator.call(deliverEvent, { params: { id: event.id }, body: {} });
    await timeToGive(event);
    const deliveredAt = new Date(Date.now() - 3 * 86_400_000);
    await app().connection.collection('events').updateOne({ uuid: event.uuid }, { $set: { deliveredAt } });
    await studio.visit(`${app().origin}/e/${event.uuid}#waits`);
    await page.reload();
    await reads('dialog[open] h2', 'It’s been given');
    const links = await page.$$eval('dialog[open] .share__via a', (all) =>
      all.map((link) => link.getAttribute('href')),
    );
    for (const link of links) {
      const words = decodeURIComponent(link ?? '');
      expect(words).to.match(new RegExp(`Dear Ruth, .*/e/${event.privateKey}$`, 's'));
      expect(words).not.to.match(/film|video|clip|surprise|birthday|get well/i);
    }
    expect(links.map((link) => link?.split(':')[0])).to.deep.equal(['https', 'sms']);
    expect(await lookOver(page)).to.deep.equal([]);
    await page.setViewport({ width: 360, height: 740 });
    await page.keyboard.press('Escape');
    await closed(studio);
    expect(new URL(page.url()).hash).to.equal('');

    await clickOn(page, 'button', 'Edit details');
    await page.waitForSelector('dialog[open] [type=email]');
    const email = newEmail();
    await click(page, 'dialog[open] [type=email]', { count: 3 });
    await page.type('dialog[open] [type=email]', email);
    await inDialog(studio, 'Save');
    await reads('.toast', 'Ruth has a new address. The film hasn’t gone there yet.');
    await clickOn(page, '.toast button', 'Send it');
    await reads('dialog[open] h2', 'Give it to Ruth');
    await inDialog(studio, 'Send it to Ruth');
    await inDialog(studio, 'Send it now');
    await reads('.give-bar--undo', 'Sending to Ruth');
    await timeToGive(event);
    const sent = app().connection.collection('jobs');
    await eventually('the mail to the new address', () =>
      sent.findOne({ type: 'mail.send', 'data.to': email, 'data.template': 'gift', 'data.occasion': 'getwell' }),
    );
    expect(problems).to.deep.equal([]);
    await studio.close();
  });

  it('asks for payment first after leaving a free occasion', async () => {
    const { event, studio } = await studioOf(null);
    await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { occasion: 'birthday' } });
    await studio.page.reload();
    await studio.reads('.pay-bar', 'Pay and publish');
    await studio.reads('.pay-bar', '$5.00');
    await studio.close();
  });
});
