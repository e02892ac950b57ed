import { expect } from 'chai';
import { deleteEvent, type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import {
  deleteMedia,
  getReceipt,
  restoreMedia,
  retryMedia,
  updateMedia,
  updateReceipt,
} from '../../src/shared/contracts/media.ts';
import { giveText, readEvent, startEvent } from '../helpers/giving.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { connectSocket } from '../helpers/socket.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('receipts', () => {
  const web = useWeb();
  let creator: SignedInUser;
  let guest: Visitor;
  let event: Event;

  before(async () => {
    creator = await newUser(web().origin);
    guest = newVisitor(web().origin);
  });
  beforeEach(async () => {
    event = await startEvent(creator);
  });

  const read = (key: string) => newVisitor(web().origin).call(getReceipt, { params: { key } });
  const clipOf = async (id: string) => (await readEvent(creator, event)).media?.find((clip) => clip.id === id);

  it('show a contributor their own clip, from any browser, and no others', async () => {
    const anna = { name: 'Anna Ivanova', email: 'anna@example.com' };
    const { receiptKey, receiptUrl, media } = await giveText(guest, event, 'All the best', { contributor: anna });
    await giveText(guest, event, 'A secret of Ben', { contributor: { name: 'Ben Oak' } });
    expect(receiptUrl).to.match(new RegExp(`/e/${event.uuid}/receipt/${receiptKey}$`));
    const receipt = await read(receiptKey);
    expect(receipt.media).to.include({ id: media.id, text: 'All the best' });
    expect(receipt.media.contributor).to.deep.equal({ name: 'Anna Ivanova' });
    expect(receipt.media).not.to.have.property('downloadUrl');

    const page = await newVisitor(web().origin).fetch(`/e/${event.uuid}/receipt/${receiptKey}`);
    expect([page.status, page.headers.get('referrer-policy')]).to.deep.equal([200, 'strict-origin']);
    expect(page.headers.get('x-robots-tag')).to.match(/noindex/);
    const html = await page.text();
    expect(html).to.include('All the best');
    for (const secret of ['A secret of Ben', 'anna@example.com', event.privateKey, event.viewKey]) {
      expect(html).not.to.include(secret);
    }
  });

  it('refuse unknown keys, and a receipt of another event', async () => {
    const { receiptKey, media } = await giveText(guest, event, 'Hello');
    const other = await startEvent(creator);
    for (const key of ['r0000000000000000000000', media.id, event.uuid, event.privateKey ?? '']) {
      expect(await statusAndCode(read(key))).to.deep.equal([404, 'NOT_FOUND']);
      expect((await guest.fetch(`/e/${event.uuid}/receipt/${key}`)).status).to.equal(404);
    }
    expect((await guest.fetch(`/e/${other.uuid}/receipt/${receiptKey}`)).status).to.equal(404);
    expect((await guest.fetch(`/e/${receiptKey}`)).status).to.equal(404);
  });

  it('change the name on their own clip until the film is closed, and the address at any time', async () => {
    const [mine, theirs] = [await giveText(guest, event, 'Mine'), await giveText(guest, event, 'Theirs')];
    const correct = (body: { name?: string; email?: string; with?: string[] }) =>
      newVisitor(web().origin).call(updateReceipt, { params: { key: mine.receiptKey }, body });
    const { media } = await correct({ name: 'Grandma Lou', email: 'LOU@example.com' });
    expect(media.contributor).to.deep.equal({ name: 'Grandma Lou' });
    const before = await clipOf(theirs.media.id);
    const after = await clipOf(mine.media.id);
    expect(after?.contributor).to.include({ name: 'Grandma Lou', email: 'lou@example.com' });
    expect(before?.contributor.name).to.equal('Anna Ivanova');
    expect(after?.contributor.id, 'whose clips they are').to.equal(before?.contributor.id);
    expect(await statusAndCode(correct({ name: ' ' }))).to.deep.equal([422, 'FIELDS_REFUSED']);
    const others = await correct({ with: ['Mia', 'mia', 'Grandma Lou', 'Ben'] });
    expect(others.media.contributor).to.deep.equal({ name: 'Grandma Lou', with: ['Mia', 'Ben'] });
    expect((await correct({ name: 'Grandma Lou' })).media.contributor.with, 'not named again').to.have.length(2);
    expect((await correct({ with: [] })).media.contributor).to.deep.equal({ name: 'Grandma Lou' });

    const deadline = new Date().toISOString();
    await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { deadline } });
    expect(await statusAndCode(correct({ name: 'Too late' }))).to.deep.equal([409, 'EVENT_CLOSED']);
    await correct({ email: 'new@example.com' });
    expect((await clipOf(mine.media.id))?.contributor).to.include({ name: 'Grandma Lou', email: 'new@example.com' });
  });

  it('withdraw and restore their own clip only', async () => {
    const [mine, theirs] = [await giveText(guest, event, 'Mine'), await giveText(guest, event, 'Theirs')];
    const query = { receipt: mine.receiptKey };
    for (const call of [deleteMedia, restoreMedia, retryMedia]) {
      const foreign = guest.call(call, { params: { id: theirs.media.id }, query });
      expect(await statusAndCode(foreign)).to.deep.equal([404, 'NOT_FOUND']);
      const keyless = guest.call(call, { params: { id: mine.media.id }, query: {} });
      expect(await statusAndCode(keyless)).to.deep.equal([404, 'NOT_FOUND']);
    }
    const params = { id: mine.media.id };
    expect((await guest.call(deleteMedia, { params, query })).deletedAt).to.be.a('string');
    expect(await clipOf(mine.media.id), 'what the organiser sees of it').to.equal(undefined);
    expect((await readEvent(creator, event)).counts.media).to.equal(1);
    expect((await read(mine.receiptKey)).media.deletedAt).to.be.a('string');
    expect((await guest.call(restoreMedia, { params, query })).deletedAt).to.equal(null);
    expect((await clipOf(theirs.media.id))?.deletedAt).to.equal(null);
    const renaming = guest.call(updateMedia, { params, body: { contributor: { name: 'Mallory' } } });
    expect(await statusAndCode(renaming)).to.deep.equal([404, 'NOT_FOUND']);
  });

  it('do not restore what the organiser hid', async () => {
    const { media, receiptKey } = await giveText(guest, event, 'Unwelcome');
    const params = { id: media.id };
    await creator.call(deleteMedia, { params, query: {} });
    const own = guest.call(restoreMedia, { params, query: { receipt: receiptKey } });
    expect(await statusAndCode(own)).to.deep.equal([403, 'NOT_ALLOWED']);
    expect((await creator.call(restoreMedia, { params, query: {} })).deletedAt).to.equal(null);
  });

  it('keep the place of a clip that is restored or replaced, and tell the organiser', async () => {
    await giveText(guest, event, 'One');
    const { media, receiptKey } = await giveText(guest, event, 'Two');
    await giveText(guest, event, 'Three');
    const socket = await connectSocket(web().origin, '/users', { cookie: creator.cookie() });
    await socket.join({ event: event.id });
    const params = { id: media.id };
    for (const [visitor, query] of [
      [creator, {}],
      [guest, { receipt: receiptKey }],
    ] as const) {
      await visitor.call(deleteMedia, { params, query });
      const told = socket.next('media:updated');
      expect((await visitor.call(restoreMedia, { params, query })).position).to.equal(1);
      expect((await told).position).to.equal(1);
      expect((await visitor.call(restoreMedia, { params, query })).position).to.equal(1);
    }
    const told = socket.next('media:updated');
    await giveText(guest, event, 'Two, but better', { replaces: receiptKey });
    expect(await told).to.include({ text: 'Two, but better', position: 1 });
    socket.close();
  });

  it('replace what replaced their clip, as a page that was opened before still has the first key', async () => {
    const { receiptKey } = await giveText(guest, event, 'A first try');
    await giveText(guest, event, 'A second try', { replaces: receiptKey });
    const third = await giveText(guest, event, 'A third try', { replaces: receiptKey });
    const again = await giveText(guest, event, 'A third try', { replaces: receiptKey });
    expect(again.receiptKey, 'asked again').to.equal(third.receiptKey);
    const tries = ((await readEvent(creator, event)).media ?? []).filter(({ text }) => text?.endsWith(' try'));
    expect(tries.map(({ text }) => text)).to.deep.equal(['A third try']);
    expect((await read(receiptKey)).media.text).to.equal('A third try');
  });

  it('are read-only once the film is closed, and deleted with the event', async () => {
    const { media, receiptKey } = await giveText(guest, event, 'Too late');
    const own = { params: { id: media.id }, query: { receipt: receiptKey } };
    const deadline = new Date(Date.now() - 1000).toISOString();
    await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { deadline } });
    expect((await read(receiptKey)).media.id).to.equal(media.id);
    expect(await statusAndCode(guest.call(deleteMedia, own))).to.deep.equal([409, 'EVENT_CLOSED']);
    expect(await statusAndCode(guest.call(restoreMedia, own))).to.deep.equal([409, 'EVENT_CLOSED']);
    expect(await statusAndCode(guest.call(retryMedia, own))).to.deep.equal([409, 'EVENT_CLOSED']);
    await creator.call(deleteMedia, { params: own.params, query: {} });
    await creator.call(deleteEvent, { params: { id: event.id } });
    expect(await statusAndCode(read(receiptKey))).to.deep.equal([404, 'NOT_FOUND']);
    expect(await statusAndCode(guest.call(deleteMedia, own))).to.deep.equal([404, 'NOT_FOUND']);
    const inBin = creator.call(restoreMedia, { params: own.params, query: {} });
    expect(await statusAndCode(inBin)).to.deep.equal([409, 'WRONG_STATE']);
    const changing = creator.call(updateMedia, { params: own.params, body: { hidden: true } });
    expect(await statusAndCode(changing)).to.deep.equal([409, 'WRONG_STATE']);
  });
});
