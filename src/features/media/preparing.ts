import { createHash } from 'node:crypto';
import { addressKey } from '../../platform/http/rate-limits.ts';
import { platform } from '../../platform/platform.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { eventTag, workGroups } from '../events/event-work.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { type LookData, mediaJobs } from './job-types.ts';
import type { StoredMedia } from './media.model.ts';
import { lookPlanOf, UNKNOWN_WORK } from './prepare/encoding-work.ts';
import { releaseSeconds, reserveSeconds } from './queued-seconds.ts';

/* The jobs of a clip, one after another: poster, look, preparation. Clips that are no video are ready so soon that they skip two. */

type OwnedEvent = Pick<EventRecord, 'id' | 'creatorId'>;

/**
 * Makes sure that the queue knows what is asked of a clip now. Steps that were done before end at once.
 * @param ip of who sends it: the turn that an event without an owner takes
 */
export async function startPreparing(media: StoredMedia, event: OwnedEvent, ip?: string): Promise<void> {
  const data: LookData = {
    mediaId: String(media._id),
    generation: media.generation,
    askedAt: Date.now(),
    ...(!event.creatorId && ip !== undefined && { addressGroup: addressGroup(ip) }),
  };
  // A clip that was prepared before is shown as it was until it is ready again.
  await (media.kind === 'video' && !media.prepared ? enqueuePoster : enqueuePrepare)(media, event, data);
}

async function enqueuePoster(media: StoredMedia, event: OwnedEvent, data: LookData): Promise<void> {
  const newestFirst = new Date(data.askedAt);
  await platform().queue.enqueue(mediaJobs.poster, data, { ...common(media, event, data), cost: 1, newestFirst });
}

/** Follows the poster. */
export async function enqueueLook(media: StoredMedia, event: OwnedEvent, data: LookData): Promise<void> {
  const work = workOfClip(media);
  await platform().queue.enqueue(mediaJobs.look, data, {
    ...common(media, event, data),
    cost: lookPlanOf(work).cost,
    isHeavy: work.isHeavy,
    newestFirst: new Date(data.askedAt),
  });
}

/** Follows the look. */
export async function enqueuePrepare(media: StoredMedia, event: OwnedEvent, data: LookData): Promise<void> {
  const { mediaId, generation } = data;
  const { cost, isHeavy } = workOfClip(media);
  const options = { ...common(media, event, data), cost, isHeavy };
  await platform().queue.enqueue(mediaJobs.prepare, { mediaId, generation }, options);
}

function common(media: StoredMedia, event: OwnedEvent, { mediaId, generation, addressGroup }: LookData) {
  return {
    uniqueKey: `${mediaId}:${generation}`,
    groups: [...workGroups(event), ...(addressGroup ? [addressGroup] : [])],
    tags: clipTags(mediaId, String(media.eventId)),
  };
}

/** What preparing a clip takes; the most where nobody has estimated it. */
export function workOfClip({ work }: Pick<StoredMedia, 'work'>) {
  return { ...UNKNOWN_WORK, ...work };
}

/** Counts the seconds of a clip that is to be prepared once more. Refuses as `reserveSeconds` does. */
export async function countAgain(media: StoredMedia, viewer: Viewer): Promise<void> {
  const { seconds } = workOfClip(media);
  await reserveSeconds(String(media._id), seconds, String(media.eventId), { viewer, browser: null });
}

/** Stops whatever is being made of a clip; the seconds that waited are free for another. */
export async function stopPreparing(mediaId: string): Promise<void> {
  await platform().queue.cancelAll(clipTag(mediaId));
  await releaseSeconds(mediaId);
}

/** The tags of a job about a clip: it is cancelled with the clip, and with its event. */
export function clipTags(mediaId: string, eventId: string): string[] {
  return [clipTag(mediaId), eventTag(eventId)];
}

/** Marks the jobs that are about a clip. */
export function clipTag(mediaId: string): string {
  return `clip:${mediaId}`;
}

function addressGroup(ip: string): string {
  return `address:${createHash('sha256').update(addressKey(ip)).digest('base64url')}`;
}
