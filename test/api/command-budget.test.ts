import { expect } from 'chai';
import mongoose from 'mongoose';
import { RATE_RULES, type RateRules } from '../../src/platform/http/rate-limits.ts';
import { type Event, getEvent } from '../../src/shared/contracts/events.ts';
import { updateMedia } from '../../src/shared/contracts/media.ts';
import { addRecipient } from '../../src/shared/contracts/recipients.ts';
import { newDatabaseUri } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, openedBy, startEvent, startFreeEvent } from '../helpers/giving.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { startTestWeb, type TestWeb } from '../helpers/web-app.ts';

interface Seen {
  name: string;
  collection: string;
}

/** What runs beside requests: the relay between processes, the site's figures, and the switches, which are read every ten seconds. */
const BESIDE = new Set(['outbox', 'figures', 'switches']);
/** Enqueueing a job ranks it and stores it. */
const OF_THE_QUEUE = new Set(['jobs', 'job_groups']);
const PER_JOB = 2;
const OF_THE_POOL = new Set(['hello', 'ping', 'endSessions', 'getMore', 'killCursors']);

/** Without leases, so that every request pays for its rate limit as the first of a process does. */
const UNLEASED = Object.fromEntries(
  Object.entries(RATE_RULES).map(([name, rule]) => [name, { ...rule, points: 1_000_000, lease: 1 }]),
) as RateRules;

/** How often a request asks the database: each access is decided once, and what it loaded is used. */
describe('database commands of one request', () => {
  let web: TestWeb;
  let creator: SignedInUser;
  /** Without a film. */
  let plain: Event;
  /** With two recipients, a film, clips in it, and a late clip that waits for an answer. */
  let given: Event;
  /** One that is being prepared, and one that is ready. */
  let mediaId: string;
  let readyId: string;
  let seen: Seen[] = [];
  let takes = 0;

  before(async () => {
    const uri = await newDatabaseUri();
    const env = { MONGODB_URI: `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true` };
    web = await startTestWeb({ env, rules: UNLEASED });
    creator = await newUser(web.origin);
    plain = await startEvent(creator);
    const guest = await openedBy(newVisitor(web.origin), plain);
    mediaId = (await giveText(guest, plain, 'All the best')).media.id;

    given = await startFreeEvent(creator);
    await creator.call(addRecipient, { body: { event: given.id, firstName: 'Mo', email: 'mo@example.com' } });
    const early = await giveText(newVisitor(web.origin), given, 'Get well soon');
    readyId = early.media.id;
    await finishedFilm(web.connection, given, { clip: early.media });
    const ready = { 'prepared.stream': { header: { offset: 0, bytes: 1 }, parts: [] } };
    await web.connection.collection('media').updateOne({ prepared: { $ne: null } }, { $set: ready });
    const late = await giveText(newVisitor(web.origin), given, 'Sorry I’m late', { contributor: { name: 'Amara' } });
    const { media = [] } = await creator.call(getEvent, { params: { id: given.id }, query: {} });
    expect(media.find(({ id }) => id === late.media.id)).to.include({ isWaiting: true });
    mongoose.connection.getClient().on('commandStarted', ({ commandName, command }) => {
      const collection = String(command[commandName]);
      if (!OF_THE_POOL.has(commandName) && !BESIDE.has(collection)) seen.push({ name: commandName, collection });
    });
  });

  after(() => web.close());

  async function expectAtMost(most: number, request: () => Promise<unknown>, jobs = 0): Promise<void> {
    seen = [];
    await request();
    const all = seen.map(({ name, collection }) => `${name} ${collection}`).join('\n');
    const ofQueue = seen.filter(({ collection }) => OF_THE_QUEUE.has(collection));
    expect(seen.length - ofQueue.length, all).to.be.within(1, most);
    expect(ofQueue.length, all).to.be.at.most(jobs * PER_JOB);
  }

  const show = (path: string) => async () => expect((await creator.fetch(path)).status).to.equal(200);

  it('changes a caption with at most 7', async () => {
    for (const id of [mediaId, readyId]) {
      const change = () => creator.call(updateMedia, { params: { id }, body: { caption: `Take ${++takes}` } });
      await expectAtMost(7, change);
    }
    // Soon after, the makers get what follows from a clip that is ready; this belongs to no request.
    await eventually('the news', async () => seen.some(({ collection }) => collection === 'film_accounts'));
  });

  it('reads an event with at most 5', async () => {
    await expectAtMost(5, () => creator.call(getEvent, { params: { id: plain.id }, query: {} }));
    await expectAtMost(5, () => creator.call(getEvent, { params: { id: given.id }, query: {} }));
  });

  it('shows the studio with at most 8', async () => {
    await expectAtMost(8, show(`/e/${plain.uuid}`));
    await expectAtMost(8, show(`/e/${given.uuid}`));
  });

  it('shows the dashboard with at most 8', async () => {
    await web.connection.collection('events').updateOne({ uuid: plain.uuid }, { $set: { status: 'finalizing' } });
    await expectAtMost(8, show('/dashboard'));
  });

  it('takes a visitor’s text clip with at most 10, and 2 for its job', async () => {
    const open = await startEvent(creator);
    for (const guest of [await openedBy(newVisitor(web.origin), open), newVisitor(web.origin)]) {
      await expectAtMost(10, () => giveText(guest, open, `Many happy returns ${++takes}`), 1);
    }
  });
});
