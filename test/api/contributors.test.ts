import { expect } from 'chai';
import type { Event } from '../../src/shared/contracts/events.ts';
import { createMedia, deleteMedia, removeContributor, restoreMedia } from '../../src/shared/contracts/media.ts';
import { ITEMS_PER_ADDRESS, ITEMS_PER_CONTRIBUTOR } from '../../src/shared/limits.ts';
import { mp4Clip } from '../helpers/clips.ts';
import { giveFile, giveText, openedBy, readEvent, startEvent, uploadFile } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const ANNA = { name: 'Anna', email: 'anna@example.com' };
const MUM = { name: 'Mum' };
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('identity of a contributor', () => {
  const web = useWeb({ env: { TRUST_PROXY: '1' } });
  let creator: SignedInUser;
  let event: Event;
  let anna: Visitor;
  let stranger: Visitor;

  before(async () => {
    creator = await newUser(web().origin);
  });
  beforeEach(async () => {
    event = await startEvent(creator);
    anna = await openedBy(newVisitor(web().origin), event);
    stranger = await openedBy(newVisitor(web().origin), event);
  });

  const clips = async () => ((await readEvent(creator, event)).media ?? []).filter((clip) => clip.deletedAt === null);

  describe('the cookie of a browser', () => {
    it('is set by script on the contribution page, without a session', async () => {
      const page = await newVisitor(web().origin).fetch(`/e/${event.uuid}`);
      const lines = page.headers.getSetCookie();
      expect(lines).to.have.length(1);
      expect(lines[0]).to.match(/^vd_contributor=[\w-]{22}; .*HttpOnly; SameSite=Lax$/);
      expect(page.headers.get('cache-control')).to.match(/private|no-store/);
    });

    it('is stored as a hash and sent to nobody', async () => {
      await giveText(anna, event, 'All the best');
      const [, secret = ''] = /vd_contributor=([\w-]{22})/.exec(anna.cookie()) ?? [];
      const { connection } = web();
      for (const name of ['media', 'contributors', 'taken_places']) {
        expect(JSON.stringify(await connection.collection(name).find().toArray())).not.to.include(secret);
      }
      expect(JSON.stringify(await readEvent(creator, event))).not.to.include(secret);
    });
  });

  it('gives another browser no receipt for the same name, address and words', async () => {
    const receipt = await giveText(anna, event, 'All the best', { contributor: ANNA });
    const theirs = await giveText(stranger, event, 'All the best', { contributor: ANNA });
    expect(theirs.receiptKey).not.to.equal(receipt.receiptKey);
    expect((await clips()).map(({ id }) => id)).to.deep.equal([receipt.media.id, theirs.media.id]);
    const again = await giveText(anna, event, 'All the best', { contributor: ANNA });
    expect(again.receiptKey).to.equal(receipt.receiptKey);
  });

  it('counts and lists everybody named in a clip once', async () => {
    const jonas = { name: 'Jonas', with: ['Mia', 'jonas', ' mia ', 'مريم'] };
    const { media } = await giveText(anna, event, 'From all of us', { contributor: jonas });
    await giveText(anna, event, 'And only from her', { contributor: { name: 'Mia' } });
    expect(media.contributor).to.deep.equal({ name: 'Jonas', with: ['Mia', 'مريم'] });
    const { counts, contributors } = await readEvent(creator, event);
    expect(counts).to.deep.include({ media: 2, contributors: 3 });
    expect(contributors.map(({ firstName }) => firstName)).to.deep.equal(['Jonas', 'Mia', 'مريم']);
    const crowd = numbers(11).map((number) => `Guest ${number}`);
    const tooMany = giveText(anna, event, 'A crowd', { contributor: { name: 'Jonas', with: crowd } });
    expect(await statusAndCode(tooMany)).to.deep.equal([422, 'FIELDS_REFUSED']);
  });

  it('refuses an upload that is another browser’s clip with 409', async () => {
    const uploadId = await uploadFile(web().origin, event, mp4Clip());
    const body = { event: event.uuid, uploadId, contributor: ANNA };
    const { receiptKey } = await anna.call(createMedia, { body });
    expect(await statusAndCode(stranger.call(createMedia, { body }))).to.deep.equal([409, 'DUPLICATE']);
    expect((await anna.call(createMedia, { body })).receiptKey).to.equal(receiptKey);
  });

  it('stays the same after signing in, and is one per account across browsers', async () => {
    const bytes = mp4Clip();
    const user = await openedBy(await newUser(web().origin), event);
    const receipt = await giveFile(user, web().origin, event, bytes, { contributor: ANNA });
    await anna.fetch('/api/v2/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: user.user.email, password: user.password }),
    });
    const elsewhere = await giveFile(anna, web().origin, event, bytes, { contributor: ANNA });
    expect(elsewhere.receiptKey).to.equal(receipt.receiptKey);
  });

  it('is not blocked when somebody else used the same name 20 times', async () => {
    for (const n of numbers(ITEMS_PER_CONTRIBUTOR)) await giveText(stranger, event, `${n}`, { contributor: ANNA });
    expect(await statusAndCode(giveText(stranger, event, 'More', { contributor: ANNA }))).to.deep.equal([
      409,
      'LIMIT_REACHED',
    ]);
    expect((await giveText(anna, event, 'The real one', { contributor: ANNA })).media.id).to.be.a('string');
  });

  it('counts two browsers named Mum as two people, and two names in one browser as two', async () => {
    await giveText(anna, event, 'One', { contributor: MUM });
    await giveText(stranger, event, 'Two', { contributor: MUM });
    await giveText(stranger, event, 'Three', { contributor: { name: ' mum ' } });
    await giveText(stranger, event, 'Four', { contributor: { name: 'Dad' } });
    const { counts, contributors } = await readEvent(creator, event);
    expect(counts).to.include({ media: 4, contributors: 3 });
    expect(contributors.map(({ firstName }) => firstName)).to.have.members(['Mum', 'mum', 'Dad']);
  });

  it('lets a receipt replace its clip from another browser, as the same contributor', async () => {
    const { receiptKey } = await giveText(anna, event, 'First try', { contributor: ANNA });
    await giveText(stranger, event, 'Second try', { contributor: ANNA, replaces: receiptKey });
    await giveText(anna, event, 'And one more', { contributor: ANNA });
    const [replaced, other] = await clips();
    expect([replaced?.text, other?.text]).to.deep.equal(['Second try', 'And one more']);
    expect(replaced?.contributor.id).to.equal(other?.contributor.id);
  });

  it('gives older clips with a typed key to nobody who types it again', async () => {
    const { media, receiptKey } = await giveText(anna, event, 'From before', { contributor: ANNA });
    const _id = new (web().connection.base.mongo.ObjectId)(media.id);
    await web()
      .connection.collection('media')
      .updateOne({ _id }, { $set: { 'contributor.key': ANNA.email } });
    await giveText(stranger, event, 'From before', { contributor: ANNA });
    expect((await readEvent(creator, event)).counts).to.include({ media: 2, contributors: 2 });
    const withdrawal = { params: { id: media.id }, query: { receipt: receiptKey } };
    expect((await anna.call(deleteMedia, withdrawal)).deletedAt).to.be.a('string');
  });

  it(`accepts ${ITEMS_PER_ADDRESS} clips a day per address, however many browsers it claims`, async () => {
    const from = (ip: string) => newVisitor(web().origin, { 'x-forwarded-for': ip });
    const { connection } = web();
    await giveText(from('198.51.100.1'), event, 'The first');
    // Counts of clips have no list of what waits to be prepared.
    const counted = { clips: [], total: 1 };
    const counts = connection.collection('queued_seconds');
    expect(
      (await counts.updateMany(counted, { $set: { total: ITEMS_PER_ADDRESS - 1 } })).modifiedCount,
    ).to.be.greaterThan(0);
    const ends = await Promise.all(
      numbers(4).map((n) =>
        giveText(from('198.51.100.1'), event, `Wish ${n}`).then(
          () => 'stored',
          () => 'refused',
        ),
      ),
    );
    expect(ends.toSorted()).to.deep.equal(['refused', 'refused', 'refused', 'stored']);
    const refusal = await refusalOf(giveText(from('198.51.100.1'), event, 'Late'));
    expect([refusal.status, refusal.code]).to.deep.equal([409, 'LIMIT_REACHED']);
    await giveText(from('203.0.113.5'), event, 'From elsewhere');
    await giveText(creator, event, 'The organiser, from anywhere');
  });

  describe('DELETE /api/v2/events/:id/contributors/:contributorId', () => {
    it('hides every clip of one browser, and the organiser can restore them', async () => {
      for (const n of numbers(3)) await giveText(stranger, event, `Spam ${n}`, { contributor: { name: `Anna ${n}` } });
      await giveText(anna, event, 'A real wish', { contributor: ANNA });
      const mine = await giveText(creator, event, 'By the organiser', { contributor: MUM });
      const all = await clips();
      const spam = all.filter(({ text }) => text?.startsWith('Spam'));
      const contributorId = spam[0]?.contributor.id ?? '';
      expect(new Set(spam.map(({ contributor }) => contributor.id)).size).to.equal(1);
      expect(all.find(({ id }) => id === mine.media.id)?.contributor).not.to.have.property('id');
      expect(stranger.cookie()).not.to.include(contributorId);

      const params = { id: event.id, contributorId };
      const { mediaIds } = await creator.call(removeContributor, { params });
      expect(mediaIds).to.have.members(spam.map(({ id }) => id));
      expect((await clips()).map(({ text }) => text)).to.deep.equal(['A real wish', 'By the organiser']);
      const [first = ''] = mediaIds;
      expect((await creator.call(restoreMedia, { params: { id: first }, query: {} })).deletedAt).to.equal(null);
      expect(await clips()).to.have.length(3);
    });

    it('refuses other users, and a contributor of another event', async () => {
      await giveText(anna, event, 'A wish');
      const contributorId = (await clips())[0]?.contributor.id ?? '';
      const params = { id: event.id, contributorId };
      const other = await newUser(web().origin);
      expect(await statusAndCode(other.call(removeContributor, { params }))).to.deep.equal([404, 'NOT_FOUND']);
      const elsewhere = { id: (await startEvent(creator)).id, contributorId };
      expect(await statusAndCode(creator.call(removeContributor, { params: elsewhere }))).to.deep.equal([
        404,
        'NOT_FOUND',
      ]);
      expect(await clips()).to.have.length(1);
    });
  });

  describe('DELETE /api/v2/media/:id?v=', () => {
    it('deletes the recipient’s own thank-you, and no other clip', async () => {
      const recipient = newVisitor(web().origin);
      const key = event.privateKey ?? '';
      const thanks = await giveText(recipient, { uuid: key }, 'Thank you all', { isThankYou: true });
      const wish = await giveText(anna, event, 'A wish');
      const query = { v: key };
      const remove = (id: string, with_: object = query) =>
        newVisitor(web().origin).call(deleteMedia, { params: { id }, query: with_ });
      expect(await statusAndCode(remove(wish.media.id))).to.deep.equal([403, 'NOT_ALLOWED']);
      expect(await statusAndCode(remove(thanks.media.id, { v: event.viewKey }))).to.deep.equal([401, 'NOT_SIGNED_IN']);
      const foreign = (await startEvent(creator)).privateKey;
      expect(await statusAndCode(remove(thanks.media.id, { v: foreign }))).to.deep.equal([404, 'NOT_FOUND']);
      // A delivered and closed event does not count.
      const deadline = new Date(Date.now() - 1000);
      await web().connection.collection('events').updateOne({ uuid: event.uuid }, { $set: { deadline } });
      expect((await remove(thanks.media.id)).deletedAt).to.be.a('string');
      expect((await clips()).map(({ id }) => id)).to.deep.equal([wish.media.id]);

      const restoring = { params: { id: thanks.media.id }, query };
      expect((await refusalOf(newVisitor(web().origin).call(restoreMedia, restoring))).status).to.equal(401);
      expect(await statusAndCode(creator.call(restoreMedia, { ...restoring, query: {} }))).to.deep.equal([
        404,
        'NOT_FOUND',
      ]);
      const own = { params: restoring.params, query: { receipt: thanks.receiptKey } };
      expect((await recipient.call(restoreMedia, own)).deletedAt).to.equal(null);
    });
  });
});
