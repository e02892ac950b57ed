import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { StoredMedia } from '../../src/features/media/media.model.ts';
import { identify } from '../../src/features/media/prepare/identify.ts';
import { updateMedia } from '../../src/shared/contracts/media.ts';
import type { MediaEdit } from '../../src/shared/media-edit.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveFile, readEvent, settledMedia, startEvent } from '../helpers/giving.ts';
import { sample } from '../helpers/media-samples.ts';
import { newUser, newVisitor } from '../helpers/user.ts';
import { useWholeApp, type WholeApp } from '../helpers/whole-app.ts';

const FILE = { filename: 'v.mp4', filetype: 'video/mp4' };

/** What version 2 of `SourceFacts` holds of a video. Another shape needs another `FACTS_VERSION`. */
const SHAPE = [
  ...['bytes', 'container', 'duration', 'extension', 'hasAudio', 'hdr', 'height', 'isTurnedTwice', 'kind', 'mime'],
  ...['probe.audio.channels', 'probe.audio.codec', 'probe.audio.index'],
  ...['densest', 'end', 'last', 'packets', 'start'].map((name) => `probe.audioSpan.${name}`),
  ...['probe.claimedDuration', 'probe.isPartial'],
  ...['codec', 'colourSpace', 'height', 'index', 'interlaced', 'pixelAspect', 'pixelFormat', 'primaries'].map(
    (name) => `probe.video.${name}`,
  ),
  ...['range', 'rotation', 'transfer', 'width'].map((name) => `probe.video.${name}`),
  ...['densest', 'end', 'last', 'packets', 'start'].map((name) => `probe.videoSpan.${name}`),
  ...['rotation', 'width'],
];

describe('what an upload was found to be', function () {
  this.timeout(600_000);

  describe('before a worker runs', () => {
    const app = useWholeApp({ hasWorker: false });

    it('is kept with the clip in the shape of its version, and shown to nobody', async () => {
      const { creator, event, stored } = await givenVideo(app());
      const { sourceFacts } = (await stored()) ?? {};
      expect(sourceFacts?.version).to.equal(2);
      expect(namesIn(sourceFacts?.facts ?? {})).to.deep.equal([...SHAPE].sort());
      expect(JSON.stringify(await readEvent(creator, event))).not.to.match(/sourceFacts|pixelFormat/);
    });
  });

  describe('once a worker runs', () => {
    const app = useWholeApp();

    it('is used to prepare the clip, but not for another file or from another version', async () => {
      const { creator, event, clips, _id, stored } = await givenVideo(app());
      /** Cleaning that still runs would change the record later, or lose its folder at the end of the test. */
      const cleaned = () =>
        eventually('a clean original', async () => {
          const media = await stored();
          return media?.originalState === 'clean' && media;
        });
      /** Prepares the clip again as if its original were still the upload, in a container that it is not. */
      const preparedWith = async (version: number, tooManyBytes: number, edit: MediaEdit) => {
        const { originalKey, sourceFacts } = await cleaned();
        expect(sourceFacts).to.equal(null);
        const path = join(app().config.varDir, 'files', originalKey ?? '');
        const bytes = (await stat(path)).size + tooManyBytes;
        const wrong = { version, facts: { ...(await identify(path)), container: 'matroska', bytes } };
        await clips.updateOne({ _id }, { $set: { originalState: 'raw', sourceFacts: wrong } });
        await creator.call(updateMedia, { params: { id: String(_id) }, body: { edit } });
        const [prepared] = await settledMedia(creator, event);
        await cleaned();
        return prepared?.status;
      };
      await settledMedia(creator, event);
      expect(await preparedWith(1, 0, { flip: 'horizontal' })).to.equal('ready');
      expect(await preparedWith(2, 1, { flip: 'vertical' })).to.equal('ready');
      expect(await preparedWith(2, 0, { rotate: 180 })).to.equal('failed');
    });
  });
});

async function givenVideo({ origin, connection }: WholeApp) {
  const creator = await newUser(origin);
  const event = await startEvent(creator);
  const { media } = await giveFile(newVisitor(origin), origin, event, await sample('mp4'), FILE);
  const clips = connection.collection('media');
  const _id = new connection.base.mongo.ObjectId(media.id);
  return { creator, event, clips, _id, stored: async () => (await clips.findOne({ _id })) as StoredMedia | null };
}

/** Names of all values in an object, in order: `probe.video.codec`. */
function namesIn(value: object, before = ''): string[] {
  return Object.entries(value)
    .flatMap(([name, inner]) =>
      inner && typeof inner === 'object' ? namesIn(inner, `${before}${name}.`) : `${before}${name}`,
    )
    .sort();
}
