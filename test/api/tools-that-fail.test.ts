import { expect } from 'chai';
import type { Event } from '../../src/shared/contracts/events.ts';
import { createMedia } from '../../src/shared/contracts/media.ts';
import { eventually } from '../helpers/eventually.ts';
import { useFailingTools } from '../helpers/failing-tools.ts';
import { giveFile, readEvent, settledMedia, startEvent, uploadFile } from '../helpers/giving.ts';
import { sample } from '../helpers/media-samples.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('a file whose tool the machine stopped', function () {
  this.timeout(600_000);
  useSmallPictures();
  const tools = useFailingTools();
  const app = useWholeApp();
  let creator: SignedInUser;
  let event: Event;

  beforeEach(async () => {
    creator = await newUser(app().origin);
    event = await startEvent(creator);
  });

  for (const signal of ['KILL', 'TERM']) {
    it(`is kept when SIG${signal} ends the look at it, and becomes a clip when it is asked again`, async () => {
      const { origin } = app();
      const guest = newVisitor(origin);
      const uploadId = await uploadFile(origin, event, await sample('m4a'), {
        filename: 'v.m4a',
        filetype: 'audio/mp4',
      });
      const give = () =>
        guest.call(createMedia, { body: { event: event.uuid, uploadId, contributor: { name: 'Anna' } } });
      await tools.failOnce('ffprobe', '', `kill -${signal} $$`);
      expect((await refusalOf(give())).status).to.be.at.least(500);
      expect((await give()).media.status).to.equal('processing');
    });

    it(`becomes ready when SIG${signal} ends its preparation once`, async () => {
      // Where its shell dies, the real tool has begun: it catches the signal and exits with a code of its own.
      const what =
        signal === 'KILL'
          ? 'kill -KILL $$'
          : '(sleep 0.1; kill -TERM $$) & exec ffmpeg -v error -re -f lavfi -i anullsrc -f null -';
      await tools.failOnce('ffmpeg', '', what);
      await giveFile(newVisitor(app().origin), app().origin, event, await sample('m4a'), {
        ...{ filename: 'v.m4a', filetype: 'audio/mp4' },
      });
      const [clip] = await settledMedia(creator, event);
      expect([clip?.status, clip?.error, tools.hasFailed('ffmpeg')]).to.deep.equal(['ready', null, true]);
    });
  }

  for (const [why, words] of [
    ['was not installed', 'Could not decode image: 0: Unsupported feature: Unsupported codec'],
    ['was too old', 'Invalid input: Unspecified: Metadata not correctly assigned to image'],
  ]) {
    it(`is no broken photo when the decoder ${why} at first`, async () => {
      await tools.failOnce('heif-convert', '', `echo "${words}" >&2; exit 1`);
      await giveFile(newVisitor(app().origin), app().origin, event, await sample('heic'), {
        ...{ filename: 'IMG_1.HEIC', filetype: 'image/heic' },
      });
      const [clip] = await settledMedia(creator, event);
      expect([clip?.status, clip?.error, tools.hasFailed('heif-convert')]).to.deep.equal(['ready', null, true]);
    });
  }

  it('can be downloaded when its cleaning had no room at first', async () => {
    const full = 'echo "av_interleaved_write_frame(): No space left on device" >&2; exit 1';
    // Only the cleaning says so.
    await tools.failOnce('ffmpeg', '-strict unofficial', full);
    await giveFile(newVisitor(app().origin), app().origin, event, await sample('m4a'), {
      filename: 'v.m4a',
      filetype: 'audio/mp4',
    });
    const jobs = app().connection.collection('jobs');
    await eventually('the cleaning to wait for room', async () => {
      const waits = { type: 'original.clean', state: 'queued', dueAt: { $gt: new Date() } };
      const { modifiedCount } = await jobs.updateOne(waits, { $set: { dueAt: new Date() } });
      return modifiedCount === 1;
    });
    await eventually(
      'the original to be handed out',
      async () => (await readEvent(creator, event)).media?.[0]?.downloadUrl,
    );
  });
});
