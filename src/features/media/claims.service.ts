import type { QueryFilter } from 'mongoose';
import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { Contribution, Receipt } from '../../shared/contracts/media.ts';
import { isMaker } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { titleOf } from '../events/event-facts.service.ts';
import { rolesOf } from '../events/events.access.ts';
import { type EventRecord, findEvent, findEvents } from '../events/find-events.service.ts';
import { toReceipt } from './clip-steps.ts';
import { toMediaDto } from './media.dto.ts';
import { type MediaFields, MediaModel, type StoredMedia } from './media.model.ts';
import { noSuchClip, requireReceipt } from './own-clip.ts';

/* Clips that somebody sent to events of others, and keeps among their own: claimed by an account. */

/**
 * Makes a clip one of a user's contributions; its receipt key shows that it is theirs. Doing it twice changes nothing.
 * DUPLICATE where another account has it, NOT_FOUND for a wrong key, also in the hands of the event's creator.
 */
export async function claimMedia(id: string, receiptKey: string | undefined, userId: string): Promise<Receipt> {
  if (receiptKey === undefined) throw noSuchClip();
  const { media, event } = await requireReceipt(receiptKey);
  if (String(media._id) !== id) throw noSuchClip();
  if ((await claimUnclaimed(userId, [id])) === 0 && !media.claimedBy?.equals(userId)) {
    throw new AppError('DUPLICATE', { message: 'Another account keeps this clip already.' });
  }
  return toReceipt(media, event);
}

/** Gives a user the clips that a browser sent before they signed in there; those that somebody has already stay theirs. */
export async function claimUnclaimed(userId: string, mediaIds: readonly string[]): Promise<number> {
  const ids = mediaIds.filter((id) => Types.ObjectId.isValid(id)).map((id) => new Types.ObjectId(id));
  if (ids.length === 0) return 0;
  const claimed = await MediaModel.updateMany(
    { _id: { $in: ids }, claimedBy: null },
    { $set: { claimedBy: new Types.ObjectId(userId) } },
  );
  return claimed.modifiedCount;
}

/**
 * Keeps a clip that was just sent: for the account, or in the session until there is one. What creators send for others and
 * admins in somebody's name is nobody's contribution. Never fails: the clip has arrived, which is what counts.
 * @param remember writes the clip's id into the visitor's session
 */
export async function keepContribution(
  receipt: Receipt,
  event: EventRecord,
  viewer: Viewer,
  remember: (mediaId: string) => Promise<void>,
): Promise<void> {
  const { id, isThankYou } = receipt.media;
  if (viewer.isImpersonated || isThankYou) return;
  try {
    if (isMaker(rolesOf(event, viewer)[0])) return;
    if (viewer.user) await claimUnclaimed(viewer.user.id, [id]);
    else await remember(id);
  } catch (error) {
    platform().log.error({ err: error, mediaId: id }, 'a contribution could not be kept for an account');
  }
}

/**
 * A user's newest contributions to events of others, as far as they can still be looked at.
 * @param withReceipts with their receipts' addresses, which are keys
 */
export async function listContributions(
  userId: string,
  { limit, withReceipts }: { limit: number; withReceipts: boolean },
): Promise<Contribution[]> {
  const clips = await MediaModel.find({ claimedBy: new Types.ObjectId(userId), deletedAt: null })
    .sort({ _id: -1 })
    .limit(limit)
    .lean<StoredMedia[]>();
  const events = await eventsOf(clips);
  return clips.flatMap((clip) => {
    const event = events.get(String(clip.eventId));
    if (!event || isOwn(event, userId) || event.status === 'deleted' || event.status === 'suspended') return [];
    const { kind, posterUrl, text, createdAt } = toMediaDto(clip, 'owner');
    const recipients = event.recipients.map(({ firstName }) => firstName);
    return [
      {
        id: String(clip._id),
        occasion: event.occasion,
        title: titleOf(event),
        recipients,
        kind,
        posterUrl,
        text,
        receiptUrl: withReceipts ? toReceipt(clip, event).receiptUrl : null,
        createdAt,
      },
    ];
  });
}

/** Everything that a user contributed, for their copy of their data; without keys. */
export function exportContributions(userId: string): AsyncGenerator<object> {
  return exportClips({ claimedBy: new Types.ObjectId(userId) });
}

/** The same for clips that were sent with an address and that no account has. @param email confirmed by who asks */
export function exportClipsOfAddress(email: string): AsyncGenerator<object> {
  return exportClips({ 'contributor.email': email, claimedBy: null });
}

async function* exportClips(filter: QueryFilter<MediaFields>): AsyncGenerator<object> {
  const found = MediaModel.find(filter).sort({ _id: 1 }).lean<StoredMedia[]>().cursor() as AsyncIterable<StoredMedia>;
  for await (const clip of found) {
    const event = await findEvent(String(clip.eventId));
    const { kind, caption, text, length, originalName, deletedAt, createdAt } = clip;
    const { name, email, with: others } = clip.contributor ?? {};
    const to = event && { title: titleOf(event), occasion: event.occasion };
    yield {
      id: String(clip._id),
      to,
      as: { name, email, with: others },
      kind,
      caption,
      text,
      length,
      originalName,
      deletedAt,
      createdAt,
    };
  }
}

function isOwn(event: EventRecord, userId: string): boolean {
  const viewer = { user: { id: userId, role: 'user' as const }, presentedKey: null, preparedEventIds: [] };
  return isMaker(rolesOf(event, viewer)[0]);
}

async function eventsOf(clips: readonly StoredMedia[]): Promise<Map<string, EventRecord>> {
  const events = clips.length > 0 ? await findEvents(clips.map(({ eventId }) => String(eventId))) : [];
  return new Map(events.map((event) => [event.id, event]));
}
