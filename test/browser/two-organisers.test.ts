import { expect } from 'chai';
import type { Page } from 'puppeteer';
import { deleteEvent, type Event, getEvent, restoreEvent, updateEvent } from '../../src/shared/contracts/events.ts';
import { updateMedia } from '../../src/shared/contracts/media.ts';
import { removeOrganiser } from '../../src/shared/contracts/organisers.ts';
import { updateRsvp } from '../../src/shared/contracts/rsvps.ts';
import { transferEvent } from '../../src/shared/contracts/staff-events.ts';
import { makeVideo } from '../helpers/copied-clips.ts';
import { eventually } from '../helpers/eventually.ts';
import { readEvent, startEvent } from '../helpers/giving.ts';
import { guestNow, invite } from '../helpers/guests.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser } from '../helpers/user.ts';
import { click } from './helpers/pointer.ts';
import { clickOn } from './helpers/story-moves.ts';
import { useStudio } from './helpers/studio.ts';

describe('two organisers of one event', function () {
  this.timeout(600_000);
  const { app, organiser, open, openNew, startWithCard, tab } = useStudio({ hasWorker: false });

  const now = ({ id }: Event) => organiser().call(getEvent, { params: { id }, query: {} });
  const closed = (page: Page) => page.waitForSelector('dialog[open]', { hidden: true });
  const retype = async (page: Page, selector: string, words: string) => {
    await click(page, selector, { count: 3 });
    await page.keyboard.type(words);
  };

  it('keep what the other changed while one had the details open', async () => {
    const { id, uuid } = await startEvent(organiser(), {
      recipients: [{ firstName: 'Ruth' }, { firstName: 'Tom' }, { firstName: 'Uma' }],
      prompts: ['What did she teach you?'],
    });
    const event = await readEvent(organiser(), { id });
    const { page, reads, problems } = await open({ uuid });
    await clickOn(page, 'button', 'Edit details');
    await page.waitForSelector('dialog[open] [name=message]');
    const [ruth, tom, uma] = event.recipients;
    const [email, deadline] = [newEmail(), new Date(Date.now() + 9 * 86_400_000).toISOString()];
    const theirs = {
      recipients: [{ ...ruth, email }, { ...tom }, { ...uma }, { firstName: 'Vera' }].map((each) => ({
        firstName: '',
        ...each,
      })),
      deadline,
      prompts: ['Sing!'],
      showsNames: !event.showsNames,
    };
    await organiser().call(updateEvent, { params: { id }, query: {}, body: theirs });
    await reads('h1', 'Vera');

    await page.type('dialog[open] [name=message]', 'Half a minute is plenty.');
    await clickOn(page, 'dialog[open] fieldset:nth-of-type(3) button', 'Remove this person');
    await retype(page, 'dialog[open] fieldset:nth-of-type(2) input', 'Thomas');
    await clickOn(page, 'dialog[open] button', 'Save');
    await closed(page);
    const saved = await now(event);
    expect(saved.message).to.equal('Half a minute is plenty.');
    expect(saved.recipients.map((each) => [each.firstName, each.email])).to.deep.equal([
      ['Ruth', email],
      ['Thomas', null],
      ['Vera', null],
    ]);
    expect(saved.deadline && Date.parse(saved.deadline)).to.equal(Date.parse(deadline));
    expect(saved.isZoneAssumed, 'nobody chose one').to.equal(true);
    expect([saved.prompts, saved.showsNames]).to.deep.equal([['Sing!'], theirs.showsNames]);
    expect(problems).to.deep.equal([]);
  });

  it('keep the words of a card that the other wrote while one changed its name', async () => {
    const { event, clipId: id, studio } = await openNew();
    const { page, problems } = studio;
    await click(page, '[data-clip-id] button');
    await clickOn(page, '.studio-line__picked summary', 'More for');
    await clickOn(page, '.studio-line__picked button', 'Change name or words');
    await page.waitForSelector('dialog[open] [name=text]');
    await organiser().call(updateMedia, { params: { id }, body: { text: 'You taught me to dive.' } });
    await retype(page, 'dialog[open] [name=name]', 'Maria');
    await clickOn(page, 'dialog[open] button', 'Save');
    await closed(page);
    const saved = await eventually('the name', async () => {
      const [found] = (await now(event)).media ?? [];
      return found?.contributor.name === 'Maria' && found;
    });
    expect(saved.text).to.equal('You taught me to dive.');
    expect(problems).to.deep.equal([]);
  });

  it('keep each other’s edits of a clip, also in a tab without live updates', async () => {
    const { origin } = app();
    const { event, clipId: id } = await startWithCard();
    await makeVideo(app().connection, id);
    const { page, visit, reads } = await tab();
    await page.evaluateOnNewDocument(`window.WebSocket = class {
      constructor() { setTimeout(() => this.onerror(new Event('error'))); }
      close() {}
    };`);
    await visit(`${origin}/e/${event.uuid}`);
    await reads('.studio__saved', 'No connection', 30_000);
    await click(page, '[data-clip-id] button');
    await clickOn(page, '.studio-line__picked summary', 'More for');
    const trim = { start: 0, end: 1.5 };
    await organiser().call(updateMedia, { params: { id }, body: { edit: { trim }, editFrom: {} } });
    await clickOn(page, '.studio-line__picked button', 'Rotate');
    const edit = await eventually('the turn', async () => {
      const [found] = (await now(event)).media ?? [];
      return found?.edit.rotate && found.edit;
    });
    expect(edit).to.deep.equal({ rotate: 90, trim });
  });

  it('see a guest’s number that the other corrected, and keep it', async () => {
    const event = await startEvent(organiser());
    const [guest] = await invite(organiser(), event, { firstName: 'Sofia', phone: '+44 7700 900118' });
    if (!guest) throw new Error('Nobody was added');
    const correct = (phone: string) =>
      organiser().call(updateRsvp, { params: { id: guest.id }, query: {}, body: { phone } });
    const { page, visit, problems } = await tab();
    await visit(`${app().origin}/e/${event.uuid}/people`);
    const change = async () => {
      await clickOn(page, '.people__act button', 'Change Sofia');
      await page.waitForSelector('dialog[open] [name=phone]');
    };
    await change();
    await correct('+44 7700 900119');
    await page.type('dialog[open] [name=lastName]', 'Lind');
    await clickOn(page, 'dialog[open] button', 'Save');
    await closed(page);
    expect(await guestNow(organiser(), guest)).to.include({ lastName: 'Lind', phone: '+447700900119' });

    await correct('+44 7700 900120');
    await eventually('the new number', async () => {
      await change();
      const shown = await page.$eval('dialog[open] [name=phone]', (field) => (field as HTMLInputElement).value);
      await page.keyboard.press('Escape');
      await closed(page);
      return shown === '+447700900120';
    });
    expect(problems).to.deep.equal([]);
  });

  it('see that it was deleted, offer no deletion to who did not create it, and go to My VidDays once removed, or once it is another account’s', async () => {
    const { origin, connection } = app();
    const [event, other] = [await startEvent(organiser()), await newUser(origin)];
    const organiserIds = new connection.base.mongo.ObjectId(other.user.id);
    await connection.collection('events').updateOne({ uuid: event.uuid }, { $push: { organiserIds } as never });
    const mine = await open(event);
    await organiser().call(deleteEvent, { params: { id: event.id } });
    await mine.reads('h1', 'This VidDay was deleted');
    await organiser().call(restoreEvent, { params: { id: event.id } });
    const theirs = await open(event, other);
    await clickOn(theirs.page, 'button', 'Edit details');
    await theirs.page.waitForSelector('dialog[open]');
    const words = await theirs.text('dialog[open]');
    expect(words).to.include('Save');
    expect(words, 'only its creator deletes it').not.to.include('Delete');
    await theirs.page.keyboard.press('Escape');
    await mine.visit(`${origin}/e/${event.uuid}/people`);
    const left = ({ page }: typeof mine) =>
      eventually('My VidDays', async () => new URL(page.url()).pathname === '/dashboard');

    await organiser().call(removeOrganiser, { params: { id: event.id, userId: other.user.id } });
    await left(theirs);
    const admin = await newUser(origin, { role: 'admin' });
    await confirmAddress(connection, other.user.email);
    await admin.call(transferEvent, { params: { id: event.id }, body: { email: other.user.email, note: 'New job' } });
    await left(mine);
  });
});
