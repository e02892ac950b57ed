import { expect } from 'chai';
import { eventJobs } from '../../src/features/events/job-types.ts';
import { platform } from '../../src/platform/platform.ts';
import { createCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import { deliverEvent } from '../../src/shared/contracts/deliveries.ts';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { latestRenderJob } from '../../src/shared/contracts/films.ts';
import { type Media, updateMedia } from '../../src/shared/contracts/media.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { endedRender, giveText, readEvent, startFreeEvent } from '../helpers/giving.ts';
import { seemReady } from '../helpers/ready-clips.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { newEmail, newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('a free film whose occasion becomes a paid one', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let creator: SignedInUser;
  let event: Event;
  let clip: Media;
  let downloadUrl: string;

  const occasionIs = (occasion: Event['occasion']) =>
    creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { occasion } });
  const deliver = (body: { at?: string; byHand?: boolean } = {}) =>
    creator.call(deliverEvent, { params: { id: event.id }, body });
  const get = (path: string) => newVisitor(app().origin).fetch(path);
  const downloadAt = (page: string) =>
    /\/files\/film\/[^"&]+-download\?(?:[^"&]|&amp;)+/.exec(page)?.[0].replaceAll('&amp;', '&') ?? '';

  beforeEach(async () => {
    creator = await newUser(app().origin);
    event = await startFreeEvent(creator, { recipients: [{ firstName: 'Ruth', email: newEmail() }] });
    clip = (await giveText(newVisitor(app().origin), event, 'All the best')).media;
    await seemReady(app().connection, event, [clip], 4);
    await finishedFilm(app().connection, event, { bill: { length: 4, amount: 0, isFree: true } });
    event = await readEvent(creator, event);
    downloadUrl = downloadAt(await (await get(`/e/${event.viewKey}`)).text());
    expect((await get(downloadUrl)).status).to.equal(200);
  });

  it('must be paid before delivery, hand-over or download, and its makers can still watch it', async () => {
    const switched = await occasionIs('birthday');
    expect([switched.price?.amount, switched.isFilmOutdated]).to.deep.equal([500, true]);
    for (const body of [{}, { byHand: true }, { at: new Date(Date.now() + 3_600_000).toISOString() }]) {
      const refusal = await refusalOf(deliver(body));
      expect([refusal.status, refusal.code]).to.deep.equal([409, 'PAYMENT_REQUIRED']);
      expect(refusal.details).to.include({ amount: 500, currency: 'USD' });
      expect(refusal.message).to.include('studio');
    }
    expect((await get(downloadUrl)).status, 'an address from before').to.equal(404);
    for (const ref of [event.viewKey, event.privateKey]) {
      expect(await (await get(`/e/${ref}`)).text()).not.to.include('/files/film/');
    }
    const studio = await readEvent(creator, event);
    expect((await get(studio.film?.sources[0]?.url ?? '')).status).to.equal(200);
  });

  it('is not delivered by an earlier plan, and its maker gets a mail', async () => {
    await occasionIs('birthday');
    await app()
      .connection.collection('events')
      .updateOne({ uuid: event.uuid }, { $set: { deliveryId: 'from before', deliverAt: new Date(Date.now() - 1000) } });

    const job = await platform().queue.enqueue(eventJobs.deliver, { eventId: event.id, deliveryId: 'from before' });
    await eventually('the job to end', async () => (await platform().queue.status(job.id))?.finishedAt);
    const after = await readEvent(creator, event);
    expect([after.status, after.deliverAt]).to.deep.equal(['finalized', null]);
    const [note] = await eventually('the note', async () => {
      const mails = await app().mailsTo(creator.user.email);
      const notes = mails.filter(({ subject }) => subject === 'About your payment');
      return notes.length > 0 && notes;
    });
    expect(note?.text).to.include('isn’t paid for');
    expect(await app().mailsTo(event.recipients[0]?.email ?? '')).to.deep.equal([]);
  });

  it('is free again when switched back', async () => {
    await occasionIs('birthday');
    expect((await get(downloadUrl)).status).to.equal(404);
    await occasionIs('getwell');
    expect((await get(downloadUrl)).status).to.equal(200);
  });

  it('gets the new occasion’s title and can be delivered once paid', async () => {
    await occasionIs('birthday');
    const { url } = await creator.call(createCheckoutSession, { body: { eventId: event.id } });
    // A film is joined from it now, so it is prepared.
    await creator.call(updateMedia, { params: { id: clip.id }, body: { contributor: { name: 'Ben' } } });
    expect((await creator.postForm(new URL(url).pathname, {})).status).to.equal(303);
    const job = await creator.call(latestRenderJob, { params: { id: event.id } });
    expect((await endedRender(creator, { id: job?.id ?? '' })).status).to.equal('done');
    const paid = await readEvent(creator, event);
    expect([paid.film?.version, paid.isFilmOutdated, paid.price?.amount]).to.deep.equal([2, false, 0]);
    const answer = await get(downloadAt(await (await get(`/e/${event.viewKey}`)).text()));
    expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).to.include('birthday');
    expect((await deliver({ byHand: true })).delivery).to.include({ byHand: true, isGoingOut: false });
  });
});
