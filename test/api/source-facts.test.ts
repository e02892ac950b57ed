import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { StoredMedia } from '../../src/features/media/media.model.ts';
import { updateMedia } from '../../src/shared/contracts/media.ts';
import type { MediaEdit } from '../../src/shared/media-edit.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveFile, settledMedia, startEvent } from '../helpers/giving.ts';
import { sample } from '../helpers/media-samples.ts';
import { newUser, newVisitor } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const FILE = { filename: 'v.mp4', filetype: 'video/mp4' };

/** What version 1 of `SourceFacts` holds of a video. Another shape needs another `FACTS_VERSION`. */
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

describe('facts of a file, kept from its upload', function () {
  this.timeout(600_000);
  const app = useWholeApp();

  async function givenVideo() {
    const { origin, connection, config } = app();
    const creator = await newUser(origin);
    const event = await startEvent(creator);
    const { media } = await giveFile(newVisitor(origin), origin, event, await sample('mp4'), FILE);
    const [clip] = await settledMedia(creator, event);
    const clips = connection.collection('media');
    const _id = new connection.base.mongo.ObjectId(media.id);
    const stored = async () => (await clips.findOne({ _id })) as StoredMedia | null;
    /** A cleaning that still ran would change the record later, or lose its folder at the end of the test. */
    const cleaned = () =>
      eventually('a clean original', async () => {
        const media = await stored();
        return media?.originalState === 'clean' && media;
      });
    return {
      clip,
      stored,
      /** Prepares the clip again with facts that were changed, as if its original were still the upload. */
      async preparedWith(changes: { version: number; bytes: number; container: string }, edit: MediaEdit) {
        const { originalKey, sourceFacts } = await cleaned();
        const { size } = await stat(join(config.varDir, 'files', originalKey ?? ''));
        const { version, container } = changes;
        const kept = { version, facts: { ...sourceFacts?.facts, container, bytes: size + changes.bytes } };
        await clips.updateOne({ _id }, { $set: { originalState: 'raw', sourceFacts: kept } });
        await creator.call(updateMedia, { params: { id: media.id }, body: { edit } });
        const [prepared] = await settledMedia(creator, event);
        await cleaned();
        return prepared?.status;
      },
    };
  }

  it('have the shape of their version, and are shown to nobody', async () => {
    const { clip, stored } = await givenVideo();
    const { sourceFacts } = (await stored()) ?? {};
    expect(sourceFacts?.version).to.equal(1);
    expect(namesIn(sourceFacts?.facts ?? {})).to.deep.equal([...SHAPE].sort());
    expect(JSON.stringify(clip)).not.to.match(/sourceFacts|pixelFormat/);
  });

  it('serve its preparation, but not of another file or from another version', async () => {
    const { preparedWith } = await givenVideo();
    const wrong = { container: 'matroska' };
    expect(await preparedWith({ ...wrong, version: 0, bytes: 0 }, { flip: 'horizontal' })).to.equal('ready');
    expect(await preparedWith({ ...wrong, version: 1, bytes: 1 }, { flip: 'vertical' })).to.equal('ready');
    expect(await preparedWith({ ...wrong, version: 1, bytes: 0 }, { rotate: 180 })).to.equal('failed');
  });
});

/** Names of all values in an object, in order: `probe.video.codec`. */
function namesIn(value: object, before = ''): string[] {
  return Object.entries(value)
    .flatMap(([name, inner]) =>
      inner && typeof inner === 'object' ? namesIn(inner, `${before}${name}.`) : `${before}${name}`,
    )
    .sort();
}
