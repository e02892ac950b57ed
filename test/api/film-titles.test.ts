import { ObjectId } from 'bson';
import { expect } from 'chai';
import { findEvent } from '../../src/features/events/find-events.service.ts';
import { prepareTitles } from '../../src/features/films/film-timeline.ts';
import { introCard, outroCard } from '../../src/features/films/render/cards.ts';
import { platform } from '../../src/platform/platform.ts';
import { type Event, type UpdateEventBody, updateEvent } from '../../src/shared/contracts/events.ts';
import { deleteMedia, restoreMedia, updateMedia } from '../../src/shared/contracts/media.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

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
});
