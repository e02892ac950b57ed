import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { Media } from '../../shared/contracts/media.ts';
import { TRANSCRIPTIONS_MAX } from '../../shared/studio-limits.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { workGroups } from '../events/event-work.service.ts';
import { requireChangeable } from '../events/events.access.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { requireOn } from '../switches/switches.service.ts';
import { rememberChange } from './clip-history.ts';
import { announce } from './clip-steps.ts';
import { mediaJobs } from './job-types.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { noSuchClip, type OwnMedia } from './own-clip.ts';
import { tagsBeside } from './preparing.ts';
import { uneditedOf } from './unedited.ts';
import { unfinishedRequests } from './unfinished-requests.ts';

const NOT_NOW = 'We can’t listen to clips right now. You can type the captions, or try again later.';

/**
 * Starts writing down what is said in a clip; its captions are replaced once that is done, unless somebody changes them
 * meanwhile. Asking again while it goes on changes nothing.
 * FIELDS_REFUSED for pictures, WRONG_STATE before a clip is ready, LIMIT_REACHED after several times.
 */
export async function transcribeClip({ media, event, roles }: OwnMedia, viewer: Viewer): Promise<Media> {
  requireChangeable(event);
  if (media.deletedAt !== null) throw noSuchClip();
  requireSound(media);
  if (isTranscribing(media)) return announce(media, event);
  await requireOn('captions', event.creatorId, NOT_NOW);
  const askedAt = Date.now();
  const started = await MediaModel.findOneAndUpdate(
    { _id: media._id, deletedAt: null, transcribed: { $not: { $gte: TRANSCRIPTIONS_MAX } } },
    {
      $set: { transcription: { status: 'queued', message: '', askedAt } },
      $inc: { transcribed: 1 },
      ...rememberChange(['transcribe'], viewer, roles),
    },
    { returnDocument: 'after' },
  ).lean<StoredMedia>();
  if (!started) {
    const message = `We’ve listened to this clip ${TRANSCRIPTIONS_MAX} times. You can type its captions, or paste them.`;
    throw new AppError('LIMIT_REACHED', { message });
  }
  await enqueue(started, event, askedAt);
  return announce(started, event);
}

async function enqueue({ _id, length }: StoredMedia, event: EventRecord, askedAt: number): Promise<void> {
  const mediaId = String(_id);
  await platform().queue.enqueue(
    mediaJobs.transcribe,
    { mediaId, askedAt },
    {
      uniqueKey: `${mediaId}:${askedAt}`,
      groups: workGroups(event),
      cost: length,
      tags: tagsBeside(mediaId, event.id),
    },
  );
}

/** Listens to clips whose process crashed before it could enqueue the job. @returns how many wait or are listened to */
export async function rescueTranscriptions(now = Date.now()): Promise<number> {
  const clips = await unfinishedRequests({ 'transcription.status': { $in: ['queued', 'running'] } }, now);
  for (const { media, event } of clips) {
    if (media.transcription) await enqueue(media, event, media.transcription.askedAt);
  }
  return clips.length;
}

function isTranscribing({ transcription }: StoredMedia): boolean {
  return transcription?.status === 'queued' || transcription?.status === 'running';
}

function requireSound(media: StoredMedia): void {
  if (media.kind === 'photo' || media.kind === 'text') {
    const message = 'Only videos and voice messages can be listened to.';
    throw new AppError('FIELDS_REFUSED', { message, fields: { id: message } });
  }
  if (!uneditedOf(media)) {
    const message =
      media.status === 'ready'
        ? 'This clip was edited before all of it was kept. Revert its edits once, then we can listen to it.'
        : 'This clip isn’t ready yet. Try again in a moment.';
    throw new AppError('WRONG_STATE', { message });
  }
}
