import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { Event } from '../../src/shared/contracts/events.ts';
import { getPreview, publish } from '../../src/shared/contracts/films.ts';
import { giveText, startFreeEvent } from '../helpers/giving.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('queued previews and films', () => {
  const web = useWeb();
  const jobs = () => web().connection.collection('jobs');

  /** An event with clips that are ready and can't be played yet. */
  async function eventOf(creator: SignedInUser, clips: number): Promise<Event> {
    const event = await startFreeEvent(creator);
    for (let n = 0; n < clips; n++) await giveText(newVisitor(web().origin), event, `Wish ${n}`);
    const eventId = new (web().connection.base.mongo.ObjectId)(event.id);
    for await (const { _id } of web().connection.collection('media').find({ eventId })) {
      const segmentKey = randomBytes(20).toString('hex');
      const prepared = { segmentKey, folder: `prepared/${event.id}/${segmentKey}`, frames: 240 };
      await web()
        .connection.collection('media')
        .updateOne({ _id }, { $set: { status: 'ready', length: 8, prepared } });
    }
    return event;
  }

  /** Tags of the waiting jobs of a type, in the order in which workers take them. */
  async function waiting(type: string, events: Event[]): Promise<string[]> {
    const tags = events.map(({ id }) => `event:${id}`);
    const found = await jobs()
      .find({ type, tags: { $in: tags } })
      .sort({ priority: -1, rank: 1 })
      .toArray();
    return found.map((job) => tags.find((tag) => job.tags.includes(tag)) ?? '');
  }

  it('take an event’s only clip after the first of another event’s five', async () => {
    const creator = await newUser(web().origin);
    const other = await newUser(web().origin);
    const [large, small] = [await eventOf(creator, 5), await eventOf(other, 1)];
    await creator.call(getPreview, { params: { id: large.id } });
    await other.call(getPreview, { params: { id: small.id } });
    const order = await waiting('clip.preview', [large, small]);
    expect([order.length, order.indexOf(`event:${small.id}`)]).to.deep.equal([6, 1]);
  });

  it('take one owner’s film after the first of another owner’s three', async () => {
    const [busy, other] = [await newUser(web().origin), await newUser(web().origin)];
    const events: Event[] = [];
    for (const owner of [busy, busy, busy, other]) {
      const event = await eventOf(owner, 1);
      await owner.call(publish, { body: { eventId: event.id } });
      events.push(event);
    }
    const order = await waiting('film.render', events);
    expect([order.length, order.indexOf(`event:${events[3]?.id}`)]).to.deep.equal([4, 1]);
  });
});
