import { join } from 'node:path';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import { platform } from '../../platform/platform.ts';
import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import { tellMakers } from '../events/event-sockets.service.ts';
import { eventTag } from '../events/event-work.service.ts';
import { mediaJobs } from './job-types.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { makeHybrid } from './prepare/hybrid-video.ts';
import { clipTags } from './preparing.ts';
import { SEGMENT_FILES, segmentFile } from './segments.ts';
import type { TimelineClip } from './timeline-clips.service.ts';

/* Earlier versions stored 720p in three files; films can use them, but the preview needs the current format. */

/** Files of earlier versions that the hybrid file replaces. */
const REPLACED = ['video-720.mp4', 'preview.m4s'];

/** CPU seconds to repack a clip: fixed, and for each second. */
const REPACK_START = 0.5;
const REPACK_SECOND = 0.03;

/** Enqueues repacking a clip of an earlier version for the preview; idempotent. */
export async function askToRepack(eventId: string, clip: TimelineClip): Promise<void> {
  const data = { mediaId: clip.id, segmentKey: clip.segment?.key ?? '' };
  const uniqueKey = `${data.mediaId}:${data.segmentKey}`;
  const cost = REPACK_START + clip.length * REPACK_SECOND;
  const turn = { groups: [eventTag(eventId)], cost };
  await platform().queue.enqueue(mediaJobs.repack, data, {
    uniqueKey,
    priority: 1,
    ...turn,
    tags: clipTags(clip.id, eventId),
  });
}

/** Runs `clip.preview`, without encoding video. */
export const repackWork: Work<JobData<typeof mediaJobs.repack>> = {
  async run({ mediaId, segmentKey }, { signal }) {
    const wanted = { _id: mediaId, 'prepared.segmentKey': segmentKey, deletedAt: null };
    const clip = await MediaModel.findOne(wanted).lean<StoredMedia>();
    if (!clip?.prepared || clip.prepared.stream) return;
    const { folder, frames } = clip.prepared;
    const { config, store } = platform();
    const stream = await withTempFolder(join(config.varDir, 'tmp'), async (temp) => {
      const target = join(temp, 'target.mp4');
      const pictures = await store.local(segmentFile({ folder }, 'video720'), temp);
      const audio = await store.local(segmentFile({ folder }, 'audio'), temp);
      const made = await makeHybrid({ pictures, audio, target }, frames, temp, signal);
      await store.take(`${folder}/${SEGMENT_FILES.video720}`, target);
      return made;
    });
    await MediaModel.updateOne(wanted, { $set: { 'prepared.stream': stream } });
    for (const file of REPLACED) await store.remove(`${folder}/${file}`);
    tellMakers(String(clip.eventId));
  },
};
