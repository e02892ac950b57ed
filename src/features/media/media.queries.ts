import { Types } from 'mongoose';
import { readOnce } from '../../platform/read-once.ts';
import type { Media } from '../../shared/contracts/media.ts';
import type { MediaSummary } from '../events/events.parts.ts';
import { peopleOf } from './contributor-identity.service.ts';
import { posterUrlOf, toMediaDto } from './media.dto.ts';
import { isTakenOut, isWithdrawn, MediaModel, type StoredMedia } from './media.model.ts';

/** Posters of an event in lists. */
const POSTERS = 3;

/** Fields for a summary; the rest of a clip can be large. */
const SUMMED = {
  eventId: 1,
  contributor: 1,
  status: 1,
  hidden: 1,
  'moderation.state': 1,
  late: 1,
  length: 1,
  createdAt: 1,
  'prepared.segmentKey': 1,
  'chosenPoster.folder': 1,
  'prepared.stream.header.offset': 1,
};

/** Summaries by event; events without clips are absent. */
export async function summaries(eventIds: string[]): Promise<Map<string, MediaSummary>> {
  const found = await MediaModel.find(
    { eventId: { $in: eventIds.map((id) => new Types.ObjectId(id)) }, deletedAt: null, isThankYou: false },
    SUMMED,
  )
    .sort({ createdAt: 1 })
    .lean<StoredMedia[]>();
  const byEvent = new Map<string, StoredMedia[]>();
  for (const clip of found) {
    const id = String(clip.eventId);
    byEvent.set(id, [...(byEvent.get(id) ?? []), clip]);
  }
  return new Map([...byEvent].map(([id, clips]) => [id, summarise(clips)]));
}

/**
 * All clips of an event in timeline order, left-out ones last, and their summary. Without withdrawn clips and
 * thank-yous.
 */
export async function mediaOf(
  eventId: string,
  order: readonly string[],
  subject?: object,
): Promise<{ media: Media[]; summary: MediaSummary }> {
  const all = await clipsOf(eventId, subject);
  const clips = inOrder(all, order).filter((clip) => !isWithdrawn(clip) && !clip.isThankYou);
  const summary = summarise(all.filter(({ deletedAt, isThankYou }) => deletedAt === null && !isThankYou));
  return { media: clips.map((clip, position) => toMediaDto(clip, 'creator', position)), summary };
}

/** Whether a clip of this contributor is ready and in the event. */
export async function hasReadyClip(eventId: string, contributorKey: string): Promise<boolean> {
  const ready = { eventId: new Types.ObjectId(eventId), deletedAt: null, status: 'ready' as const };
  return (await MediaModel.exists({ ...ready, 'contributor.key': contributorKey })) !== null;
}

/** Clips of the film, in order: visible, not removed, not late, in any state. */
export async function clipsOnTimeline(
  eventId: string,
  order: readonly string[],
  subject?: object,
): Promise<StoredMedia[]> {
  const clips = await clipsOf(eventId, subject);
  return inOrder(clips, order).filter((clip) => isShown(clip) && clip.deletedAt === null && !clip.isThankYou);
}

function isShown(clip: StoredMedia): boolean {
  return !clip.hidden && clip.late !== 'waiting' && !isTakenOut(clip);
}

/**
 * All stored clips of an event, even removed ones, by arrival.
 * @param subject the event, for requests that share what they read of it
 */
export async function clipsOf(eventId: string, subject?: object): Promise<StoredMedia[]> {
  return readOnce(subject, 'clips', () =>
    MediaModel.find({ eventId: new Types.ObjectId(eventId) })
      .sort({ createdAt: 1, _id: 1 })
      .lean<StoredMedia[]>()
      .exec(),
  );
}

/** Clips missing in the order follow at the end, by arrival. */
function inOrder(clips: StoredMedia[], order: readonly string[]): StoredMedia[] {
  const places = new Map(order.map((id, index) => [id, index]));
  const place = (clip: StoredMedia) =>
    (clip.deletedAt === null ? 0 : 2 * order.length + 1) + (places.get(String(clip._id)) ?? order.length);
  return [...clips].sort((a, b) => place(a) - place(b));
}

function summarise(clips: StoredMedia[]): MediaSummary {
  const names = new Map(
    clips.flatMap(({ contributor }) => peopleOf(contributor)).map(({ person, name }) => [person, name]),
  );
  const shown = clips.filter((clip) => isShown(clip) && clip.status !== 'failed');
  return {
    media: clips.length,
    contributors: names.size,
    length: shown.reduce((sum, clip) => sum + clip.length, 0),
    firstNames: [...names.values()].map(firstWord),
    posters: clips
      .filter((clip) => !clip.hidden && !isTakenOut(clip) && clip.prepared)
      .slice(-POSTERS)
      .reverse()
      .map((clip) => posterUrlOf(clip, 'own')),
  };
}

/** First word of a name, with a leading symbol. */
export function firstWord(name: string): string {
  return /^(?:[^\p{L}\p{N}\s]+\s+)*\S+/u.exec(name.trim())?.[0] ?? name;
}
