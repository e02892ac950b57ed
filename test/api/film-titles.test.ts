import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ObjectId } from 'bson';
import { expect } from 'chai';
import { findEvent } from '../../src/features/events/find-events.service.ts';
import { prepareTitles } from '../../src/features/films/film-timeline.ts';
import { introCard, outroCard } from '../../src/features/films/render/cards.ts';
import { titlesWork } from '../../src/features/films/titles.jobs.ts';
import { platform } from '../../src/platform/platform.ts';
import { type Event, type UpdateEventBody, updateEvent } from '../../src/shared/contracts/events.ts';
import { deleteMedia, restoreMedia, updateMedia } from '../../src/shared/contracts/media.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const CONTEXT = { jobId: '', attempt: 1, progress: async () => {} };

describe('title cards of a film', function () {
  this.timeout(600_000);
  useSmallPictures();
  const web = useWeb();
  let creator: SignedInUser;
  let event: Event;
  let mediaId: string;

  beforeEach(async () => {
    creator = await newUser(web().origin);
    event = await startEvent(creator);
    mediaId = (await giveText(newVisitor(web().origin), event, 'Well done!')).media.id;
  });

  const jobs = () => web().connection.collection<{ type: string; data: { eventId: string } }>('jobs');

  /** How many drawings wait after a change, which are then forgotten. */
  async function asked(change: Promise<unknown>): Promise<number> {
    await change;
    const { deletedCount } = await jobs().deleteMany({ type: 'film.titles', 'data.eventId': event.id });
    return deletedCount;
  }

  it('are drawn again when a clip is renamed, hidden, withdrawn or restored', async () => {
    const params = { id: mediaId };
    expect(await asked(creator.call(updateMedia, { params, body: { contributor: { name: 'Bea' } } }))).to.equal(1);
    expect(await asked(creator.call(updateMedia, { params, body: { hidden: true } }))).to.equal(1);
    expect(await asked(creator.call(updateMedia, { params, body: { caption: 'At the lake' } }))).to.equal(0);
    expect(await asked(creator.call(deleteMedia, { params, query: {} }))).to.equal(1);
    expect(await asked(creator.call(restoreMedia, { params, query: {} }))).to.equal(1);
  });

  it('are drawn once for several changes of recipients and occasion, and not for other fields', async () => {
    const change = (body: UpdateEventBody) => creator.call(updateEvent, { params: { id: event.id }, query: {}, body });
    expect(await asked(change({ message: 'Be quick' }))).to.equal(0);
    const both = Promise.all([change({ recipients: [{ firstName: 'Ines' }] }), change({ occasion: 'farewell' })]);
    expect(await asked(both)).to.equal(1);
  });

  it('name the people of clips in preparation, and are ready for publishing', async () => {
    const others = { contributor: { name: 'Jo', with: ['Mia'] } };
    await giveText(newVisitor(web().origin), event, 'From both of us', others);
    const stored = await findEvent(event.id);
    if (!stored) throw new Error('the event has gone');
    await prepareTitles(stored, await tempFolder(), new AbortController().signal);
    const about = { occasion: stored.occasion, title: '', recipients: stored.recipients };
    const name = (
      await web()
        .connection.collection('media')
        .findOne({ eventId: new ObjectId(stored.id) })
    )?.contributor.name;
    for (const { key } of [introCard(about), outroCard(about, [name, 'Jo', 'Mia'])]) {
      const folder = `prepared/${event.id}/${key}`;
      for (const file of ['video-1080.mp4', 'video-720.mp4', 'audio.wav']) {
        expect(await platform().store.stat(`${folder}/${file}`), file).to.not.equal(null);
      }
    }
  });

  it('are deleted after a day once names have changed, and clips are not', async () => {
    const { store } = platform();
    const folders = async (): Promise<string[]> => {
      const found = new Set<string>();
      for await (const { key } of store.list(`prepared/${event.id}/`)) found.add(key.split('/')[2] ?? '');
      return [...found].sort();
    };
    const draw = () => titlesWork.run({ eventId: event.id }, { ...CONTEXT, signal: new AbortController().signal });
    const grow = async () => {
      const then = new Date(Date.now() - 2 * 24 * 3_600_000);
      const root = join(web().config.varDir, 'files/prepared', event.id);
      for (const file of await readdir(root, { recursive: true })) await utimes(join(root, file), then, then);
    };
    const clip = 'c'.repeat(40);
    await store.write(`prepared/${event.id}/${clip}/clip.json`, Buffer.from('{}'));
    await draw();
    const first = await folders();
    expect(first).to.have.length(3);
    await creator.call(updateMedia, { params: { id: mediaId }, body: { contributor: { name: 'Bea' } } });
    await draw();
    expect(await folders(), 'a film may still be made of them').to.have.length(4);
    await grow();
    await draw();
    const left = await folders();
    expect(left).to.have.length(3).and.to.include(clip);
    expect(
      left.filter((each) => !first.includes(each)),
      'the new closing',
    ).to.have.length(1);
  });
});
