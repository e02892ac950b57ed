import { expect } from 'chai';
import mongoose, { type mongo } from 'mongoose';
import { type Event, getEvent, updateEvent } from '../../src/shared/contracts/events.ts';
import { updateProfile } from '../../src/shared/contracts/profiles.ts';
import { DATES_AHEAD_MAX } from '../../src/shared/limits.ts';
import { promptsFor } from '../../src/shared/occasion-words.ts';
import { giveText, readEvent, startEvent } from '../helpers/giving.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const from = (now: number, milliseconds: number) => new Date(now + milliseconds).toISOString();

describe('event fields', () => {
  const web = useWeb();
  let creator: SignedInUser;

  before(async () => {
    creator = await newUser(web().origin);
  });

  const update = (event: Event, body: object) =>
    creator.call(updateEvent, { params: { id: event.id }, query: {}, body });
  const isRefused = async (call: Promise<unknown>, field: string) => {
    const refusal = await refusalOf(call);
    expect([refusal.status, Object.keys(refusal.fields)]).to.deep.equal([422, [field]]);
    expect(refusal.fields[field]).to.match(/\.$/);
  };

  describe('GET /api/event/:id by link', () => {
    it('answers no last name and no creator id to a visitor, a viewer and the recipient', async () => {
      const event = await startEvent(creator, { recipients: [{ firstName: 'Ruth', lastName: 'Quillfeather' }] });
      const own = await readEvent(creator, event);
      expect([own.recipients[0]?.lastName, own.creatorId]).to.deep.equal(['Quillfeather', creator.user.id]);
      const stranger = newVisitor(web().origin);
      for (const ref of [event.uuid, event.viewKey ?? '', event.privateKey ?? '']) {
        const seen = await stranger.call(getEvent, { params: { id: ref }, query: {} });
        expect([seen.recipients[0]?.firstName, seen.recipients[0]?.lastName, seen.creatorId]).to.deep.equal([
          'Ruth',
          null,
          null,
        ]);
        const page = await (await stranger.fetch(`/e/${ref}`)).text();
        expect(page, ref).not.to.include('Quillfeather').and.not.to.include(creator.user.id);
      }
    });
  });

  it('have the suggested prompts of another occasion and other recipients, beside the organiser’s own', async () => {
    const event = await startEvent(creator);
    const own = 'Where did you two meet?';
    await update(event, { prompts: [...event.prompts.slice(0, 2), own] });
    await update(event, { occasion: 'memorial', recipients: [{ firstName: 'Walter' }] });
    const { prompts } = await readEvent(creator, event);
    expect(prompts).to.deep.equal([...promptsFor('memorial', ['Walter']).slice(0, 2), own]);
  });

  it('have the name that their creator chose last, also where two are chosen at once', async () => {
    const ada = await newUser(web().origin);
    const event = await startEvent(ada);
    const { connection } = web();
    let later: Promise<unknown> | undefined;
    // Another process stores a name, and takes it over, before this one has taken over its own.
    const note = ({ commandName, reply }: mongo.CommandSucceededEvent) => {
      const { firstName } = Object(Object(reply).value);
      if (commandName !== 'findAndModify' || firstName !== 'Augusta' || later) return;
      later = Promise.all([
        connection.collection('users').updateOne({ email: ada.user.email }, { $set: { firstName: 'Byron' } }),
        connection.collection('events').updateOne({ uuid: event.uuid }, { $set: { creatorName: 'Byron' } }),
      ]);
    };
    const client = connection.getClient().on('commandSucceeded', note);
    await ada.call(updateProfile, { params: { id: ada.user.id }, body: { firstName: 'Augusta' } });
    client.off('commandSucceeded', note);
    expect(await later).to.have.length(2);
    expect((await readEvent(ada, event)).creatorName).to.equal('Byron');
  });

  describe('dates', () => {
    it('refuses a deadline or delivery in the past or beyond ten years, at its field', async () => {
      const now = Date.now();
      const event = await startEvent(creator);
      for (const bad of [from(now, -DAY), from(now, DATES_AHEAD_MAX + DAY), '9999-12-31T00:00:00Z'])
        for (const field of ['deadline', 'deliverAt']) {
          await isRefused(startEvent(creator, { [field]: bad }), field);
          await isRefused(update(event, { [field]: bad }), field);
        }
    });

    it('keeps an assumed zone until somebody names one, and shows that only to its makers', async () => {
      const event = await startEvent(creator);
      expect(event).to.include({ timeZone: 'UTC', isZoneAssumed: true });
      const seen = await newVisitor(web().origin).call(getEvent, { params: { id: event.uuid }, query: {} });
      expect(seen).not.to.have.property('isZoneAssumed');
      expect(await update(event, { ...event }), 'sent back as it was').to.include({ isZoneAssumed: true });
      const same = await update(event, { timeZone: 'UTC', isZoneAssumed: false });
      expect(same).to.include({ timeZone: 'UTC', isZoneAssumed: false });
      const other = await startEvent(creator);
      expect(await update(other, { timeZone: 'Asia/Tokyo' })).to.include({ isZoneAssumed: false });
      const named = await startEvent(creator, { timeZone: 'UTC' });
      expect(named).to.include({ isZoneAssumed: false });
    });

    it('accepts "now" as a deadline, which closes, and accepts that past deadline again later', async () => {
      const event = await startEvent(creator);
      const closed = await update(event, { deadline: new Date().toISOString() });
      expect(closed.isClosed).to.equal(true);
      const longAgo = new Date(Date.now() - 3 * DAY);
      await mongoose.connection.collection('events').updateOne({ uuid: event.uuid }, { $set: { deadline: longAgo } });
      const kept = await update(event, { deadline: longAgo.toISOString(), message: 'Thanks, all!' });
      expect([kept.deadline, kept.message]).to.deep.equal([longAgo.toISOString(), 'Thanks, all!']);
      await update(event, { deadline: `${longAgo.toISOString().slice(0, 16)}:00Z` });
      await isRefused(update(event, { deadline: from(longAgo.getTime(), 5 * MINUTE) }), 'deadline');
    });

    it('schedules no second delivery when the same time is sent back', async () => {
      const event = await startEvent(creator, { deliverAt: from(Date.now(), DAY) });
      const events = mongoose.connection.collection('events');
      const plan = async () => (await events.findOne({ uuid: event.uuid }))?.deliveryId;
      const before = await plan();
      await update(event, { deliverAt: event.deliverAt });
      expect(await plan()).to.equal(before);
    });
  });

  describe('invisible characters', () => {
    const named = (firstName: string) => startEvent(creator, { recipients: [{ firstName }] });

    it('refuses bidirectional overrides and other invisible controls in names', async () => {
      for (const hidden of ['\u202E', '\u2066', '\u2060', '\u180E', '\uFFF9'])
        await isRefused(named(`Ru${hidden}th`), 'recipients.0.firstName');
      const event = await startEvent(creator);
      const guest = newVisitor(web().origin);
      await isRefused(giveText(guest, event, 'Hi', { contributor: { name: 'An\u202Ena' } }), 'contributor.name');
    });

    it('removes them from a message, as phones add them to pasted numbers', async () => {
      const { message } = await startEvent(creator, { message: 'Call \u202A+1 212 555 0100\u202C \u202Eolleh' });
      expect(message).to.equal('Call +1 212 555 0100 olleh');
    });

    it('refuses an invisible name', async () => {
      for (const name of ['\u200D', '\u200B\u200B', '\u00AD']) await isRefused(named(name), 'recipients.0.firstName');
    });

    it('accepts composed emoji, joiners and marks', async () => {
      for (const name of ['Zoë 👩‍👩‍👧‍👦', 'علی‌رضا', 'ක්‍රිස්ටි', 'שרה‏ Sarah', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Tom']) {
        expect((await named(name)).recipients[0]?.firstName).to.equal(name);
      }
    });
  });
});
