import { join } from 'node:path';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import type { JobContext } from '../../platform/job-queue.ts';
import { platform } from '../../platform/platform.ts';
import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import { UPSCALE } from '../../shared/studio-limits.ts';
import { findEvent } from '../events/find-events.service.ts';
import { announce } from './clip-steps.ts';
import type { mediaJobs } from './job-types.ts';
import { type MediaFilter, MediaModel, type StoredMedia } from './media.model.ts';
import { identify } from './prepare/identify.ts';
import { sha256OfFile } from './uploads/upload-content.ts';
import { enlargePhoto, enlargeVideo } from './upscale/enlarge.ts';
import { ENLARGED_FILES, removeEnlarged } from './upscale-files.ts';

type UpscaleData = JobData<typeof mediaJobs.upscale>;

/** Runs `media.upscale`. */
export const upscaleWork: Work<UpscaleData> = {
  async run({ mediaId, folder }, { signal }: JobContext) {
    // Failed: it was started again at the desk.
    const media = await change(mediaId, folder, { 'upscale.status': 'running' }, [...WANTED, 'failed']);
    if (!media?.originalKey) return;
    const { config, store } = platform();
    const { originalKey } = media;
    await withTempFolder(join(config.varDir, 'tmp'), async (temp) => {
      const path = await store.local(originalKey, temp);
      const facts = await identify(path, { signal });
      const options = { timeLimit: UPSCALE.timeLimit, signal };
      if (facts.kind === 'audio') throw new Error('A sound has no picture to enlarge');
      const made =
        facts.kind === 'photo'
          ? await enlargePhoto(path, facts, temp, options)
          : await enlargeVideo(path, facts, temp, options);
      const sha256 = await sha256OfFile(made.result);
      const paths = { large: made.result, before: made.before, after: made.after };
      for (const file of ENLARGED_FILES) await store.take(`${folder}/${file}`, paths[file]);
      const { width, height, method } = made;
      const wanted = await change(mediaId, folder, {
        'upscale.status': 'review',
        'upscale.sha256': sha256,
        ...{ 'upscale.width': width, 'upscale.height': height, 'upscale.method': method },
      });
      // Where its clip was purged meanwhile, nothing else would find these files before its event goes.
      if (!wanted && !(await isKept(mediaId, folder))) await removeEnlarged(media);
    });
  },
  async ended({ mediaId, folder }, { state }) {
    if (state !== 'done') await change(mediaId, folder, { 'upscale.status': 'failed' });
  },
};

const WANTED = ['queued', 'running'] as const;

/** Whether another run of the same request has finished it. */
async function isKept(mediaId: string, folder: string): Promise<boolean> {
  const finished = { 'upscale.folder': folder, 'upscale.status': { $in: ['review', 'approved'] } };
  return (await MediaModel.exists({ _id: mediaId, ...finished } as MediaFilter)) !== null;
}

/** Changes a clip whose upscaling is still wanted, also in the bin, and notifies its makers. */
async function change(
  mediaId: string,
  folder: string,
  fields: Record<string, unknown>,
  from: readonly ((typeof WANTED)[number] | 'failed')[] = WANTED,
): Promise<StoredMedia | null> {
  const wanted: MediaFilter = { _id: mediaId, 'upscale.folder': folder, 'upscale.status': { $in: [...from] } };
  const media = await MediaModel.findOneAndUpdate(
    wanted,
    { $set: fields },
    { returnDocument: 'after' },
  ).lean<StoredMedia>();
  const event = media && (await findEvent(String(media.eventId)));
  if (media && event) await announce(media, event);
  return media;
}
