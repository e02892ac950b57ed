import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { Contribution, Receipt } from '../../shared/contracts/media.ts';
import { SESSION_LENGTH } from '../../shared/limits.ts';
import { isMaker } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { titleOf } from '../events/event-facts.service.ts';
import { rolesOf } from '../events/events.access.ts';
import { type EventRecord, findEvent, joinEvent, joinedEvent } from '../events/find-events.service.ts';
import { toReceipt } from './clip-steps.ts';
import { toMediaDto } from './media.dto.ts';
import { type MediaFilter, MediaModel, type StoredMedia, storedClips } from './media.model.ts';
import { noSuchClip, requireReceipt } from './own-clip.ts';

/* Contributions: clips sent to other events and linked to an account. */

/**
 * Links a clip to a user's account, proved by its receipt key; idempotent. DUPLICATE if another account has it,
 * NOT_FOUND for a wrong key, also from the event's creator.
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

/**
 * Links the clips of a browser's session to the user who signs in there, with those that the same browser sent to the
 * same events: clips sent at once write over one another in the session.
 */
export async function claimSent(userId: string, mediaIds: readonly string[]): Promise<void> {
  const ids = objectIds(mediaIds);
  if (ids.length === 0) return;
  await claimUnclaimed(userId, mediaIds);
  // Its hash includes the event.
  const keys = await MediaModel.distinct('contributor.key', { _id: { $in: ids }, 'contributor.key': /^browser:/ });
  if (keys.length === 0) return;
  // As long as a session would know them.
  const createdAt = { $gt: new Date(Date.now() - SESSION_LENGTH) };
  await MediaModel.updateMany(
    { 'contributor.key': { $in: keys }, claimedBy: null, isThankYou: false, createdAt },
    { $set: { claimedBy: new Types.ObjectId(userId) } },
  );
}

/** Links clips to a user; those with an account are skipped. */
async function claimUnclaimed(userId: string, mediaIds: readonly string[]): Promise<number> {
  const ids = objectIds(mediaIds);
  if (ids.length === 0) return 0;
  const claimed = await MediaModel.updateMany(
    { _id: { $in: ids }, claimedBy: null },
    { $set: { claimedBy: new Types.ObjectId(userId) } },
  );
  return claimed.modifiedCount;
}

/**
 * Remembers a new clip: in the account, or in the session until there is one. Clips that makers add for others, or that
 * are added during impersonation, are nobody's contributions. Never fails, as the clip itself is stored.
 * @param remember stores the clip's id in the session
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
 * A user's latest visible contributions.
 * @param withReceipts include receipt URLs, which contain keys
 */
export async function listContributions(
  userId: string,
  { limit, withReceipts }: { limit: number; withReceipts: boolean },
): Promise<Contribution[]> {
  const clips = await MediaModel.aggregate<StoredMedia>([
    { $match: { claimedBy: new Types.ObjectId(userId), deletedAt: null } },
    { $sort: { _id: -1 } },
    { $limit: limit },
    joinEvent('eventId'),
  ]);
  return clips.flatMap((clip) => {
    const event = joinedEvent(clip);
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

/** A user's contributions for the data export; without keys. */
export function exportContributions(userId: string): AsyncGenerator<object> {
  return exportClips({ claimedBy: new Types.ObjectId(userId) });
}

/** The same for clips sent with an address and no account. @param email confirmed by the requesting user */
export function exportClipsOfAddress(email: string): AsyncGenerator<object> {
  return exportClips({ 'contributor.email': email, claimedBy: null });
}

async function* exportClips(filter: MediaFilter): AsyncGenerator<object> {
  for await (const clip of storedClips(filter)) {
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

function objectIds(ids: readonly string[]): Types.ObjectId[] {
  return ids.filter((id) => Types.ObjectId.isValid(id)).map((id) => new Types.ObjectId(id));
}

function isOwn(event: EventRecord, userId: string): boolean {
  const viewer = { user: { id: userId, role: 'user' as const }, presentedKey: null, preparedEventIds: [] };
  return isMaker(rolesOf(event, viewer)[0]);
}
