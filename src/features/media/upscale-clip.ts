import { randomBytes } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { Media } from '../../shared/contracts/media.ts';
import { UPSCALE } from '../../shared/studio-limits.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { workGroups } from '../events/event-work.service.ts';
import { requireChangeable } from '../events/events.access.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { rememberChange } from './clip-history.ts';
import { announce } from './clip-steps.ts';
import { mediaJobs } from './job-types.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { noSuchClip, type OwnMedia } from './own-clip.ts';
import { clipTag, clipTags, countAgain, startPreparing } from './preparing.ts';
import { unfinishedRequests } from './unfinished-requests.ts';
import { removeEnlarged } from './upscale-files.ts';
import { fits } from './upscale-room.ts';

/** Expected CPU seconds. */
const EXPECTED = 60;

/**
 * Enlarges a photo or a short clip, for review; the same request again changes nothing. WRONG_STATE for a clip that is
 * not ready, FIELDS_REFUSED for one that would take too long.
 */
export async function askUpscale({ media, event, roles }: OwnMedia, viewer: Viewer): Promise<Media> {
  requireChangeable(event);
  if (media.deletedAt !== null) throw noSuchClip();
  const { status = 'none' } = media.upscale ?? {};
  if (status === 'review' || status === 'approved') return announce(media, event);
  if (media.upscale && (status === 'queued' || status === 'running')) {
    // The process that stored it may have crashed before this.
    await enqueue(media, event, media.upscale.folder);
    return announce(media, event);
  }
  if (media.kind !== 'photo' && media.kind !== 'video') throw wrong('Only photos and videos can be made sharper.');
  if (media.status !== 'ready' || !media.originalKey) {
    throw wrong('This clip is being prepared. Try again in a moment.');
  }
  if (!fits(media)) throw new AppError('FIELDS_REFUSED', { message: tooLarge(media) });
  const folder = `upscaled/${event.id}/${media._id}-${randomBytes(4).toString('hex')}`;
  const asked = await MediaModel.findOneAndUpdate(
    { _id: media._id, deletedAt: null },
    { $set: { upscale: { status: 'queued', folder } }, ...rememberChange(['upscale'], viewer, roles) },
    { returnDocument: 'after' },
  ).lean<StoredMedia>();
  if (!asked) throw noSuchClip();
  await enqueue(asked, event, folder);
  return announce(asked, event);
}

async function enqueue({ _id }: StoredMedia, event: EventRecord, folder: string): Promise<void> {
  const mediaId = String(_id);
  const tags = clipTags(`upscale-${mediaId}`, event.id);
  const options = { uniqueKey: folder, groups: workGroups(event), cost: EXPECTED, tags };
  await platform().queue.enqueue(mediaJobs.upscale, { mediaId, folder }, options);
}

/** Enlarges clips whose process crashed before it could enqueue the job. @returns how many are queued */
export async function rescueUpscales(now = Date.now()): Promise<number> {
  const clips = await unfinishedRequests({ 'upscale.status': 'queued' }, now);
  for (const { media, event } of clips) {
    if (media.upscale) await enqueue(media, event, media.upscale.folder);
  }
  return clips.length;
}

function tooLarge({ kind, width, height }: StoredMedia): string {
  if (kind === 'photo') return 'This photo is large enough already.';
  const seconds = Math.floor(UPSCALE.video / (Math.max(1, width * height) * 30));
  return seconds < 1
    ? 'This video is too large to be made sharper: it would take hours.'
    : `A video of this size can be made sharper up to ${seconds === 1 ? 'a second' : `${seconds} seconds`}. Trim it on your device and add it again.`;
}

/** Prepares a clip from its enlarged version, or drops that. WRONG_STATE unless it waits for the decision. */
export async function reviewUpscale(
  { media, event, roles }: OwnMedia,
  isApproved: boolean,
  viewer: Viewer,
): Promise<Media> {
  requireChangeable(event);
  if (media.deletedAt !== null) throw noSuchClip();
  if (media.upscale?.status !== 'review') throw wrong('There is no sharper version to decide about.');
  if (isApproved) await countAgain(media, viewer);
  const again = { status: 'processing' as const, progress: 0, error: null };
  const reviewed = await MediaModel.findOneAndUpdate(
    { _id: media._id, deletedAt: null, 'upscale.status': 'review' },
    {
      $set: { 'upscale.status': isApproved ? 'approved' : 'rejected', ...(isApproved && again) },
      ...(isApproved && { $inc: { generation: 1 } }),
      ...rememberChange([isApproved ? 'upscaleUsed' : 'upscaleDropped'], viewer, roles),
    },
    { returnDocument: 'after' },
  ).lean<StoredMedia>();
  if (!reviewed) throw wrong('There is no sharper version to decide about.');
  if (isApproved) {
    await platform().queue.cancelAll(clipTag(String(media._id)));
    await startPreparing(reviewed, event);
  } else await removeEnlarged(reviewed);
  return announce(reviewed, event);
}

function wrong(message: string): AppError {
  return new AppError('WRONG_STATE', { message });
}
