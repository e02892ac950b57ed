import { expect } from 'chai';
import type { Event } from '../../src/shared/contracts/events.ts';
import { inviteRsvp, listRsvps, type Rsvp } from '../../src/shared/contracts/rsvps.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { invite, keyOf, zoneAt } from '../helpers/guests.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { lookOver } from './helpers/look-over.ts';
import { click } from './helpers/pointer.ts';
import { signInAs } from './helpers/sign-in.ts';
import { clickOn } from './helpers/story-moves.ts';
import { openStrict } from './helpers/strict-page.ts';

/** As the contact picker of a phone's browser answers them. */
const CONTACTS = [
  { name: ['Sofia Lind'], email: ['sofia@fjord.example', 'sofia@work.example'], tel: [] },
  { name: ['Theo'], email: [], tel: ['+44 7700 900118'] },
  { name: ['Ruth'], email: ['ruth@example.com'], tel: [] },
];

/** Gives a page a contact picker, which desktop browsers don't have: all of these are picked. It has no share sheet. */
function withContacts(people: typeof CONTACTS): void {
  Object.defineProperty(navigator, 'canShare', { value: undefined });
  Object.defineProperty(navigator, 'contacts', {
    value: {
      async select(properties: string[], { multiple }: { multiple: boolean }) {
        if (properties.join() !== 'name,email,tel' || !multiple) throw new TypeError('Not asked as agreed');
        return people;
      },
    },
  });
}

describe('the board of guests', function () {
  this.timeout(600_000);
  const web = useWholeApp({ hasWorker: false });
  let chromium: TestBrowser;
  let ada: SignedInUser;
  let event: Event;

  before(async () => {
    chromium = await startBrowser();
    ada = await newUser(web().origin);
    await confirmAddress(web().connection, ada.user.email);
    event = await startEvent(ada, { timeZone: zoneAt(14) });
  });
  after(() => chromium?.close());

  const guestNamed = async (name: string): Promise<Rsvp> => {
    const found = await ada.call(listRsvps, { params: { id: event.uuid } });
    const guest = found.find(({ firstName }) => firstName === name);
    if (!guest) throw new Error(`${name} is not on the list`);
    return guest;
  };

  it('takes people from the phone’s contacts, invites and nudges, and shows live what a guest does on a phone', async () => {
    const board = await openStrict(chromium, { width: 360, height: 740, touch: false });
    await signInAs(ada, board.context);
    const { page, reads, problems } = board;
    await page.evaluateOnNewDocument(withContacts, CONTACTS);
    await board.visit(`${web().origin}/e/${event.uuid}/people`);
    await reads('h1', 'Who should be in it?');
    await clickOn(page, '.people-import button', 'From my contacts');
    await reads('.people-import [role=status]', '3 people: 2 new, 1 left out.');
    await clickOn(page, '.people-import button', 'Add 2 people');
    await reads('h1', '2 people to go');

    const sofia = await guestNamed('Sofia');
    await clickOn(page, `#g-${sofia.id} button`, 'Invite');
    await page.waitForSelector('dialog[open] .people__ways');
    expect(await lookOver(page)).to.deep.equal([]);
    await page.setViewport({ width: 360, height: 740 });
    const ways = await page.$$eval('.people__way strong', (all) => all.map(({ textContent }) => textContent));
    expect(ways).to.include('Copy').and.not.include('Share');
    await clickOn(page, '.people__way', 'Told them');
    await clickOn(page, 'dialog[open] button', 'Note it for today');
    await reads(`#g-${sofia.id}`, /Invited today/);

    await clickOn(page, '.people__several button', 'Email several people');
    await reads('dialog[open]', 'Nobody can get this right now.');
    await invite(ada, event, { firstName: 'Mo', email: 'mo@fjord.example' });
    await clickOn(page, 'dialog[open] button', 'Send 1 email');
    await reads('dialog[open] h2', '1 email is on the way');
    await reads('.people__skipped', /Sofia has heard from you today.*no email address for Theo/s);
    expect(await lookOver(page)).to.deep.equal([]);
    await clickOn(page, 'dialog[open] button', 'Done');

    const phone = await openStrict(chromium, { width: 360, height: 740, touch: true });
    await phone.visit(sofia.link ?? '');
    await reads(`#g-${sofia.id}`, /Opened/);
    await clickOn(phone.page, '.rsvp label', 'I’ll do it');
    await click(phone.page, '.rsvp [type=submit]');
    await reads(`#g-${sofia.id}`, /Will send/);
    await giveText(newVisitor(web().origin), event, 'All the best!', { invitation: keyOf(sofia) });
    await reads('#g-in', '1 person is in');
    await reads('h1', '2 people to go');
    expect([...problems, ...phone.problems]).to.deep.equal([]);
  });

  it('moves the focus to a number that can’t be called, when a guest is added and when a guest is changed', async () => {
    const { page, context, visit, reads, problems } = await openStrict(chromium, {
      width: 360,
      height: 740,
      touch: false,
    });
    await signInAs(ada, context);
    const own = await startEvent(ada);
    await visit(`${web().origin}/e/${own.uuid}/people`);
    const focused = (form: string) =>
      page.waitForFunction(
        (where) => document.activeElement?.matches(`${where} input[name=phone][aria-invalid=true]`),
        {},
        form,
      );
    await page.type('.people__add [name=firstName]', 'Theo');
    await page.type('.people__add [name=phone]', 'call me');
    await page.focus('.people__add [name=email]');
    await page.keyboard.press('Enter');
    await focused('.people__add');
    await page.$eval('.people__add [name=phone]', (field) => (field as HTMLInputElement).select());
    await page.keyboard.type('+44 7700 900118');
    await page.keyboard.press('Enter');
    await reads('.people__add [role=status]', 'Theo is on the list.');

    await clickOn(page, '.people__act button', 'Change Theo');
    await page.waitForSelector('dialog[open] [name=phone]');
    await page.$eval('dialog[open] [name=phone]', (field) => (field as HTMLInputElement).select());
    await page.keyboard.type('call me');
    await page.focus('dialog[open] [name=email]');
    await page.keyboard.press('Enter');
    await focused('dialog[open]');
    expect(await lookOver(page)).to.deep.equal([]);
    expect(problems.filter((problem) => !problem.includes('422'))).to.deep.equal([]);
  });

  it('passes those by who need no nudge any more, and fills in nobody’s name for several', async () => {
    const own = await startEvent(ada, { timeZone: zoneAt(14) });
    const phone = (n: number) => ({ phone: `+4477009001${n}` });
    const [anna, bo, cy] = await invite(
      ada,
      own,
      { firstName: 'Anna', ...phone(10) },
      { firstName: 'Bo', ...phone(11) },
      { firstName: 'Cy', ...phone(12), email: 'cy@fjord.example' },
    );
    if (!anna || !bo || !cy) throw new Error('Nobody was added');
    const { page, context, visit, reads, problems } = await openStrict(chromium, {
      width: 360,
      height: 740,
      touch: false,
    });
    await signInAs(ada, context);
    await page.evaluateOnNewDocument('window.opened = 0; window.open = () => { window.opened += 1; };');
    const opened = () => page.evaluate('window.opened');
    const words = () => page.$eval('dialog[open] textarea', (field) => field.value);
    await visit(`${web().origin}/e/${own.uuid}/people`);
    await clickOn(page, '.people__dock ~ button', 'Nudge all 3');
    await reads('dialog[open] h2', 'Invite Anna (1 of 3)');

    await page.$eval('dialog[open] textarea', (field) =>
      field.setSelectionRange(field.value.length, field.value.length),
    );
    await page.type('dialog[open] textarea', ' See you!');
    expect(await words()).to.match(/^Hi Anna! .*See you!$/s);
    await clickOn(page, '.people__way', 'Email');
    expect(await words()).to.match(/^Hi \{name\}! .*See you!$/s);
    await clickOn(page, '.people__way', 'WhatsApp');
    expect(await words()).to.match(/^Hi Anna! .*See you!$/s);
    await page.type('dialog[open] textarea', ' Love to Anna’s mum');
    await clickOn(page, '.people__way', 'Email');
    expect(await words(), 'her name anywhere else')
      .to.match(/^Hi \{name\}! /)
      .and.not.include('Anna');
    await clickOn(page, '.people__way', 'WhatsApp');

    await ada.call(inviteRsvp, { params: { id: anna.id }, body: { via: 'told' } });
    await reads(`#g-${anna.id}`, /Invited today/);
    await clickOn(page, 'dialog[open] button', 'Open WhatsApp');
    await reads('dialog[open] h2', 'Invite Bo (2 of 3)');
    await reads('dialog[open]', 'Anna needs no nudge any more.');
    expect(await opened(), 'WhatsApp for Anna').to.equal(0);
    // Another organiser was faster, and no message of it came.
    await web()
      .connection.collection('rsvps')
      .updateOne({ key: keyOf(bo) }, { $set: { lastNudgedAt: new Date() } });
    await clickOn(page, 'dialog[open] button', 'Open WhatsApp');
    await reads('dialog[open] h2', 'Invite Cy (3 of 3)');
    await reads('dialog[open]', 'Bo has heard from you today.');
    expect(problems.filter((problem) => !problem.includes('429'))).to.deep.equal([]);
  });

  it('keeps people who were not added, to be fixed', async () => {
    const own = await startEvent(ada);
    const { page, context, visit, reads, problems } = await openStrict(chromium, {
      width: 360,
      height: 740,
      touch: false,
    });
    await signInAs(ada, context);
    await visit(`${web().origin}/e/${own.uuid}/people`);
    const fill = async (label: string, value: string) => {
      await page.$eval(`[aria-label="${label}"]`, (field) => (field as HTMLInputElement).select());
      await page.keyboard.type(value);
    };
    const left = () => page.$$eval('.people-import tbody tr', (rows) => rows.length);
    await page.type(
      '.people-import textarea',
      'Ann <ann@fjord.example>\nBo 0000000000000000001\nCy <cy@@fjord.example>',
    );
    await clickOn(page, '.people-import button', 'Read the list');
    await reads('.people-import [role=status]', '3 people: 1 new, 2 to fix.');
    await clickOn(page, '.people-import button', 'Add 1 person');
    await reads('h1', '1 person to go');
    expect(await left()).to.equal(2);
    expect(await lookOver(page)).to.deep.equal([]);

    await page.setViewport({ width: 360, height: 740 });
    await fill('Phone for Bo', '+44 7700 900118');
    await fill('Email for Cy', 'cy@');
    await clickOn(page, '.people-import button', 'Add 2 people');
    await reads('.people-import [role=alert]', 'Nobody was added yet. 1 row needs another look.');
    await reads('.people-import tr:has([aria-label="Email for Cy"])', /To fix.*address/);
    await fill('Email for Cy', 'cy@fjord.example');
    await clickOn(page, '.people-import button', 'Add 2 people');
    await reads('h1', '3 people to go');
    expect(await left()).to.equal(0);
    expect(problems.filter((problem) => !problem.includes('422'))).to.deep.equal([]);
  });

  it('counts everybody that an email reaches, also people with a clip and an address who are not on the list', async () => {
    const own = await startEvent(ada, { timeZone: zoneAt(14) });
    const contributor = { name: 'Sofia Lind', email: 'sofia@fjord.example' };
    await giveText(newVisitor(web().origin), own, 'All the best!', { contributor });
    await giveText(newVisitor(web().origin), own, 'And from me!', { contributor: { name: 'Theo' } });
    const { page, context, visit, reads, problems } = await openStrict(chromium, {
      width: 360,
      height: 740,
      touch: false,
    });
    await signInAs(ada, context);
    await visit(`${web().origin}/e/${own.uuid}/people`);
    await reads('.people__group', /2 people are in.*None of them are on your list/s);
    await clickOn(page, '.people__several button', 'Email several people');
    await page.waitForSelector('dialog[open] select');
    const [group] = await page.$$('dialog[open] select');
    await group?.select('sent');
    await reads('dialog[open]', /1 of them isn’t on your list yet/);
    expect(await page.$$eval('dialog[open] select', (all) => all.map(({ value }) => value))).to.deep.equal([
      'sent',
      'thanks',
    ]);

    await page.type('dialog[open] input', 'For Ruth');
    await clickOn(page, 'dialog[open] button', 'Send 1 email');
    await page.waitForFunction(() => document.activeElement?.matches('dialog[open] input[aria-invalid=true]'));
    expect(await lookOver(page)).to.deep.equal([]);
    await page.$eval('dialog[open] input', (field) => field.select());
    await page.keyboard.type('A small surprise');
    await clickOn(page, 'dialog[open] button', 'Send 1 email');
    await reads('.people__in', 'Sofia Lind');
    await reads('.people__group', /2 people are in.*1 of them isn’t on your list/s);
    expect(problems.filter((problem) => !problem.includes('422'))).to.deep.equal([]);
  });
});
