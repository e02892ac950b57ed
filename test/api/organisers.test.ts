import { expect } from 'chai';
import type { mongo } from 'mongoose';
import { forgetOrganisings } from '../../src/features/organisers/organiser-data.ts';
import { type Event, listEvents, updateEvent } from '../../src/shared/contracts/events.ts';
import { listNotifications } from '../../src/shared/contracts/notifications.ts';
import {
  acceptOrganising,
  addOrganiser,
  listHistory,
  listOrganisers,
  type Organiser,
  removeOrganiser,
} from '../../src/shared/contracts/organisers.ts';
import { inviteRsvp, listRsvps } from '../../src/shared/contracts/rsvps.ts';
import { ORGANISERS_MAX, ORGANISING_LINK } from '../../src/shared/limits.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveText, readEvent, startEvent } from '../helpers/giving.ts';
import { invite } from '../helpers/guests.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { connectSocket } from '../helpers/socket.ts';
import { newEmail, newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('organisers of an event', () => {
  const web = useWeb();
  let ada: SignedInUser;
  let event: Event;

  beforeEach(async () => {
    ada = await newUser(web().origin);
    await confirmAddress(web().connection, ada.user.email);
    event = await startEvent(ada, { recipients: [{ firstName: 'Ruth', email: 'ruth@example.org' }] });
  });

  const collection = (name: string) => web().connection.collection(name);
  const params = () => ({ id: event.uuid });
  const ask = (email: string, who = ada) => who.call(addOrganiser, { params: params(), body: { email } });
  const listed = (who: SignedInUser = ada) => who.call(listOrganisers, { params: params() });
  const remove = (who: SignedInUser, { id }: Pick<Organiser, 'id'>) =>
    who.call(removeOrganiser, { params: { ...params(), userId: id } });
  /** The links mailed to an address, newest last. */
  const tokensOf = async (email: string): Promise<string[]> => {
    const jobs = await collection('jobs').find({ type: 'mail.send', 'data.to': email }).sort({ _id: 1 }).toArray();
    return jobs.map(({ data }) => String(data.values.url).split('/').pop() ?? '');
  };
  const tokenOf = async (email: string) => (await tokensOf(email)).at(-1) ?? '';
  const accept = (who: SignedInUser, token: string) => who.call(acceptOrganising, { body: { token } });
  /** Somebody who was asked and said yes. */
  const helper = async (): Promise<SignedInUser> => {
    const ben = await newUser(web().origin);
    await ask(ben.user.email);
    await accept(ben, await tokenOf(ben.user.email));
    return ben;
  };
  const told = async (who = ada) => (await who.call(listHistory, { params: params() })).map(({ what }) => what);

  it('are mailed a link, accept it on its page, and work on the event', async () => {
    const ben = await newUser(web().origin);
    expect(await ask(ben.user.email)).to.include({ status: 'invited', userId: null, email: ben.user.email });
    const path = `/organise/${await tokenOf(ben.user.email)}`;
    const asked = await newVisitor(web().origin).fetch(path);
    expect(await asked.text())
      .to.include('Ada would like your help')
      .and.include(`/auth/register?next=${encodeURIComponent(path)}`);
    expect(await ben.fetch(path).then((page) => page.text())).to.include('Yes, I’ll help');
    expect(
      (await listed()).map(({ status }) => status),
      'nothing happens without the button',
    ).to.include('invited');

    const done = await ben.postForm(path, {});
    expect([done.status, done.headers.get('location')]).to.deep.equal([303, `/e/${event.uuid}`]);
    expect((await readEvent(ben, event)).privateKey).to.equal(event.privateKey);
    await invite(ben, event, { firstName: 'Sofia' });
    expect((await ben.call(listRsvps, { params: params() })).map(({ firstName }) => firstName)).to.deep.equal([
      'Sofia',
    ]);
    expect((await listed()).map(({ name, status, isCreator }) => [name, status, isCreator])).to.deep.equal([
      ['Ada', 'active', true],
      ['Ada', 'active', false],
    ]);
    expect((await ben.call(listEvents, { query: {} })).map(({ id }) => id)).to.deep.equal([event.id]);
    expect(await ben.fetch('/dashboard').then((page) => page.text())).to.match(/Shared by (?:<!-- -->)?Ada/);
  });

  it('are news for those who were there before, and not for themselves', async () => {
    const ben = await helper();
    const newsOf = async (who: SignedInUser) =>
      (await who.call(listNotifications, { query: {} })).map(({ type, url }) => [type, url]);
    expect(await newsOf(ada)).to.deep.equal([['organiserAdded', `/e/${event.uuid}/people`]]);
    expect(await newsOf(ben)).to.deep.equal([]);
  });

  it('hear of changes at once, and of nothing after they were removed', async () => {
    const ben = await helper();
    const socket = await connectSocket(web().origin, '/users', { cookie: ben.cookie() });
    expect(await socket.join({ event: event.uuid })).to.deep.include({ success: true });
    const heard = socket.next('rsvp:updated');
    await invite(ada, event, { firstName: 'Sofia' });
    expect(await heard).to.include({ firstName: 'Sofia' });

    const left = socket.next('organiser:updated');
    const closed = new Promise((resolve) => socket.socket.once('disconnect', resolve));
    await remove(ada, ben.user);
    expect(await left).to.deep.equal({ eventId: event.id, userId: ben.user.id });
    await closed;
    expect(await statusAndCode(ben.call(listRsvps, { params: params() }))).to.deep.equal([403, 'NOT_ALLOWED']);
    expect(await ben.call(listEvents, { query: {} })).to.deep.equal([]);
    expect((await listed()).map(({ isCreator }) => isCreator)).to.deep.equal([true]);
  });

  it('may ask and remove others and leave, but not remove the creator', async () => {
    const [ben, cleo] = [await helper(), await helper()];
    await ask(newEmail(), ben);
    expect(await statusAndCode(remove(ben, ada.user))).to.deep.equal([409, 'WRONG_STATE']);
    const open = (await listed(ben)).find(({ status }) => status === 'invited');
    await remove(ben, open ?? ada.user);
    await remove(ben, cleo.user);
    await remove(ben, ben.user);
    expect(await listed()).to.have.length(1);
    expect(await statusAndCode(remove(ada, ben.user))).to.deep.equal([404, 'NOT_FOUND']);
  });

  it('are written down with what each did', async () => {
    const ben = await helper();
    const [guest] = await invite(ben, event, { firstName: 'Sofia' });
    await ben.call(inviteRsvp, { params: { id: guest?.id ?? '' }, body: { via: 'told' } });
    const deadline = new Date(Date.now() + 86_400_000).toISOString();
    await ada.call(updateEvent, { params: { id: event.id }, query: {}, body: { deadline } });
    await giveText(newVisitor(web().origin), event, 'Not an organiser');
    const lines = await ben.call(listHistory, { params: params() });
    expect(lines.map(({ what, userId }) => [what, userId === ben.user.id])).to.deep.equal([
      ['deadline', false],
      ['nudged', true],
      ['added', true],
      ['joined', true],
      ['asked', false],
    ]);
    expect(lines[1]).to.include({ about: 'Sofia', name: 'Ada' });
  });

  it('get one working link: the last one, for two weeks, until it was used or removed', async () => {
    const [email, ben] = [newEmail(), await newUser(web().origin)];
    await ask(email);
    await ask(email);
    const [first = '', second = ''] = await tokensOf(email);
    expect(await statusAndCode(accept(ben, first))).to.deep.equal([404, 'NOT_FOUND']);
    const sentAt = (age: number) =>
      collection('organisings').updateOne({ email }, { $set: { sentAt: new Date(Date.now() - age) } });
    await sentAt(ORGANISING_LINK + 1000);
    expect(await statusAndCode(accept(ben, second))).to.deep.equal([410, 'TOKEN_EXPIRED']);
    await sentAt(0);
    await accept(ben, second);
    await accept(ben, second);
    expect(await listed()).to.have.length(2);
    expect(await statusAndCode(accept(await newUser(web().origin), second))).to.deep.equal([410, 'TOKEN_USED']);
    expect(await statusAndCode(ask(ben.user.email))).to.deep.equal([409, 'DUPLICATE']);
    await remove(ada, ben.user);
    expect(await statusAndCode(accept(ben, second))).to.deep.equal([404, 'NOT_FOUND']);
  });

  it('can’t be the recipient, who learns nothing from the link', async () => {
    expect(await statusAndCode(ask('RUTH@example.org'))).to.deep.equal([422, 'FIELDS_REFUSED']);
    const email = newEmail();
    await ask(email);
    const ruth = await newUser(web().origin, { email: `ruth-${Date.now()}@example.org` });
    await collection('events').updateOne({ uuid: event.uuid }, { $set: { 'recipients.0.email': ruth.user.email } });
    const page = await ruth.fetch(`/organise/${await tokenOf(email)}`);
    expect([page.status, await page.text()]).to.satisfy(
      ([status, text]: [number, string]) => status === 404 && !text.includes('Ruth turns'),
    );
    expect(await statusAndCode(accept(ruth, await tokenOf(email)))).to.deep.equal([404, 'NOT_FOUND']);
  });

  it('are limited in number, and need a confirmed address to be asked', async () => {
    const { ObjectId } = web().connection.base.mongo;
    const ben = await newUser(web().origin);
    await ask(ben.user.email);
    const have = (organiserIds: unknown[]) =>
      collection('events').updateOne({ uuid: event.uuid }, { $set: { organiserIds } });
    await have(Array.from({ length: ORGANISERS_MAX }, () => new ObjectId()));
    const late = await tokenOf(ben.user.email);
    expect(await statusAndCode(accept(ben, late))).to.deep.equal([409, 'LIMIT_REACHED']);
    expect((await listed()).map(({ email, status }) => [email, status])).to.deep.include([ben.user.email, 'invited']);
    await have([]);
    await accept(ben, late);
    await remove(ada, ben.user);

    // They are asked again while their earlier link is found to come too late.
    await ask(ben.user.email);
    const earlier = await tokenOf(ben.user.email);
    await have(Array.from({ length: ORGANISERS_MAX }, () => new ObjectId()));
    const client = web().connection.getClient();
    const again = { eventId: new ObjectId(event.id), email: ben.user.email, userId: null, nonce: 'n' };
    let askedAgain: Promise<unknown> | undefined;
    const claims = new Set<number>();
    const started = ({ command, requestId }: mongo.CommandStartedEvent) => {
      if (command.update === 'organisings') claims.add(requestId);
    };
    const claimed = ({ requestId }: mongo.CommandSucceededEvent) => {
      if (claims.has(requestId)) askedAgain ??= collection('organisings').insertOne({ ...again, sentAt: new Date() });
    };
    client.on('commandStarted', started).on('commandSucceeded', claimed);
    expect(await statusAndCode(accept(ben, earlier))).to.deep.equal([409, 'LIMIT_REACHED']);
    client.off('commandStarted', started).off('commandSucceeded', claimed);
    await askedAgain;
    expect((await listed()).filter(({ email }) => email === ben.user.email)).to.have.length(1);
    await have([]);
    expect(await statusAndCode(accept(ben, earlier))).to.deep.equal([404, 'NOT_FOUND']);
    await ask(ben.user.email);
    await accept(ben, await tokenOf(ben.user.email));

    const rows = Array.from({ length: ORGANISERS_MAX }, (_each, n) => ({
      eventId: new (web().connection.base.Types.ObjectId)(event.id),
      email: `n${n}-${event.id}@example.com`,
      userId: null,
      nonce: 'n',
      sentAt: new Date(),
    }));
    await collection('organisings').insertMany(rows);
    expect(await statusAndCode(ask(newEmail()))).to.deep.equal([409, 'LIMIT_REACHED']);
    await forgetOrganisings(rows[0]?.email ?? '');
    await collection('users').updateOne({ email: ada.user.email }, { $set: { verifiedAt: null } });
    expect(await statusAndCode(ask(newEmail()))).to.deep.equal([403, 'ADDRESS_UNCONFIRMED']);
  });

  it('are asked and removed without script', async () => {
    const email = newEmail();
    const asked = await ada.postForm(`/e/${event.uuid}/people/organisers`, { email });
    expect(asked.headers.get('location')).to.equal(`/e/${event.uuid}/people#organisers`);
    const open = (await listed()).find((each) => each.email === email);
    const board = await ada.fetch(`/e/${event.uuid}/people`).then((page) => page.text());
    expect(board).to.include(email).and.include(`/people/organisers/${open?.id}/remove`);
    await ada.postForm(`/e/${event.uuid}/people/organisers/${open?.id}/remove`, {});
    expect(await listed()).to.have.length(1);
    expect(await eventually('the history', async () => (await told())[0] === 'removedOrganiser')).to.equal(true);
  });
});
