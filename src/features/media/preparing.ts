import { createHash } from 'node:crypto';
import { addressKey } from '../../platform/http/rate-limits.ts';
import { platform } from '../../platform/platform.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { eventTag, workGroups } from '../events/event-work.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { type LookData, mediaJobs } from './job-types.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { lookPlanOf, UNKNOWN_WORK } from './prepare/encoding-work.ts';
import { releaseSeconds, reserveSeconds } from './queued-seconds.ts';

/* Jobs of a clip in order: poster, look, preparation. Others than videos are ready so soon that they skip two. */

type OwnedEvent = Pick<EventRecord, 'id' | 'ownership' | 'creatorId'>;

/**
 * Enqueues the current preparation of a clip. Completed steps end at once.
 * @param ip of the sender, for fair scheduling of drafts
 * @param isNew the clip was stored a moment ago
 */
export async function startPreparing(media: StoredMedia, event: OwnedEvent, ip?: string, isNew = false): Promise<void> {
  const data: LookData = {
    mediaId: String(media._id),
    generation: media.generation,
    askedAt: Date.now(),
    ...(event.ownership === 'draft' && ip !== undefined && { addressGroup: addressGroup(ip) }),
  };
  // A prepared clip shows its old version until it is ready again.
  await (media.kind === 'video' && !media.prepared ? enqueuePoster : enqueuePrepare)(media, event, data, isNew);
}

async function enqueuePoster(media: StoredMedia, event: OwnedEvent, data: LookData, isNew: boolean): Promise<void> {
  const options = { ...common(media, event, data), cost: 1, newestFirst: new Date(data.askedAt), isNew };
  await platform().queue.enqueue(mediaJobs.poster, data, options);
}

/** After the poster. */
export async function enqueueLook(media: StoredMedia, event: OwnedEvent, data: LookData): Promise<void> {
  const work = workOfClip(media);
  await platform().queue.enqueue(mediaJobs.look, data, {
    ...common(media, event, data),
    cost: lookPlanOf(work).cost,
    isHeavy: work.isHeavy,
    newestFirst: new Date(data.askedAt),
  });
}

/** After the look. */
export async function enqueuePrepare(
  media: StoredMedia,
  event: OwnedEvent,
  data: LookData,
  isNew = false,
): Promise<void> {
  const { mediaId, generation } = data;
  const { cost, isHeavy } = workOfClip(media);
  const options = { ...common(media, event, data), cost, isHeavy, isNew };
  await platform().queue.enqueue(mediaJobs.prepare, { mediaId, generation }, options);
}

function common(media: StoredMedia, event: OwnedEvent, { mediaId, generation, addressGroup }: LookData) {
  return {
    uniqueKey: `${mediaId}:${generation}`,
    groups: [...workGroups(event), ...(addressGroup ? [addressGroup] : [])],
    tags: clipTags(mediaId, String(media.eventId)),
  };
}

/** Cost of preparing a clip; the maximum if it was never estimated. */
export function workOfClip({ work }: Pick<StoredMedia, 'work'>) {
  return { ...UNKNOWN_WORK, ...work };
}

/** Reserves the seconds of a clip that is prepared again. Throws like `reserveSeconds`. */
export async function countAgain(media: StoredMedia, viewer: Viewer): Promise<void> {
  const { seconds } = workOfClip(media);
  await reserveSeconds(String(media._id), seconds, String(media.eventId), { viewer, browser: null });
}

/**
 * Marks a failed clip as waiting again, for `startPreparing`; null for any other clip. Throws like `reserveSeconds`.
 */
export async function waitAgain(media: StoredMedia, viewer: Viewer): Promise<StoredMedia | null> {
  if (media.status !== 'failed') return null;
  await countAgain(media, viewer);
  return MediaModel.findOneAndUpdate(
    { _id: media._id, status: 'failed', deletedAt: null },
    { $set: { status: 'processing', progress: 0, error: null }, $inc: { generation: 1 } },
    { returnDocument: 'after' },
  ).lean<StoredMedia>();
}

/** Cancels all jobs of a clip and releases its reserved seconds. */
export async function stopPreparing(mediaId: string): Promise<void> {
  for (const tag of [clipTag(mediaId), besideTag(mediaId)]) await platform().queue.cancelAll(tag);
  await releaseSeconds(mediaId);
}

/** Tags of a clip's jobs, which are cancelled with the clip or its event. */
export function clipTags(mediaId: string, eventId: string): string[] {
  return [clipTag(mediaId), eventTag(eventId)];
}

/** Tags of jobs that go on while a change of the clip is prepared, such as writing down what is said. */
export function tagsBeside(mediaId: string, eventId: string): string[] {
  return [besideTag(mediaId), eventTag(eventId)];
}

function besideTag(mediaId: string): string {
  return `beside-clip:${mediaId}`;
}

/** Tag of jobs that a change of the clip cancels. */
export function clipTag(mediaId: string): string {
  return `clip:${mediaId}`;
}

function addressGroup(ip: string): string {
  return `address:${createHash('sha256').update(addressKey(ip)).digest('base64url')}`;
}
