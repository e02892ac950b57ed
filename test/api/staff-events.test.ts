import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Types } from 'mongoose';
import { addUpStorage } from '../../src/features/desk/storage-use.service.ts';
import { platform } from '../../src/platform/platform.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { deleteEvent, type Event, getEvent } from '../../src/shared/contracts/events.ts';
import { updateRecipient } from '../../src/shared/contracts/recipients.ts';
import {
  extendEvent,
  listStaffEvents,
  restoreStaffEvent,
  transferEvent,
} from '../../src/shared/contracts/staff-events.ts';
import { getStorageUse } from '../../src/shared/contracts/storage-use.ts';
import { mp4Clip } from '../helpers/clips.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveFile, giveText, startEvent, startFreeEvent } from '../helpers/giving.ts';
import { see, textOf } from '../helpers/pages.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { storedSong } from '../helpers/songs.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';
import { writtenMails } from '../helpers/written-mails.ts';

const DAY = 86_400_000;

describe('events at the desk', () => {
  const web = useWeb();
  let admin: SignedInUser;
  let editor: SignedInUser;
  let creator: SignedInUser;
  let event: Event;

  before(async () => {
    admin = await newUser(web().origin, { role: 'admin' });
    editor = await newUser(web().origin, { role: 'editor' });
  });
  beforeEach(async () => {
    creator = await newUser(web().origin);
    event = await startEvent(creator);
  });

  const find = async (q: string, who = editor) =>
    (await who.call(listStaffEvents, { query: { q } })).map(({ id }) => id);
  const of = ({ id }: Event) => ({ params: { id } });
  const lastAct = async (action: string) => (await admin.call(listAudit, { query: { eventId: event.id, action } }))[0];

  it('finds an event by person, creator, uuid, id and the beginning of a key, which it never shows whole', async () => {
    const own = await startEvent(creator, { recipients: [{ firstName: 'Ödön', lastName: 'Featherstonehaugh' }] });
    const { privateKey = '', viewKey = '' } = own;
    for (const q of [
      'odon',
      'feather',
      own.uuid,
      own.uuid.slice(0, 13),
      own.id,
      privateKey,
      privateKey.slice(0, 9),
      viewKey.slice(0, 7),
    ]) {
      expect(await find(q), q).to.deep.equal([own.id]);
    }
    expect(await find(creator.user.email)).to.deep.equal([own.id, event.id]);
    for (const q of ['eatherstone', privateKey.slice(1, 9), 'zz']) expect(await find(q), q).to.deep.equal([]);
    const shown = JSON.stringify(await editor.call(listStaffEvents, { query: { q: own.id } }));
    expect(shown)
      .to.include(`${privateKey.slice(0, 5)}…`)
      .and.not.include(privateKey)
      .and.not.include(viewKey);
    const page = await see(admin, `/staff/events/${own.id}`);
    expect(page.html)
      .to.include(`${viewKey.slice(0, 5)}…`)
      .and.not.include(privateKey)
      .and.not.include(viewKey);
  });

  it('finds a recipient by a changed name, and no more by the former one', async () => {
    const [{ id = '' } = {}] = event.recipients;
    await creator.call(updateRecipient, { params: { id }, body: { event: event.id, firstName: 'Wilhelmina' } });
    expect(await find('wilhelm')).to.deep.equal([event.id]);
    expect(await find('ruth')).not.to.include(event.id);
  });

  it('lists newest first by state, with money for admins only, and no drafts of browsers', async () => {
    const total = async () => (await editor.callBeside(listStaffEvents, { query: { limit: 1 } })).meta.total;
    const before = await total();
    const draft = await startEvent(newVisitor(web().origin));
    expect(await total()).to.equal(before);
    const [first] = await editor.call(listStaffEvents, { query: { limit: 1 } });
    expect(first).to.include({ id: event.id, paid: null });
    expect((await admin.call(listStaffEvents, { query: { limit: 1 } }))[0]).to.include({ id: event.id, paid: 0 });
    expect(await find(draft.uuid)).to.deep.equal([]);
    expect(await editor.call(listStaffEvents, { query: { show: 'archived' } })).to.deep.equal([]);
    expect((await see(editor, `/staff/events/${draft.id}`)).status).to.equal(404);
  });

  it('finds an event behind more drafts of its words than a search answers', async () => {
    const draft = await startEvent(newVisitor(web().origin));
    const events = web().connection.collection('events');
    const stored = await events.findOne({ uuid: draft.uuid });
    const keys = () => ({ uuid: randomUUID(), privateKey: `p${randomUUID()}`, viewKey: `v${randomUUID()}` });
    const drafts = Array.from({ length: 60 }, () => {
      return { ...stored, _id: new Types.ObjectId(), ...keys(), searchWords: ['zebulon'] };
    });
    await events.insertMany(drafts);
    const own = await startEvent(creator, { recipients: [{ firstName: 'Zebulon' }] });
    expect(await find('zebulon')).to.deep.equal([own.id]);
  });

  it('extends a deadline that has passed, opens it for clips, and records before and after', async () => {
    const past = new Date(Date.now() - DAY);
    await web()
      .connection.collection('events')
      .updateOne({ uuid: event.uuid }, { $set: { deadline: past } });
    const deadline = new Date(Date.now() + 3 * DAY).toISOString();
    const early = admin.call(extendEvent, { ...of(event), body: { deadline: past.toISOString() } });
    expect(await statusAndCode(early)).to.deep.equal([422, 'FIELDS_REFUSED']);
    await admin.call(extendEvent, { ...of(event), body: { deadline, note: 'Two guests were ill' } });
    expect(await creator.call(getEvent, { ...of(event), query: {} })).to.include({ deadline, isClosed: false });
    expect((await lastAct('event.extended'))?.details).to.include({
      before: past.toISOString(),
      after: deadline,
      note: 'Two guests were ill',
    });
  });

  it('hands an event to another account, and the former creator loses it', async () => {
    const heir = await newUser(web().origin);
    const give = (email: string) => admin.call(transferEvent, { ...of(event), body: { email, note: 'New job' } });
    for (const email of ['nobody@example.com', heir.user.email]) {
      expect(await statusAndCode(give(email))).to.deep.equal([422, 'FIELDS_REFUSED']);
    }
    await confirmAddress(web().connection, heir.user.email);
    await give(heir.user.email);
    expect((await heir.call(getEvent, { ...of(event), query: {} })).id).to.equal(event.id);
    expect(await statusAndCode(creator.call(getEvent, { ...of(event), query: {} }))).to.deep.equal([404, 'NOT_FOUND']);
    expect((await lastAct('event.transferred'))?.details).to.include({ before: creator.user.id, after: heir.user.id });
    expect(await statusAndCode(give(heir.user.email))).to.deep.equal([409, 'DUPLICATE']);
    const mailed = (to: SignedInUser) => writtenMails(web().connection, to.user.email, 'event-transferred');
    expect((await mailed(heir)).map(({ isYours, url }) => [isYours, url])).to.deep.equal([
      ['yes', `${web().config.appOrigin}/e/${event.uuid}`],
    ]);
    expect((await mailed(creator)).map(({ isYours, url }) => [isYours, url])).to.deep.equal([
      ['', `${web().config.appOrigin}/dashboard`],
    ]);
    const mails = web().connection.collection('jobs').find({ 'data.template': 'event-transferred' });
    expect((await mails.toArray()).map(({ data }) => data.occasion)).to.deep.equal(['birthday', 'birthday']);
  });

  it('shows what an event takes by kind, and what everything takes once a worker has added it up', async () => {
    const own = await startFreeEvent(creator);
    const bytes = mp4Clip(5000);
    const clip = await giveFile(newVisitor(web().origin), web().origin, own, bytes);
    await finishedFilm(web().connection, own, { clip: clip.media });
    const { store } = platform();
    for (const key of [`prepared/${own.id}/first-${clip.media.id}/poster.jpg`, `posters/${own.id}/other/poster.jpg`]) {
      await store.write(key, Buffer.alloc(1000));
    }
    const [song, ours] = [await storedSong(web().connection, own), await storedSong(web().connection, null)];
    await store.write(`tracks/${song}/music.m4a`, Buffer.alloc(3000));
    await store.write(`tracks/${ours}/music.m4a`, Buffer.alloc(4000));
    await store.write(`pictures/${creator.user.id}/abc/64.webp`, Buffer.alloc(5000));
    await addUpStorage();
    const use = await editor.call(getStorageUse, {});
    expect(use?.originals).to.be.at.least(bytes.length);
    expect(use?.prepared).to.be.at.least('a poster'.length + 2000);
    expect(use?.songs).to.be.at.least(3000);
    expect(use?.apart?.music).to.be.at.least(4000);
    expect(use?.apart?.pictures).to.be.at.least(5000);
    expect(use?.films).to.be.at.least(2 * 'a film'.length);
    const page = textOf((await see(editor, `/staff/events/${own.id}`)).html);
    expect(page)
      .to.match(/Originals\s*4\.9 KB/)
      // Both sizes, the poster and the captions.
      .and.match(/Films\s*57 bytes/)
      .and.match(/Packages\s*0 bytes/)
      .and.match(/Songs\s*2\.9 KB/)
      .and.not.include('Profile pictures');
    expect(textOf((await see(editor, '/staff')).html))
      .to.include('Added up just now')
      .and.match(/Profile pictures\s*\d/);
    expect(await statusAndCode(creator.call(getStorageUse, {}))).to.deep.equal([403, 'NOT_ALLOWED']);
  });

  it('restores a deleted event, which its page offers; one that is not deleted is refused', async () => {
    await creator.call(deleteEvent, of(event));
    const page = await see(admin, `/staff/events/${event.id}`);
    expect(page.html).to.include(`/staff/events/${event.id}/restore`).and.not.include(`${event.id}/suspend"`);
    const restored = await admin.call(restoreStaffEvent, { ...of(event), body: { note: 'A slip' } });
    expect(restored.status).to.equal('active');
    expect(await statusAndCode(admin.call(restoreStaffEvent, { ...of(event), body: {} }))).to.deep.equal([
      409,
      'WRONG_STATE',
    ]);
    expect((await lastAct('event.restored'))?.details).to.include({ before: 'deleted', after: 'active' });
  });

  it('works as forms without script, which keep what was typed when they are refused', async () => {
    const path = `/staff/events/${event.id}`;
    const day = new Date(Date.now() + 5 * DAY).toISOString().slice(0, 10);
    const moved = await admin.postForm(`${path}/extend`, { day, timeZone: 'America/New_York', note: '' });
    expect([moved.status, moved.headers.get('location')]).to.deep.equal([303, `${path}?done=extend`]);
    const { deadline } = await creator.call(getEvent, { ...of(event), query: {} });
    expect(new Date(deadline ?? '').toLocaleString('sv', { timeZone: 'America/New_York' })).to.equal(`${day} 23:59:00`);
    const refused = await admin.postForm(`${path}/transfer`, { email: 'nobody@example.com', note: 'Kept words' });
    expect([refused.status, (await refused.text()).includes('Kept words')]).to.deep.equal([422, true]);
    expect((await editor.postForm(`${path}/suspend`, { why: 'Unkind' })).status).to.equal(303);
    const suspended = await see(editor, path);
    expect(suspended.html).to.include('Lift the suspension').and.include('Unkind').and.not.include('Hand over');
    expect((await editor.postForm(`${path}/lift`, {})).status).to.equal(303);
  });

  it('searches users, events and clips at once; editors find no accounts', async () => {
    const clip = await giveText(newVisitor(web().origin), event, 'Hi', {
      contributor: { name: 'Anna', email: 'anna.sender@example.com' },
    });
    const all = await see(admin, `/staff/search?q=${encodeURIComponent(creator.user.email)}`);
    expect(all.html).to.include(`/staff/users/${creator.user.id}`).and.include(`/staff/events/${event.id}`);
    const clips = await see(editor, '/staff/search?q=anna.sender@example.com');
    expect(clips.html).to.include(`/staff/media?id=${clip.media.id}`);
    const byKey = await see(editor, `/staff/search?q=${clip.receiptKey.slice(0, 8)}`);
    expect(byKey.html).to.include(clip.media.id).and.not.include(clip.receiptKey);
    const asEditor = await see(editor, `/staff/search?q=${encodeURIComponent(creator.user.email)}`);
    expect(asEditor.html).not.to.include('/staff/users/');
    expect((await see(editor, '/staff/search?q=zzzz')).html).to.include('Nothing found');
  });
});
