import { expect } from 'chai';
import { login, register } from '../../src/shared/contracts/accounts.ts';
import {
  deleteEvent,
  type Event,
  getEvent,
  listEvents,
  restoreEvent,
  updateEvent,
} from '../../src/shared/contracts/events.ts';
import { updateProfile } from '../../src/shared/contracts/profiles.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveText, readEvent, startEvent } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { connectSocket } from '../helpers/socket.ts';
import { newEmail, newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const PASSWORD = 'plum harbour violin 7';

describe('events', () => {
  const web = useWeb();
  let creator: SignedInUser;

  before(async () => {
    creator = await newUser(web().origin);
  });

  const update = (who: Visitor, ref: string, body: object, query: object = {}) =>
    who.call(updateEvent, { params: { id: ref }, query, body });

  describe('POST /api/event', () => {
    it('creates an event without an account, and registering keeps it', async () => {
      const visitor = newVisitor(web().origin);
      const event = await startEvent(visitor, { message: 'Sing!', analyticsClientId: 'ga-1' });
      expect(event).to.include({ status: 'active', creatorId: null, occasion: 'birthday', isClosed: false });
      expect(event.privateKey).to.match(/^p[0-9A-Za-z]{22}$/);
      expect(event.viewKey).to.match(/^v[0-9A-Za-z]{22}$/);
      expect(event.prompts).to.have.length.greaterThan(0);
      expect(JSON.stringify(event)).not.to.include('ga-1');
      expect((await readEvent(visitor, event)).privateKey).to.equal(event.privateKey);
      await update(visitor, event.id, { message: 'Sing louder!' });

      const other = newVisitor(web().origin);
      expect(await statusAndCode(readEvent(other, event))).to.deep.equal([404, 'NOT_FOUND']);
      expect((await other.call(getEvent, { params: { id: event.uuid }, query: {} })).privateKey).to.equal(undefined);
      expect(await statusAndCode(visitor.call(listEvents, { query: {} }))).to.deep.equal([401, 'NOT_SIGNED_IN']);

      const user = await visitor.call(register, {
        body: { email: newEmail(), password: PASSWORD, firstName: 'Grace' },
      });
      const [kept] = await visitor.call(listEvents, { query: {} });
      expect(kept).to.include({ id: event.id, creatorId: user.id, creatorName: 'Grace', message: 'Sing louder!' });
      expect(kept?.privateKey).to.equal(event.privateKey);
    });

    it('is from its creator under the name that they go by, also where they chose it later', async () => {
      const ada = await newUser(web().origin);
      const [event, deleted] = [await startEvent(ada), await startEvent(ada)];
      await ada.call(deleteEvent, { params: { id: deleted.id } });
      const others = await startEvent(creator);
      const maker = await connectSocket(web().origin, '/users', { cookie: ada.cookie() });
      await maker.join({ event: event.uuid });
      const rename = (firstName: string) =>
        ada.call(updateProfile, { params: { id: ada.user.id }, body: { firstName } });
      await rename('Augusta');
      try {
        await eventually('the makers’ pages to know', async () => maker.heard.length > 0);
      } finally {
        maker.close();
      }
      expect(maker.heard).to.deep.equal([{ name: 'event:updated', payload: { id: event.id } }]);
      expect(await readEvent(ada, event)).to.include({ creatorName: 'Augusta', updatedAt: event.updatedAt });
      expect((await readEvent(creator, others)).creatorName).to.equal('Ada');
      const found = await web().connection.collection('events').findOne({ uuid: event.uuid });
      expect(found?.searchWords).to.include('augusta').and.not.to.include('ada');
      await ada.call(restoreEvent, { params: { id: deleted.id } });
      expect((await readEvent(ada, deleted)).creatorName).to.equal('Augusta');
      await rename('');
      expect((await readEvent(ada, event)).creatorName).to.equal(null);
    });

    it('attaches a draft to the account that logs in there, but never an owned event', async () => {
      const visitor = newVisitor(web().origin);
      const prepared = await startEvent(visitor);
      await visitor.call(login, { body: { email: creator.user.email, password: creator.password } });
      expect((await readEvent(creator, prepared)).creatorId).to.equal(creator.user.id);

      const second = await newUser(web().origin);
      const cookieless = newVisitor(web().origin, { cookie: visitor.cookie() });
      await cookieless.call(login, { body: { email: second.user.email, password: second.password } });
      expect((await readEvent(creator, prepared)).creatorId).to.equal(creator.user.id);
      expect(await statusAndCode(readEvent(second, prepared))).to.deep.equal([404, 'NOT_FOUND']);
    });

    it('names the fields it does not accept', async () => {
      const body = {
        occasion: 'birthday' as const,
        recipients: [{ firstName: '', email: 'no address' }],
        timeZone: 'Mars/Olympus',
        deliverAt: '2001-01-01T00:00:00Z',
      };
      const refusal = await refusalOf(startEvent(creator, body));
      expect(refusal.status).to.equal(422);
      expect(Object.keys(refusal.fields)).to.include.members([
        'recipients.0.firstName',
        'recipients.0.email',
        'timeZone',
      ]);
      const late = await refusalOf(startEvent(creator, { deliverAt: '2001-01-01T00:00:00Z' }));
      expect([late.status, Object.keys(late.fields)]).to.deep.equal([422, ['deliverAt']]);
    });
  });

  it('lists the user’s events newest first, by pages', async () => {
    const user = await newUser(web().origin);
    const events: Event[] = [];
    for (const firstName of ['Ruth', 'Sam', 'Tess']) {
      events.unshift(await startEvent(user, { recipients: [{ firstName }] }));
    }
    await giveText(newVisitor(web().origin), events[0] as Event, 'Hi', { contributor: { name: 'Ben Oak' } });
    const first = await user.callBeside(listEvents, { query: { limit: 2 } });
    expect(first.data.map(({ id }) => id)).to.deep.equal(events.slice(0, 2).map(({ id }) => id));
    expect(first.data[0]).to.deep.include({
      counts: { media: 1, contributors: 1, trees: 0 },
      contributors: [{ firstName: 'Ben' }],
    });
    expect(first.meta.total).to.equal(3);
    const next = await user.callBeside(listEvents, { query: { limit: 2, cursor: first.meta.nextCursor ?? '' } });
    expect(next.data.map(({ id }) => id)).to.deep.equal([events[2]?.id]);
    expect(next.meta.nextCursor).to.equal(null);
    const odd = await user.callBeside(listEvents, { query: { cursor: '{"$gt":""}' } });
    expect(odd.data).to.have.length(3);
  });

  describe('PUT /api/v2/events/:id', () => {
    it('lets the creator change fields and move the deadline', async () => {
      const event = await startEvent(creator);
      const [ruth] = event.recipients;
      const changed = await update(creator, event.id, {
        message: 'New words',
        recipients: [{ id: ruth?.id, firstName: 'Ruth', email: null }, { firstName: 'Sam' }],
        deadline: new Date(Date.now() - 1000).toISOString(),
        timeZone: 'Europe/Berlin',
      });
      expect(changed).to.include({ message: 'New words', isClosed: true, timeZone: 'Europe/Berlin' });
      expect(changed.recipients.map(({ firstName, email }) => [firstName, email])).to.deep.equal([
        ['Ruth', null],
        ['Sam', null],
      ]);
      expect(changed.recipients[0]?.id, 'the same person').to.equal(ruth?.id);
      expect((await update(creator, event.id, { deadline: null })).isClosed).to.equal(false);
    });

    it('lets the recipient leave thanks and nothing else', async () => {
      const event = await startEvent(creator);
      const recipient = newVisitor(web().origin);
      for (const [ref, query] of [
        [event.privateKey ?? '', {}],
        [event.uuid, { privateKey: event.privateKey }],
        [event.uuid, { v: event.privateKey }],
      ] as const) {
        const thanked = await update(recipient, ref, { thankYou: `Thank you, ${ref.length}` }, query);
        expect(thanked.thankYou).to.equal(`Thank you, ${ref.length}`);
        const more = update(recipient, ref, { thankYou: 'x', message: 'mine now' }, query);
        expect(await statusAndCode(more)).to.deep.equal([403, 'NOT_ALLOWED']);
        expect(await statusAndCode(update(recipient, ref, {}, query))).to.deep.equal([403, 'NOT_ALLOWED']);
      }
      const seen = await readEvent(creator, event);
      expect([seen.message, seen.thankYou]).to.deep.equal([event.message, 'Thank you, 36']);
      const viewer = await recipient.call(getEvent, { params: { id: event.viewKey ?? '' }, query: {} });
      expect(viewer.thankYou).to.equal('Thank you, 36');
    });

    it('refuses everybody else, and deleted events', async () => {
      const event = await startEvent(creator);
      const [visitor, stranger] = [newVisitor(web().origin), await newUser(web().origin)];
      const foreign = await startEvent(stranger);
      for (const who of [visitor, stranger]) {
        expect(await statusAndCode(update(who, event.id, { thankYou: 'x' }))).to.deep.equal([404, 'NOT_FOUND']);
        expect(await statusAndCode(update(who, event.uuid, { thankYou: 'x' }))).to.deep.equal([403, 'NOT_ALLOWED']);
        expect(await statusAndCode(update(who, event.viewKey ?? '', { thankYou: 'x' }))).to.deep.equal([
          403,
          'NOT_ALLOWED',
        ]);
        const other = update(who, event.uuid, { thankYou: 'x' }, { v: foreign.privateKey });
        expect(await statusAndCode(other)).to.deep.equal([403, 'NOT_ALLOWED']);
      }
      await creator.call(deleteEvent, { params: { id: event.id } });
      expect(await statusAndCode(update(creator, event.id, { message: 'x' }))).to.deep.equal([409, 'WRONG_STATE']);
      const thanks = update(visitor, event.privateKey ?? '', { thankYou: 'x' });
      expect(await statusAndCode(thanks)).to.deep.equal([404, 'NOT_FOUND']);
    });
  });

  it('keeps a recipient’s rights where the address has the view key', async () => {
    const { privateKey = '', viewKey = '' } = await startEvent(creator);
    const recipient = newVisitor(web().origin);
    const params = { id: viewKey };
    expect((await recipient.call(getEvent, { params, query: { v: privateKey } })).privateKey).to.equal(privateKey);
    expect((await recipient.call(getEvent, { params, query: {} })).privateKey).to.equal(undefined);
    const foreign = (await startEvent(creator)).privateKey;
    expect((await recipient.call(getEvent, { params, query: { v: foreign } })).viewKey).to.equal(viewKey);
  });

  it('is deleted and restored by its creator only', async () => {
    const { origin } = web();
    const event = await startEvent(creator);
    const [organiser, editor] = [await newUser(origin), await newUser(origin, { role: 'editor' })];
    const { ObjectId } = web().connection.base.mongo;
    await web()
      .connection.collection('events')
      .updateOne({ uuid: event.uuid }, { $push: { organiserIds: new ObjectId(organiser.user.id) } as never });
    const remove = (who: Visitor) => who.call(deleteEvent, { params: { id: event.id } });
    const restore = (who: Visitor) => who.call(restoreEvent, { params: { id: event.id } });

    expect((await readEvent(organiser, event)).privateKey, 'an organiser works on it').to.equal(event.privateKey);
    expect(await statusAndCode(remove(organiser))).to.deep.equal([403, 'NOT_ALLOWED']);
    expect(await statusAndCode(remove(editor))).to.deep.equal([403, 'NOT_ALLOWED']);
    await remove(creator);
    const twice = await refusalOf(remove(creator));
    expect([twice.code, twice.message]).to.deep.equal(['WRONG_STATE', 'This VidDay is in the bin already.']);
    expect(
      await creator.call(listEvents, { query: { limit: 100 } }).then((all) => all.map(({ id }) => id)),
    ).not.to.include(event.id);
    const visitor = newVisitor(origin);
    for (const ref of [event.uuid, event.privateKey ?? '', event.viewKey ?? '']) {
      expect((await visitor.fetch(`/e/${ref}`)).status).to.equal(404);
      const call = visitor.call(getEvent, { params: { id: ref }, query: {} });
      expect(await statusAndCode(call)).to.deep.equal([404, 'NOT_FOUND']);
    }
    expect(await statusAndCode(restore(organiser))).to.deep.equal([403, 'NOT_ALLOWED']);
    expect((await restore(creator)).status).to.equal('active');
    expect(await statusAndCode(restore(creator))).to.deep.equal([409, 'WRONG_STATE']);

    await remove(creator);
    const binOf = async (who: Visitor) =>
      (await (await who.fetch('/dashboard')).text()).includes(`value="${event.id}"`);
    expect([await binOf(creator), await binOf(organiser)]).to.deep.equal([true, false]);
    expect((await organiser.postForm('/dashboard/deleted', { id: event.id })).status).to.equal(403);
    const back = await creator.postForm('/dashboard/deleted', { id: event.id });
    expect([back.status, back.headers.get('location')]).to.deep.equal([303, `/e/${event.uuid}`]);
    expect(await binOf(creator)).to.equal(false);

    await remove(creator);
    const longAgo = new Date(Date.now() - 31 * 86_400_000);
    await web()
      .connection.collection('events')
      .updateOne({ uuid: event.uuid }, { $set: { deletedAt: longAgo } });
    expect(await statusAndCode(restore(creator))).to.deep.equal([409, 'WRONG_STATE']);
  });
});
