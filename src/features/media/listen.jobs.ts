import { join } from 'node:path';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import { platform } from '../../platform/platform.ts';
import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import type { Media } from '../../shared/contracts/media.ts';
import { requireChangeable } from '../events/events.access.ts';
import { findEvent } from '../events/find-events.service.ts';
import { announce } from './clip-steps.ts';
import { heardPart, tightenOf } from './dead-time.ts';
import { mediaJobs } from './job-types.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import type { OwnMedia } from './own-clip.ts';
import { tagsBeside } from './preparing.ts';
import { segmentFile } from './segments.ts';
import { uneditedOf } from './unedited.ts';

/** Looks for dead time in a clip that was prepared before that was measured. Others stay as they are. */
export async function findDeadTime({ media, event }: OwnMedia): Promise<Media> {
  requireChangeable(event);
  if (media.deletedAt === null && tightenOf(media) === undefined) {
    const mediaId = String(media._id);
    const options = { uniqueKey: mediaId, tags: tagsBeside(mediaId, event.id) };
    await platform().queue.enqueue(mediaJobs.listen, { mediaId }, options);
  }
  return announce(media, event);
}

/** Runs `clip.listen`. */
export const listenWork: Work<JobData<typeof mediaJobs.listen>> = {
  async run({ mediaId }) {
    const media = await MediaModel.findOne({ _id: mediaId, deletedAt: null }).lean<StoredMedia>();
    const whole = media && uneditedOf(media);
    if (!whole || media.heard) return;
    const { config, store } = platform();
    const heard = await withTempFolder(join(config.varDir, 'tmp'), async (temp) =>
      heardPart(await store.local(segmentFile(whole, 'audio'), temp), whole.length),
    );
    const listened = await MediaModel.findOneAndUpdate(
      { _id: mediaId },
      { $set: { heard } },
      { returnDocument: 'after' },
    )
      .lean<StoredMedia>()
      .exec();
    const event = listened && (await findEvent(String(listened.eventId)));
    if (listened && event) await announce(listened, event);
  },
};
