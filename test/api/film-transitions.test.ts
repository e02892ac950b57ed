import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ObjectId } from 'bson';
import { expect } from 'chai';
import { findEvent } from '../../src/features/events/find-events.service.ts';
import { prepareTransitions } from '../../src/features/films/film-timeline.ts';
import { wavHeader } from '../../src/platform/ffmpeg/wav.ts';
import { platform } from '../../src/platform/platform.ts';
import { type Event, orderMedia, type UpdateEventBody, updateEvent } from '../../src/shared/contracts/events.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { SMALL } from '../helpers/small-pictures.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const run = promisify(execFile);
const EDGE_BYTES = 30 * 1600 * 4;

describe('transitions of a film', function () {
  this.timeout(600_000);
  useSmallPictures();
  const web = useWeb();
  let creator: SignedInUser;
  let event: Event;
  let ids: string[];

  beforeEach(async () => {
    creator = await newUser(web().origin);
    event = await startEvent(creator);
    ids = [];
    for (const words of ['One', 'Two', 'Three']) {
      ids.push((await giveText(newVisitor(web().origin), event, words)).media.id);
    }
  });

  const change = (transition: 'soft' | 'fade') =>
    creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { transition } });
  const reorder = (mediaIds: string[]) => creator.call(orderMedia, { params: { id: event.id }, body: { mediaIds } });

  async function waiting(): Promise<number> {
    const jobs = web().connection.collection('jobs');
    return jobs.countDocuments({ type: 'film.transitions', 'data.eventId': event.id, state: 'queued' });
  }

  it('are made once after several changes of the order, and not for soft edges', async () => {
    await reorder([...ids].reverse());
    expect(await waiting()).to.equal(0);
    expect((await change('fade')).transition).to.equal('fade');
    expect(await waiting()).to.equal(1);
    await reorder(ids);
    await reorder([...ids].reverse());
    expect(await waiting()).to.equal(1);
  });

  it('follow the theme until somebody chooses, and again when the choice is taken back', async () => {
    const put = (body: UpdateEventBody) => creator.call(updateEvent, { params: { id: event.id }, query: {}, body });
    expect(event).to.include({ transition: 'soft', isOwnTransition: false });
    expect(await put({ themeId: 'marquee' })).to.include({ transition: 'zoom', isOwnTransition: false });
    expect(await put({ themeId: 'candle' })).to.include({ transition: 'fade', isOwnTransition: false });
    expect(await put({ transition: 'slide' })).to.include({ transition: 'slide', isOwnTransition: true });
    expect(await put({ themeId: 'marquee' })).to.include({ transition: 'slide', isOwnTransition: true });
    expect(await put({ transition: null })).to.include({ transition: 'zoom', isOwnTransition: false });
    expect(await put({ themeId: null })).to.include({ transition: 'soft', isOwnTransition: false });
  });

  it('are made together with names over clips, unless their makers want none', async () => {
    const put = (body: UpdateEventBody) => creator.call(updateEvent, { params: { id: event.id }, query: {}, body });
    expect(event.showsNames).to.equal(true);
    expect(await put({ showsNames: false })).to.include({ showsNames: false, transition: 'soft' });
    expect(await waiting()).to.equal(0);
    expect(await put({ showsNames: true })).to.include({ showsNames: true });
    expect(await waiting()).to.equal(1);
  });

  /** Gives a clip stored edges, as its preparation would. */
  async function prepared(id: string, edges: { video: string; audio: string }): Promise<void> {
    const { store } = platform();
    const folder = `prepared/${event.id}/${id}`;
    await store.write(`${folder}/edges.mp4`, createReadStream(edges.video));
    await store.write(`${folder}/edges.wav`, createReadStream(edges.audio));
    const facts = { segmentKey: id, folder, frames: 90, hasEdges: true };
    const media = web().connection.collection('media');
    await media.updateOne({ _id: new ObjectId(id) }, { $set: { status: 'ready', prepared: facts, length: 3 } });
  }

  /** When each stored transition was made. */
  async function stored(): Promise<Map<string, number>> {
    const made = new Map<string, number>();
    for await (const { key, modifiedAt } of platform().store.list(`prepared/${event.id}/join-`)) {
      if (key.endsWith('/audio.wav')) made.set(key, modifiedAt.getTime());
    }
    return made;
  }

  it('are made again only between clips with another neighbour', async () => {
    await change('fade');
    const temp = await tempFolder();
    const edges = { video: join(temp, 'edges.mp4'), audio: join(temp, 'edges.wav') };
    const source = `color=gray:s=${SMALL.width}x${SMALL.height}:r=30`;
    const grey = ['-f', 'lavfi', '-i', source, '-frames:v', '30', '-preset', 'ultrafast'];
    await run('ffmpeg', ['-v', 'error', ...grey, '-pix_fmt', 'yuv420p', edges.video]);
    await writeFile(edges.audio, Buffer.concat([wavHeader(EDGE_BYTES), Buffer.alloc(EDGE_BYTES)]));
    for (const id of ids) await prepared(id, edges);
    const make = async (folder: string) => {
      const now = await findEvent(event.id);
      if (!now) throw new Error('the event has gone');
      await prepareTransitions(now, join(temp, folder), new AbortController().signal);
      return stored();
    };
    const first = await make('first');
    expect(first.size, 'both cards are neighbours too').to.equal(4);
    const [one, two, three] = ids as [string, string, string];
    await reorder([one, three, two]);
    const second = await make('second');
    expect(second.size, 'three are new').to.equal(7);
    for (const [key, at] of first) expect(second.get(key), key).to.equal(at);
    await reorder([one, two, three]);
    expect([...(await make('third')).entries()], 'nothing is new').to.deep.equal([...second.entries()]);
  });
});
