import { expect } from 'chai';
import mongoose from 'mongoose';
import { type Event, getEvent } from '../../src/shared/contracts/events.ts';
import { updateMedia } from '../../src/shared/contracts/media.ts';
import { newDatabaseUri } from '../helpers/database.ts';
import { giveText, openedBy, startEvent } from '../helpers/giving.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { startTestWeb, type TestWeb } from '../helpers/web-app.ts';

interface Seen {
  name: string;
  collection: string;
}

/** What runs beside requests: the queue's workers, the relay between processes, and the pool itself. */
const BESIDE = new Set(['agendaJobs', 'jobs', 'outbox', 'queue', 'leases']);
const OF_THE_POOL = new Set(['hello', 'ping', 'endSessions', 'getMore', 'killCursors']);

/** How often a request asks the database: each access is decided once, and what it loaded is used. */
describe('database commands of one request', () => {
  let web: TestWeb;
  let creator: SignedInUser;
  let event: Event;
  let mediaId: string;
  let seen: Seen[] = [];
  let takes = 0;

  before(async () => {
    const uri = await newDatabaseUri();
    web = await startTestWeb({ env: { MONGODB_URI: `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true` } });
    creator = await newUser(web.origin);
    event = await startEvent(creator);
    const guest = await openedBy(newVisitor(web.origin), event);
    mediaId = (await giveText(guest, event, 'All the best')).media.id;
    mongoose.connection.getClient().on('commandStarted', ({ commandName, command }) => {
      const collection = String(command[commandName]);
      if (!OF_THE_POOL.has(commandName) && !BESIDE.has(collection)) seen.push({ name: commandName, collection });
    });
  });

  after(() => web.close());

  /** The rate limiter takes leases for several calls at once, so one of two in a row shows what a request needs by itself. */
  async function commandsOf(request: () => Promise<unknown>): Promise<string[]> {
    const runs: string[][] = [];
    for (const _run of [1, 2]) {
      seen = [];
      await request();
      runs.push(seen.map(({ name, collection }) => `${name} ${collection}`));
    }
    return runs.toSorted((a, b) => a.length - b.length)[0] ?? [];
  }

  function expectAtMost(most: number, commands: readonly string[]): void {
    expect(commands, commands.join('\n')).to.have.length.within(1, most);
  }

  it('changes a caption with at most 7', async () => {
    const change = () => creator.call(updateMedia, { params: { id: mediaId }, body: { caption: `Take ${++takes}` } });
    expectAtMost(7, await commandsOf(change));
  });

  it('reads an event with at most 5', async () => {
    expectAtMost(5, await commandsOf(() => creator.call(getEvent, { params: { id: event.id }, query: {} })));
  });

  it('shows the studio with at most 8', async () => {
    const page = async () => expect((await creator.fetch(`/e/${event.uuid}`)).status).to.equal(200);
    expectAtMost(8, await commandsOf(page));
  });

  it('shows the dashboard with at most 8', async () => {
    const page = async () => expect((await creator.fetch('/dashboard')).status).to.equal(200);
    expectAtMost(8, await commandsOf(page));
  });

  it('takes a visitor’s text clip with at most 10', async () => {
    const guest = await openedBy(newVisitor(web.origin), event);
    expectAtMost(10, await commandsOf(() => giveText(guest, event, `Many happy returns ${++takes}`)));
  });
});
