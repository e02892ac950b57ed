import { expect } from 'chai';
import { deliverEvent, openedEvent } from '../../src/shared/contracts/deliveries.ts';
import { type Event, getEvent, updateEvent } from '../../src/shared/contracts/events.ts';
import { listPublishedMedia } from '../../src/shared/contracts/films.ts';
import { createMedia, getReceipt } from '../../src/shared/contracts/media.ts';
import { listThanks, sendThanks } from '../../src/shared/contracts/thanks.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, readEvent, startFreeEvent, timeToGive } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { connectSocket } from '../helpers/socket.ts';
import { newEmail, newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const DAY = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

describe('a scheduled gift before its time', () => {
  const app = useWholeApp({ hasWorker: false });
  let creator: SignedInUser;

  before(async () => {
    creator = await newUser(app().origin);
    await confirmAddress(app().connection, creator.user.email);
  });

  interface Given {
    event: Event;
    /** Addresses of files that key holders saw before the plan was made. */
    seen: string[];
    receiptKey: string;
  }

  /** An event with a film that key holders have looked at while nothing was planned. */
  async function eventWithFilm(recipient: { email?: string } = { email: newEmail() }): Promise<Given> {
    const event = await startFreeEvent(creator, { recipients: [{ firstName: 'Ruth', ...recipient }] });
    const { media, receiptKey } = await giveText(newVisitor(app().origin), event, 'Get well soon');
    await finishedFilm(app().connection, event, { clip: media });
    const now = await readEvent(creator, event);
    const page = await (await newVisitor(app().origin).fetch(`/e/${now.viewKey}`)).text();
    const seen = [...new Set([...page.matchAll(/\/files\/[^"&]+(?:&amp;[^"&]+)*/g)].map(([url]) => plain(url)))];
    return { event: now, seen, receiptKey };
  }

  const plain = (url: string) => url.replaceAll('&amp;', '&').replaceAll('\\u0026', '&');
  const plan = (event: Event, deliverAt: string | null) =>
    creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { deliverAt } });
  const statusOf = async (url: string) => (await newVisitor(app().origin).fetch(url)).status;
  const byKey = (ref: string, query: object = {}) =>
    newVisitor(app().origin).call(getEvent, { params: { id: ref }, query });

  it('shows nothing to either key, and reveals no view key', async () => {
    const { event } = await eventWithFilm();
    await plan(event, inDays(5));
    const [privateKey, viewKey] = [event.privateKey ?? '', event.viewKey ?? ''];
    for (const seen of [
      await byKey(privateKey),
      await byKey(event.uuid, { v: privateKey }),
      await byKey(viewKey),
      await byKey(event.uuid, { v: viewKey }),
    ]) {
      expect(seen.film).to.equal(null);
      expect(seen).not.to.have.property('viewKey');
      expect(seen).not.to.have.property('thankYou');
      expect([seen.contributors, seen.counts, seen.length, seen.message, seen.prompts]).to.deep.equal([
        [],
        { media: 0, contributors: 0, trees: 0 },
        0,
        '',
        [],
      ]);
    }
    for (const path of [`/e/${privateKey}`, `/e/${privateKey}?open=1`, `/e/${viewKey}`, `/e/${viewKey}?open=1`]) {
      const page = await (await newVisitor(app().origin).fetch(path)).text();
      expect(page).to.include('opens on the day');
      expect(page).not.to.include('/files/').and.not.to.include('Anna');
      if (!path.includes(viewKey)) expect(page).not.to.include(viewKey);
      expect(page).not.to.match(/property="og:image"[^>]*files/);
    }
  });

  it('closes URLs issued before the plan, except for its makers', async () => {
    const { event, seen, receiptKey } = await eventWithFilm();
    expect(seen.some((url) => url.includes('/files/film/'))).to.equal(true);
    expect(seen.some((url) => url.includes('/files/media/'))).to.equal(true);
    for (const url of seen) expect(await statusOf(url), url).to.equal(200);
    await plan(event, inDays(5));
    for (const url of seen) expect(await statusOf(url), url).to.equal(404);

    const [film] = await creator.call(listPublishedMedia, { params: { id: event.id } });
    expect(await statusOf(film?.sources[0]?.url ?? '')).to.equal(200);
    const studio = await readEvent(creator, event);
    expect(await statusOf(studio.film?.posterUrl ?? '')).to.equal(200);
    const own = await newVisitor(app().origin).call(getReceipt, { params: { key: receiptKey } });
    expect(await statusOf(own.media.posterUrl ?? ''), 'a sender sees their own clip').to.equal(200);

    await plan(event, inDays(6));
    for (const url of seen) expect(await statusOf(url), url).to.equal(404);
    await plan(event, null);
    for (const url of seen) expect(await statusOf(url), 'no plan any more').to.equal(200);
  });

  it('refuses opening, thanks and listening, and sets no opening time', async () => {
    const { event } = await eventWithFilm();
    await plan(event, inDays(5));
    const [privateKey, viewKey] = [event.privateKey ?? '', event.viewKey ?? ''];
    const recipient = newVisitor(app().origin);
    const open = recipient.call(openedEvent, { params: { id: privateKey }, query: {} });
    expect(await statusAndCode(open)).to.deep.equal([409, 'WRONG_STATE']);
    const thank = recipient.call(updateEvent, { params: { id: privateKey }, query: {}, body: { thankYou: 'Oh!' } });
    expect(await statusAndCode(thank)).to.deep.equal([409, 'WRONG_STATE']);
    const contributor = { name: 'Ruth' };
    const body = { event: privateKey, kind: 'text' as const, text: 'Thanks', contributor, isThankYou: true };
    expect(await statusAndCode(recipient.call(createMedia, { body }))).to.deep.equal([409, 'WRONG_STATE']);
    const heart = { kind: 'heart' as const, to: 'all' };
    const byKey = { params: { id: privateKey }, query: {} };
    expect(await statusAndCode(recipient.call(sendThanks, { ...byKey, body: heart }))).to.deep.equal([
      409,
      'WRONG_STATE',
    ]);
    expect(await statusAndCode(recipient.call(listThanks, byKey))).to.deep.equal([409, 'WRONG_STATE']);
    const socket = await connectSocket(app().origin, '/public');
    for (const ref of [privateKey, viewKey]) {
      expect(await socket.join({ event: ref })).to.include({ success: false });
      expect(await socket.join({ event: event.uuid, v: ref })).to.include({ success: false });
    }
    socket.close();
    expect((await readEvent(creator, event)).openedAt).to.equal(null);
  });

  it('opens at its time even if no worker has sent the mail', async () => {
    const { event, seen } = await eventWithFilm();
    await plan(event, inDays(5));
    await app()
      .connection.collection('events')
      .updateOne({ uuid: event.uuid }, { $set: { deliverAt: new Date(Date.now() - 1000) } });
    const gift = await byKey(event.privateKey ?? '');
    expect([gift.film === null, gift.viewKey]).to.deep.equal([false, event.viewKey]);
    for (const url of seen) expect(await statusOf(url), url).to.equal(200);
    const opened = await newVisitor(app().origin).call(openedEvent, {
      params: { id: event.privateKey ?? '' },
      query: {},
    });
    expect(opened.openedAt).to.be.a('string');
    // What a messenger shows of the link, before and after.
    for (const path of ['', '?wrapped', '?open=1']) {
      const page = await (await newVisitor(app().origin).fetch(`/e/${event.privateKey}${path}`)).text();
      const [head = ''] = page.split('</head>');
      expect(head)
        .to.include('Something for you')
        .and.not.match(/Ruth|Anna|\/files\/|film of|video/i);
    }
  });

  it('stays open once delivered, even when it is scheduled again', async () => {
    const { event, seen } = await eventWithFilm();
    await creator.call(deliverEvent, { params: { id: event.id }, body: { byHand: true } });
    await timeToGive(event);
    await plan(event, inDays(5));
    expect((await byKey(event.privateKey ?? '')).film).not.to.equal(null);
    for (const url of seen) expect(await statusOf(url), url).to.equal(200);
  });

  describe('for a recipient without an address', () => {
    const deliver = (event: Event, body: { at?: string; byHand?: boolean }) =>
      creator.call(deliverEvent, { params: { id: event.id }, body });

    it('counts as delivered when the organiser says “I gave it myself”', async () => {
      const { event } = await eventWithFilm({});
      expect((await refusalOf(deliver(event, {}))).fields).to.have.property('recipients');
      expect((await deliver(event, { byHand: true })).status, 'it can be taken back').to.equal('finalized');
      await timeToGive(event);
      const given = await readEvent(creator, event);
      expect(given.status).to.equal('delivered');
      expect(given.deliveredAt).to.be.a('string');
      const jobs = await app()
        .connection.collection('jobs')
        .countDocuments({ type: 'mail.send', 'data.template': 'gift' });
      expect(jobs, 'nobody is written to').to.equal(0);
    });

    it('stays closed until its time, then opens for the link', async () => {
      const { event } = await eventWithFilm({});
      const planned = await deliver(event, { byHand: true, at: inDays(2) });
      expect([planned.status, planned.deliveredAt]).to.deep.equal(['finalized', null]);
      expect((await byKey(event.privateKey ?? '')).film).to.equal(null);
      await app()
        .connection.collection('events')
        .updateOne({ uuid: event.uuid }, { $set: { deliverAt: new Date(Date.now() - 1000) } });
      expect((await byKey(event.privateKey ?? '')).film).not.to.equal(null);
    });

    it('counts as delivered at the first opening otherwise', async () => {
      const { event } = await eventWithFilm({});
      const recipient = newVisitor(app().origin);
      const { openedAt } = await recipient.call(openedEvent, { params: { id: event.privateKey ?? '' }, query: {} });
      const after = await readEvent(creator, event);
      expect([after.status, after.openedAt, after.deliveredAt === null]).to.deep.equal(['delivered', openedAt, false]);
    });
  });
});
