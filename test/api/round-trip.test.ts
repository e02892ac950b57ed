import { expect } from 'chai';
import { getUser, updateUser } from '../../src/shared/contracts/accounts.ts';
import { createAnnouncement, updateAnnouncement } from '../../src/shared/contracts/announcements.ts';
import { type Event, getEvent, updateEvent } from '../../src/shared/contracts/events.ts';
import { type Media, updateMedia } from '../../src/shared/contracts/media.ts';
import { getProfile, updateProfile } from '../../src/shared/contracts/profiles.ts';
import { giveText, readEvent, startEvent } from '../helpers/giving.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const HOUR = 3_600_000;

describe('PUT of an unchanged GET answer', () => {
  const web = useWeb();
  let creator: SignedInUser;
  let recipient: Visitor;
  let event: Event;

  beforeEach(async () => {
    creator = await newUser(web().origin);
    recipient = newVisitor(web().origin);
    event = await startEvent(creator, {
      recipients: [{ firstName: 'Ruth', email: 'ruth@example.com' }],
      deliverAt: new Date(Date.now() + HOUR).toISOString(),
      deadline: new Date(Date.now() + HOUR / 2).toISOString(),
    });
  });

  /** As a client would that knows no more than the answer. */
  async function put(who: Visitor, path: string, body: object) {
    const response = await who.fetch(path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { data?: object; error?: { code: string; fields?: object } };
    return { status: response.status, data: answer.data, ...answer.error };
  }
  const eventPath = (query = '') => `/api/v2/events/${event.id}${query}`;
  const byKey = () => eventPath(`?privateKey=${event.privateKey}`);
  const seenByRecipient = () => recipient.call(getEvent, { params: { id: event.privateKey ?? '' }, query: {} });
  /** Ends the embargo of the planned delivery. */
  const openGift = () => creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { deliverAt: null } });
  const readClip = async () => (await readEvent(creator, event)).media?.[0] as Media;

  describe('/api/v2/events/:id', () => {
    it('accepts the whole event from its creator and changes nothing', async () => {
      await giveText(newVisitor(web().origin), event, 'Happy birthday!');
      const seen = await readEvent(creator, event);
      const answer = await put(creator, eventPath(), seen);
      expect(answer).to.include({ status: 200 });
      const { updatedAt: _before, media: _media, ...before } = seen;
      const { updatedAt: _after, media: _clips, ...after } = await readEvent(creator, event);
      expect(after).to.deep.equal(before);
    });

    it('accepts one changed field in the whole event', async () => {
      const answer = await put(creator, eventPath(), { ...(await readEvent(creator, event)), message: 'Sing!' });
      expect(answer.status).to.equal(200);
      expect(answer.data).to.include({ message: 'Sing!' });
    });

    it('treats the same time in another zone as unchanged, even in the past', async () => {
      const late = '2031-05-01T12:00:00+02:00';
      await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { deadline: late } });
      const answer = await put(creator, eventPath(), { deadline: '2031-05-01T10:00:00Z' });
      expect(answer).to.deep.include({ status: 200 });
      expect(answer.data).to.include({ deadline: '2031-05-01T10:00:00.000Z' });
    });

    it('accepts the whole event from the recipient', async () => {
      await openGift();
      const seen = await seenByRecipient();
      expect(await put(recipient, byKey(), seen)).to.include({ status: 200 });
      const thanked = await put(recipient, byKey(), { ...seen, thankYou: 'Thank you!' });
      expect(thanked.data).to.include({ thankYou: 'Thank you!' });
      expect(await put(recipient, byKey(), { ...(await seenByRecipient()), thankYou: null })).to.include({
        status: 200,
      });
    });

    it('refuses the recipient another field with 403, and stores nothing of that body', async () => {
      await openGift();
      const body = { ...(await seenByRecipient()), thankYou: 'Thank you!', message: 'Mine now' };
      expect(await put(recipient, byKey(), body)).to.include({ status: 403, code: 'NOT_ALLOWED' });
      expect((await readEvent(creator, event)).thankYou).to.equal(null);
    });

    it('refuses thanks by the creator with 403', async () => {
      expect(await put(creator, eventPath(), { thankYou: 'Thank you, me!' })).to.include({ status: 403 });
    });

    it('refuses an unknown field with 422, at any depth', async () => {
      const [ruth] = event.recipients;
      const body = { ...event, colour: 'red', recipients: [{ ...ruth, age: 80 }] };
      const answer = await put(creator, eventPath(), body);
      expect(answer).to.include({ status: 422, code: 'FIELDS_REFUSED' });
      expect(Object.keys(answer.fields ?? {})).to.have.members(['colour', 'recipients.0.age']);
    });

    it('refuses an unknown theme with 422, and accepts the current one', async () => {
      const answer = await put(creator, eventPath(), { themeId: 'balloons' });
      expect(answer.status).to.equal(422);
      expect(Object.keys(answer.fields ?? {})).to.deep.equal(['themeId']);
      expect(await put(creator, eventPath(), { themeId: null })).to.include({ status: 200 });
    });
  });

  describe('/api/v2/events/:id with a key', () => {
    it('lets the creator do everything with the private key, and leave thanks too', async () => {
      const answer = await put(creator, byKey(), { message: 'Sing!', thankYou: 'From both of us' });
      expect(answer.status).to.equal(200);
      expect(answer.data).to.include({ message: 'Sing!', thankYou: 'From both of us', privateKey: event.privateKey });
      const withViewKey = await put(creator, eventPath(`?v=${event.viewKey}`), { message: 'Dance!' });
      expect(withViewKey.status).to.equal(200);
    });

    it('answers the creator with any key what they see without', async () => {
      for (const id of [event.uuid, event.privateKey ?? '', event.viewKey ?? '']) {
        const seen = await creator.call(getEvent, { params: { id }, query: {} });
        expect(seen, id).to.deep.include({ recipients: event.recipients, openedAt: null }).and.include.keys('price');
      }
    });

    it('still refuses a change with the view key, and with another event’s key', async () => {
      const other = await startEvent(await newUser(web().origin));
      for (const key of [event.viewKey, other.privateKey]) {
        const answer = await put(recipient, `/api/v2/events/${event.uuid}?v=${key}`, { thankYou: 'x' });
        expect(answer.status).to.equal(403);
      }
    });
  });

  describe('/api/v2/media/:id', () => {
    it('accepts the whole clip and does not prepare it again', async () => {
      await giveText(newVisitor(web().origin), event, 'Happy birthday!');
      const seen = await readClip();
      expect(await put(creator, `/api/v2/media/${seen.id}`, seen)).to.include({ status: 200 });
      expect(await readClip()).to.deep.include({ ...seen, posterUrl: (await readClip()).posterUrl });
    });

    it('refuses an unknown field, also in an edit, and null for a text with 422', async () => {
      await giveText(newVisitor(web().origin), event, 'Happy birthday!');
      const { id } = await readClip();
      const answer = await put(creator, `/api/v2/media/${id}`, { captain: 'x', edit: { pace: 2 } });
      expect(answer.status).to.equal(422);
      expect(Object.keys(answer.fields ?? {})).to.have.members(['captain', 'edit.pace']);
      expect(await put(creator, `/api/v2/media/${id}`, { text: null })).to.include({ status: 422 });
    });

    it('refuses a visitor’s change', async () => {
      await giveText(newVisitor(web().origin), event, 'Happy birthday!');
      const call = recipient.call(updateMedia, { params: { id: (await readClip()).id }, body: { caption: 'x' } });
      expect((await statusAndCode(call))[0]).to.be.oneOf([401, 404]);
    });
  });

  it('accepts a user and a profile, and refuses unknown fields of both', async () => {
    const params = { id: creator.user.id };
    const user = await creator.call(getUser, { params });
    const profile = await creator.call(getProfile, { params });
    for (const [path, seen] of [
      [updateUser.path, user],
      [updateProfile.path, profile],
    ] as const) {
      const address = path.replace(':id', params.id);
      const { status, data } = await put(creator, address, seen);
      expect(status, path).to.equal(200);
      expect(data, path).to.deep.equal(seen);
      expect(await put(creator, address, { ...seen, shoeSize: 9 }), path).to.include({ status: 422 });
    }
  });

  it('accepts an announcement that was closed before it began', async () => {
    const editor = await newUser(web().origin, { role: 'editor' });
    const startsAt = new Date(Date.now() + 24 * HOUR).toISOString();
    const made = await editor.call(createAnnouncement, { body: { type: 'outage', message: 'Soon.', startsAt } });
    const path = updateAnnouncement.path.replace(':id', made.id);
    const closed = await put(editor, path, { endsAt: new Date().toISOString() });
    const again = await put(editor, path, closed.data ?? {});
    expect(again).to.include({ status: 200 });
    expect(again.data).to.deep.equal(closed.data);
  });
});
