import { expect } from 'chai';
import { followUp } from '../../src/features/events/follow-ups.ts';
import { chooseMail } from '../../src/features/profiles/mail-choices.service.ts';
import { deliverEvent, nudgeRecipients, openedEvent, testDelivery } from '../../src/shared/contracts/deliveries.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { listNotifications } from '../../src/shared/contracts/notifications.ts';
import { sendThanks } from '../../src/shared/contracts/thanks.ts';
import { MAILS_TO_OTHERS } from '../../src/shared/limits.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, readEvent, startFreeEvent, timeToGive } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('what follows a delivery', () => {
  const app = useWholeApp({ hasWorker: false });
  let creator: SignedInUser;

  before(async () => {
    creator = await newUser(app().origin);
    await confirmAddress(app().connection, creator.user.email);
  });

  const events = () => app().connection.collection('events');
  const ids = ({ id }: Event) => ({ params: { id } });
  const nudge = (event: Event) => creator.call(nudgeRecipients, ids(event));
  const open = ({ privateKey = '' }: Event) =>
    newVisitor(app().origin).call(openedEvent, { params: { id: privateKey }, query: {} });
  const unopenedNews = async ({ id }: Event) =>
    (await creator.call(listNotifications, { query: { limit: 100 } })).filter(
      ({ eventId, type }) => eventId === id && type === 'unopened',
    );

  async function withFilm(email = newEmail()): Promise<Event> {
    const event = await startFreeEvent(creator, { recipients: [{ firstName: 'Ruth', email }] });
    const { media } = await giveText(newVisitor(app().origin), event, 'Get well soon');
    await finishedFilm(app().connection, event, { clip: media });
    return readEvent(creator, event);
  }

  /** A gift that was mailed this long ago. */
  async function given(ago = 0): Promise<Event> {
    const event = await withFilm();
    await creator.call(deliverEvent, { params: { id: event.id }, body: {} });
    await timeToGive(event);
    await events().updateOne({ uuid: event.uuid }, { $set: { deliveredAt: new Date(Date.now() - ago) } });
    return readEvent(creator, event);
  }

  /** Mails to the recipient by template, that were enqueued. */
  async function mailsOf({ recipients }: Event): Promise<string[]> {
    const jobs = app().connection.collection('jobs');
    const found = await jobs.find({ type: 'mail.send', 'data.to': recipients[0]?.email }).toArray();
    return found.map(({ data }) => [data.template, data.values.turn].filter(Boolean).join(' ')).sort();
  }

  /** Runs what is due at a time, as several workers would. */
  const at = (time: number) => Promise.all([1, 2, 3].map(() => followUp(new Date(time))));

  it('tells its makers once that it is still wrapped after two days', async () => {
    const event = await given();
    await at(Date.now() + 47 * HOUR);
    expect(await unopenedNews(event)).to.deep.equal([]);
    await at(Date.now() + 49 * HOUR);
    await at(Date.now() + 9 * DAY);
    const [line, ...more] = await unopenedNews(event);
    expect([line?.title, more.length]).to.deep.equal(['Ruth hasn’t opened it yet', 0]);
    expect(await mailsOf(event)).to.deep.equal(['gift']);
  });

  it('says nothing once it was opened', async () => {
    const event = await given();
    await open(event);
    await at(Date.now() + 9 * DAY);
    expect(await unopenedNews(event)).to.deep.equal([]);
  });

  it('lets its makers remind the recipient once, two days later at the earliest', async () => {
    const fresh = await given(DAY);
    expect([fresh.delivery?.mayNudge, await statusAndCode(nudge(fresh))]).to.deep.equal([false, [409, 'WRONG_STATE']]);
    const event = await given(3 * DAY);
    expect(event.delivery).to.include({ mayNudge: true, nudgedAt: null });
    const answers = await Promise.allSettled([nudge(event), nudge(event)]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    const { delivery } = await readEvent(creator, event);
    expect(delivery?.mayNudge).to.equal(false);
    expect(delivery?.nudgedAt).to.be.a('string');
    await at(Date.now() + 9 * DAY);
    expect(await mailsOf(event)).to.deep.equal(['gift', 'gift-waits']);
  });

  it('reminds nobody who has opened it, or got it by hand', async () => {
    const opened = await given(3 * DAY);
    await open(opened);
    expect((await refusalOf(nudge(opened))).message).to.match(/been opened/);
    const byHand = await withFilm();
    await creator.call(deliverEvent, { params: { id: byHand.id }, body: { byHand: true } });
    await timeToGive(byHand);
    expect(await statusAndCode(nudge(byHand))).to.deep.equal([422, 'FIELDS_REFUSED']);
  });

  it('says who stopped our mails, and keeps the one reminder for later', async () => {
    const event = await given(3 * DAY);
    const [ruth = ''] = event.recipients.map(({ email }) => email ?? '');
    await chooseMail(ruth, 'gifts', false);
    const { status, message } = await refusalOf(nudge(event));
    expect([status, message]).to.deep.equal([422, 'Ruth stopped our emails. Pass on the link again yourself.']);
    expect((await readEvent(creator, event)).delivery?.nudgedAt).to.equal(null);
    await chooseMail(ruth, 'gifts', true);
    await nudge(event);
    expect(await mailsOf(event)).to.deep.equal(['gift', 'gift-waits']);
  });

  it('refuses a reminder for which no mail is left, and keeps it for later', async () => {
    const event = await given(3 * DAY);
    const counts = app().connection.collection('rate_limits');
    const used = (points: number) => counts.updateMany({ key: /^mails-of-event/ }, { $set: { points } });
    await used(MAILS_TO_OTHERS.perAddressAndEvent);
    const { status, message } = await refusalOf(nudge(event));
    expect([status, message]).to.deep.equal([
      422,
      'That’s all the email we can send for you today, or to Ruth at all. Pass on the link again yourself.',
    ]);
    expect((await readEvent(creator, event)).delivery).to.include({ mayNudge: true, nudgedAt: null });
    await used(1);
    await nudge(event);
    expect(await mailsOf(event)).to.deep.equal(['gift', 'gift-waits']);
  });

  it('carries out a reminder whose process crashed, once', async () => {
    const event = await given(3 * DAY);
    const now = new Date();
    const claimed = { nudgedAt: now, followUp: { at: now, what: 'nudge' } };
    await events().updateOne({ uuid: event.uuid }, { $set: claimed });
    await at(Date.now());
    await events().updateOne({ uuid: event.uuid }, { $set: claimed });
    await at(Date.now() + HOUR);
    expect(await mailsOf(event)).to.deep.equal(['gift', 'gift-waits']);
  });

  it('asks the recipient for thanks an hour and a day after the opening, once each', async () => {
    const event = await given();
    await open(event);
    const opened = Date.now();
    const prompts = async () => (await mailsOf(event)).filter((each) => each !== 'gift');
    await at(opened + 0.9 * HOUR);
    expect(await prompts()).to.deep.equal([]);
    await at(opened + 1.1 * HOUR);
    expect(await prompts()).to.deep.equal(['thank-prompt hour']);
    await at(opened + 23 * HOUR);
    expect(await prompts()).to.have.length(1);
    await at(opened + 25 * HOUR);
    await at(opened + 9 * DAY);
    expect(await prompts()).to.deep.equal(['thank-prompt day', 'thank-prompt hour']);
  });

  it('asks nobody who has thanked', async () => {
    const event = await given();
    await open(event);
    await newVisitor(app().origin).call(sendThanks, {
      params: { id: event.privateKey ?? '' },
      query: {},
      body: { kind: 'heart', to: 'all' },
    });
    await at(Date.now() + 2 * HOUR);
    await at(Date.now() + 2 * DAY);
    expect(await mailsOf(event)).to.deep.equal(['gift']);
  });

  it('asks nobody for thanks who got it from somebody else, or from an account that isn’t confirmed', async () => {
    const passedOn = await withFilm();
    const byHand = await withFilm();
    await creator.call(deliverEvent, { params: { id: byHand.id }, body: { byHand: true } });
    await timeToGive(byHand);
    const unconfirmed = await given();
    const { ObjectId } = app().connection.base.mongo;
    const creatorId = new ObjectId((await newUser(app().origin)).user.id);
    await events().updateOne({ uuid: unconfirmed.uuid }, { $set: { creatorId } });
    for (const event of [passedOn, byHand, unconfirmed]) await open(event);
    await at(Date.now() + 2 * HOUR);
    const mails = await Promise.all([passedOn, byHand, unconfirmed].map(mailsOf));
    expect(mails).to.deep.equal([[], [], ['gift']]);
  });

  it('asks for no thanks once the event is archived', async () => {
    const event = await given();
    await open(event);
    await events().updateOne({ uuid: event.uuid }, { $set: { status: 'archived' } });
    await at(Date.now() + 2 * HOUR);
    expect(await mailsOf(event)).to.deep.equal(['gift']);
  });

  it('can be tried out: the maker gets the mail, by a link that opens nothing', async () => {
    const event = await withFilm();
    const test = { params: { id: event.id }, body: { message: 'With love' } };
    expect(await creator.call(testDelivery, test)).to.deep.equal({ to: creator.user.email });
    const jobs = app().connection.collection('jobs');
    const [job] = await jobs.find({ type: 'mail.send', 'data.to': creator.user.email }).sort({ _id: -1 }).toArray();
    expect(job?.data.values).to.include({ firstName: 'Ruth', message: 'With love' });
    expect(job?.data.values.url).to.match(/\?preview=1$/);
    expect((await readEvent(creator, event)).deliveredAt).to.equal(null);
    const linked = { params: { id: event.id }, body: { message: 'See https://spam.example' } };
    expect(await statusAndCode(creator.call(testDelivery, linked))).to.deep.equal([422, 'FIELDS_REFUSED']);
  });
});
