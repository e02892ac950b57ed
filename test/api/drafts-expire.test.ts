import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Types } from 'mongoose';
import { housekeepingJobs } from '../../src/app/housekeeping.ts';
import { mediaJobs } from '../../src/features/media/job-types.ts';
import { countPayment } from '../../src/features/orders/orders.service.ts';
import { platform } from '../../src/platform/platform.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { DRAFT_KEPT } from '../../src/shared/limits.ts';
import { mp4Clip } from '../helpers/clips.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveFile, startEvent } from '../helpers/giving.ts';
import { see } from '../helpers/pages.ts';
import { newUser, newVisitor, type Visitor } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const DAY = 24 * 3_600_000;

describe('a draft event', function () {
  this.timeout(600_000);
  const app = useWholeApp();

  const rows = (collection: string, filter: object) =>
    app()
      .connection.collection(collection)
      .countDocuments(filter as never);
  const setChanged = (event: Event, age: number, more: object = {}) =>
    app()
      .connection.collection('events')
      .updateOne({ uuid: event.uuid }, { $set: { updatedAt: new Date(Date.now() - age), ...more } });
  async function startWithClip(who: Visitor): Promise<{ event: Event; folder: string }> {
    const event = await startEvent(who);
    await giveFile(newVisitor(app().origin), app().origin, event, mp4Clip());
    const folder = join(app().config.varDir, 'files/originals', event.id);
    expect(existsSync(folder)).to.equal(true);
    return { event, folder };
  }

  it('is purged with clips, jobs and files 30 days after its last change; others stay', async () => {
    const user = await newUser(app().origin);
    const gone = await startWithClip(newVisitor(app().origin));
    const recent = await startWithClip(newVisitor(app().origin));
    const paid = await startEvent(newVisitor(app().origin));
    const owned = await startEvent(user);
    await eventually('no job of the clip', async () => {
      const open = await rows('jobs', {
        alive: true,
        type: { $in: ['media.poster', 'media.look', 'media.prepare', 'clip.preview', 'original.clean'] },
      });
      return open === 0;
    });
    const { queue } = platform();
    const clip = { mediaId: String(new Types.ObjectId()), generation: 1 };
    const waits = { tags: [`event:${gone.event.id}`], runAt: new Date(Date.now() + DAY) };
    const { id: waiting } = await queue.enqueue(mediaJobs.prepare, clip, waits);
    await setChanged(gone.event, DRAFT_KEPT + DAY);
    await setChanged(recent.event, DRAFT_KEPT - DAY);
    await setChanged(owned, DRAFT_KEPT + DAY);
    await setChanged(paid, DRAFT_KEPT + DAY);
    const kept = await startEvent(newVisitor(app().origin));
    await setChanged(kept, DRAFT_KEPT + DAY, { ownership: 'orphaned' });
    await countPayment(paid.id, 'payment', { amount: 500, target: 500 });
    for (let turn = 0; turn < 2; turn++) {
      const { id } = await queue.enqueue(housekeepingJobs.cleanUp, {});
      await eventually('the clean-up', async () => (await queue.status(id))?.finishedAt);
    }
    expect(await rows('events', { uuid: gone.event.uuid })).to.equal(0);
    expect((await queue.status(waiting))?.state).to.equal('cancelled');
    expect([
      await rows('media', { eventId: new Types.ObjectId(gone.event.id) }),
      existsSync(gone.folder),
    ]).to.deep.equal([0, false]);
    expect(await rows('events', { uuid: { $in: [recent.event.uuid, paid.uuid, owned.uuid, kept.uuid] } })).to.equal(4);
    expect(existsSync(recent.folder)).to.equal(true);
    expect((await newVisitor(app().origin).fetch(`/e/${gone.event.uuid}`)).status).to.equal(404);
  });

  it('shows its expiry in the studio', async () => {
    const visitor = newVisitor(app().origin);
    const event = await startEvent(visitor);
    const until = new Date(Date.parse(event.updatedAt) + DRAFT_KEPT);
    const day = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
    expect((await see(visitor, `/e/${event.uuid}`)).text).to.include(`will be deleted on ${day.format(until)}`);
  });
});
