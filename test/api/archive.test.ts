import { expect } from 'chai';
import { archiveIdleEvents } from '../../src/features/events/archive-event.ts';
import { deliverEvent } from '../../src/shared/contracts/deliveries.ts';
import {
  bringBackEvent,
  deleteEvent,
  type Event,
  getEvent,
  restoreEvent,
  updateEvent,
} from '../../src/shared/contracts/events.ts';
import { signGuestbook } from '../../src/shared/contracts/guestbook.ts';
import { listNotifications } from '../../src/shared/contracts/notifications.ts';
import { listHistory } from '../../src/shared/contracts/organisers.ts';
import { planPremiere } from '../../src/shared/contracts/premieres.ts';
import { sendThanks } from '../../src/shared/contracts/thanks.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { download, giveText, readEvent, startFreeEvent, timeToGive } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('the archive', () => {
  const app = useWholeApp({ hasWorker: false });
  let creator: SignedInUser;
  let event: Event;
  /** When it last changed. */
  let start: number;

  before(async () => {
    creator = await newUser(app().origin);
    await confirmAddress(app().connection, creator.user.email);
  });

  beforeEach(async () => {
    const byHand = await startFreeEvent(creator);
    const { media } = await giveText(newVisitor(app().origin), byHand, 'Get well soon');
    await finishedFilm(app().connection, byHand, { clip: media });
    await creator.call(deliverEvent, { params: { id: byHand.id }, body: { byHand: true } });
    await timeToGive(byHand);
    event = await readEvent(creator, byHand);
    start = Date.parse(event.updatedAt);
  });

  // The next test's runs see only its own event.
  afterEach(() => app().connection.collection('events').deleteMany({}));

  const ids = () => ({ params: { id: event.id } });
  const stateNow = async () => (await readEvent(creator, event)).status;
  const bringBack = () => creator.call(bringBackEvent, ids());

  /** Runs what is due so many days after the last change, as several processes would. */
  const onDay = (day: number, since = start) =>
    Promise.all([1, 2, 3].map(() => archiveIdleEvents(new Date(since + day * DAY + HOUR))));

  async function untilArchived(since = start): Promise<void> {
    for (const day of [150, 173.1, 179.2, 180.3]) await onDay(day, since);
  }

  /** Days that the mails about this event told of. */
  async function mailedDays(): Promise<number[]> {
    const jobs = app().connection.collection('jobs');
    const found = await jobs.find({ type: 'mail.send', 'data.template': 'archive-soon' }).sort({ _id: 1 }).toArray();
    const ours = found.filter(({ data }) => data.values.url.endsWith(event.uuid));
    expect(ours.every(({ data }) => data.to === creator.user.email)).to.equal(true);
    return ours.map(({ data }) => Number(data.values.days));
  }

  async function newsTitles(): Promise<string[]> {
    const lines = await creator.call(listNotifications, { query: { limit: 100 } });
    return lines.filter((line) => line.eventId === event.id && line.type === 'archiveSoon').map(({ title }) => title);
  }

  it('takes a given event after 180 days, and warns 30, 7 and 1 days before, once each', async () => {
    await onDay(149);
    expect([await mailedDays(), await newsTitles()]).to.deep.equal([[], []]);
    for (const [day, told] of [
      [150, [30]],
      [172, [30]],
      [173.1, [30, 7]],
      [178, [30, 7]],
      [179.2, [30, 7, 1]],
    ] as const) {
      await onDay(day);
      await onDay(day);
      expect(await mailedDays(), `on day ${day}`).to.deep.equal(told);
    }
    expect(await newsTitles()).to.deep.equal(['It will be put away in 1 day']);
    expect(await stateNow()).to.equal('delivered');
    await onDay(180.3);
    expect(await stateNow()).to.equal('archived');
    await onDay(400);
    expect(await mailedDays()).to.deep.equal([30, 7, 1]);
  });

  it('warns 30, 7 and 1 days before also when nothing ran for years', async () => {
    await onDay(800);
    await onDay(822);
    expect([await mailedDays(), await stateNow()]).to.deep.equal([[30], 'delivered']);
    for (const day of [823.1, 829.2, 830.3]) await onDay(day);
    expect([await mailedDays(), await stateNow()]).to.deep.equal([[30, 7, 1], 'archived']);
  });

  it('keeps the film for everybody with its link, and takes no clips', async () => {
    await untilArchived();
    for (const key of [event.privateKey, event.viewKey]) {
      const seen = await newVisitor(app().origin).call(getEvent, { params: { id: key ?? '' }, query: {} });
      expect(String(await download(app().origin, seen.film?.sources[0]?.url))).to.equal('a film');
      expect((await newVisitor(app().origin).fetch(`/e/${key}`)).status).to.equal(200);
    }
    const late = await refusalOf(giveText(newVisitor(app().origin), event, 'Too late'));
    expect(late.code).to.equal('EVENT_CLOSED');
    expect(late.message).to.match(/^This VidDay is closed\. Ask /);
    const page = await newVisitor(app().origin).fetch(`/e/${event.uuid}`);
    expect(page.status).to.equal(200);
    expect(await page.text())
      .to.include('This VidDay is closed')
      .and.not.include('it’s not too late');
  });

  it('gives it back to its maker with one click, also without script, and to nobody else', async () => {
    expect(await statusAndCode(bringBack())).to.deep.equal([409, 'WRONG_STATE']);
    await untilArchived();
    const stranger = await newUser(app().origin);
    const foreign = stranger.call(bringBackEvent, { params: { id: event.uuid } });
    expect(await statusAndCode(foreign)).to.deep.equal([403, 'NOT_ALLOWED']);
    const recipient = newVisitor(app().origin).call(bringBackEvent, { params: { id: event.privateKey ?? '' } });
    expect(await statusAndCode(recipient)).to.deep.equal([401, 'NOT_SIGNED_IN']);
    const page = await (await creator.fetch(`/e/${event.uuid}`)).text();
    expect(page).to.include(`action="/e/${event.uuid}/bring-back"`).and.include(`href="/e/${event.viewKey}"`);
    const pressed = await creator.postForm(`/e/${event.uuid}/bring-back`, {});
    expect([pressed.status, pressed.headers.get('location')]).to.deep.equal([303, `/e/${event.uuid}`]);
    expect(await stateNow()).to.equal('delivered');
    await untilArchived(Date.parse((await readEvent(creator, event)).updatedAt));
    expect(await mailedDays(), 'its time starts again').to.deep.equal([30, 7, 1, 30, 7, 1]);
    expect((await bringBack()).status).to.equal('delivered');
  });

  it('offers it to an organiser too, and tells in its history that it was put away and brought back', async () => {
    const organiser = await newUser(app().origin);
    const { ObjectId } = app().connection.base.mongo;
    const organiserIds = new ObjectId(organiser.user.id);
    const events = app().connection.collection('events');
    await events.updateOne({ uuid: event.uuid }, { $push: { organiserIds } as never });
    await untilArchived();
    const page = await (await organiser.fetch(`/e/${event.uuid}`)).text();
    expect(page).to.include('This VidDay is put away').and.include(`action="/e/${event.uuid}/bring-back"`);
    expect((await organiser.postForm(`/e/${event.uuid}/bring-back`, {})).status).to.equal(303);
    expect(await stateNow()).to.equal('delivered');
    const history = await creator.call(listHistory, ids());
    expect(history.slice(0, 2).map(({ what, userId }) => [what, userId])).to.deep.equal([
      ['broughtBack', organiser.user.id],
      ['putAway', null],
    ]);
  });

  it('counts a recipient’s thank-you and a line in the guestbook as activity', async () => {
    const recipient = newVisitor(app().origin, { 'x-event-key': event.privateKey ?? '' });
    const touched = async (act: () => Promise<unknown>) => {
      const events = app().connection.collection('events');
      await events.updateOne({ uuid: event.uuid }, { $set: { updatedAt: new Date(start - DAY), guestbook: true } });
      await act();
      return Date.parse((await readEvent(creator, event)).updatedAt) >= start;
    };
    const params = { id: event.uuid };
    expect(await touched(() => recipient.call(sendThanks, { params, body: { kind: 'heart', to: 'all' } }))).to.equal(
      true,
    );
    const line = { name: 'Ruth', text: 'What a film' };
    expect(await touched(() => recipient.call(signGuestbook, { params, query: {}, body: line }))).to.equal(true);
    expect(await touched(() => recipient.call(getEvent, { params, query: {} }))).to.equal(false);
  });

  it('starts over with activity after a warning', async () => {
    await onDay(150);
    const changed = await creator.call(updateEvent, { ...ids(), query: {}, body: { message: 'Thank you all' } });
    const again = Date.parse(changed.updatedAt);
    for (const day of [173.1, 179.2, 180.3]) await onDay(day, start);
    expect([await mailedDays(), await stateNow()]).to.deep.equal([[30, 30], 'delivered']);
    for (const day of [203.2, 209.3, 210.4]) await onDay(day, again);
    expect([await mailedDays(), await stateNow()]).to.deep.equal([[30, 30, 7, 1], 'archived']);
  });

  it('waits for a premiere that is still to come, and starts over after it', async () => {
    const startsAt = new Date(start + 300 * DAY).toISOString();
    await creator.call(planPremiere, { ...ids(), body: { startsAt } });
    await untilArchived();
    expect([await mailedDays(), await newsTitles(), await stateNow()]).to.deep.equal([[], [], 'delivered']);
    await untilArchived(start + 150 * DAY + HOUR);
    expect([await mailedDays(), await stateNow()]).to.deep.equal([[30, 7, 1], 'archived']);
  });

  it('leaves deleted and suspended events alone', async () => {
    await onDay(150);
    await creator.call(deleteEvent, ids());
    for (const day of [173.1, 179.2, 180.3, 400]) await onDay(day);
    expect(await mailedDays()).to.deep.equal([30]);
    await creator.call(restoreEvent, ids());
    const suspension = { from: 'delivered', at: new Date(), why: 'Unkind' };
    const events = app().connection.collection('events');
    await events.updateOne({ uuid: event.uuid }, { $set: { status: 'suspended', suspension } });
    await untilArchived();
    expect(await mailedDays()).to.deep.equal([30]);
    expect((await events.findOne({ uuid: event.uuid }))?.status).to.equal('suspended');
  });

  it('keeps an archived event archived through the bin', async () => {
    await untilArchived();
    await creator.call(deleteEvent, ids());
    expect((await creator.call(restoreEvent, ids())).status).to.equal('archived');
    expect((await bringBack()).status).to.equal('delivered');
  });
});
