import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { signedFileUrl } from '../../platform/storage/signed-files.ts';
import type { MediaKind } from '../../shared/contracts/media.ts';
import type { StaffClip } from '../../shared/contracts/staff-media.ts';
import { COUNTED_MAX } from '../../shared/limits.ts';
import type { FlagReason, ModerationState, SeenState } from '../../shared/moderation.ts';
import { type AuditEntry, requireAudit } from '../audit/audit.service.ts';
import { askForTitles } from '../events/film-titles.service.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { announce } from './clip-steps.ts';
import { isWithdrawn, type MediaFilter, MediaModel, type StoredMedia } from './media.model.ts';
import { noSuchClip } from './own-clip.ts';
import { toStaffClip } from './staff-clip.dto.ts';

/** An address that is signed so much earlier opens for 1 to 2 hours, instead of 5 to 6. */
const SIGNED_EARLIER = 4 * 3_600_000;

/** Who acts, from where, and why. */
interface Act {
  id: string;
  ip: string;
  note: string;
}

export interface ModeratedQuery {
  state: ModerationState;
  reason?: FlagReason | undefined;
  kind?: MediaKind | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Clips in one state of moderation, latest first, without withdrawn ones. `total` stops past `COUNTED_MAX`. */
export async function listModerated({
  state,
  reason,
  kind,
  cursor,
  limit,
}: ModeratedQuery): Promise<{ clips: StaffClip[]; total: number; nextCursor: string | null }> {
  const filter: MediaFilter = {
    'moderation.state': state,
    ...(reason && { 'moderation.reasons': reason }),
    ...(kind && { kind }),
    deletedBy: { $ne: 'owner' },
  };
  const [found, total] = await Promise.all([
    MediaModel.find({ ...filter, ...after(cursor) })
      .sort({ 'moderation.at': -1, _id: -1 })
      .limit(limit + 1)
      .lean<StoredMedia[]>(),
    MediaModel.countDocuments(filter).limit(COUNTED_MAX + 1),
  ]);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const nextCursor = last?.moderation ? `${last.moderation.at.getTime()}-${last._id}` : null;
  return { clips: shown.map(toStaffClip), total, nextCursor };
}

/** Number of clips that wait for staff, up to one more than `COUNTED_MAX`. */
export function flaggedClips(): Promise<number> {
  return MediaModel.countDocuments({ 'moderation.state': 'open', deletedBy: { $ne: 'owner' } }).limit(COUNTED_MAX + 1);
}

/** A clip for staff. NOT_FOUND, also once its sender withdrew it. */
export async function readStaffClip(id: string): Promise<StaffClip> {
  return toStaffClip(await stored(id));
}

/**
 * Takes a clip and its copies out, or clears them, once that is in the audit log. Idempotent. A film that has the clip
 * stays until the makers publish again, as with one that its sender withdrew. WRONG_STATE where a colleague decided
 * otherwise meanwhile.
 * @param seen its state where the member of staff looked
 */
export async function moderate(
  id: string,
  { state, seen }: { state: 'hidden' | 'cleared'; seen?: SeenState | undefined },
  act: Act,
): Promise<StaffClip> {
  const media = await stored(id);
  const event = await eventOf(media);
  const before = media.moderation?.state ?? 'none';
  if (before !== state) {
    if (seen !== undefined && seen !== before) throw decidedMeanwhile();
    const verb = state === 'hidden' ? 'hidden' : before === 'hidden' ? 'shown' : 'cleared';
    await record(event, act, `clip.${verb}`, { clip: id, before, after: state });
    const moderation = { state, reasons: media.moderation?.reasons ?? [], at: new Date(), note: act.note };
    const ids = await withCopies(media);
    // Clearing shows nothing that a colleague takes out at this moment.
    const unless = verb === 'cleared' && { 'moderation.state': { $ne: 'hidden' as const } };
    const { matchedCount } = await MediaModel.updateMany({ _id: { $in: ids }, ...unless }, { $set: { moderation } });
    if (matchedCount === 0) throw decidedMeanwhile();
    for (const changed of await MediaModel.find({ _id: { $in: ids } }).lean<StoredMedia[]>()) {
      await announce(changed, event);
    }
    if (verb !== 'cleared') await askForTitles(event.id);
    platform().sockets.emitToStaff('desk:changed', { what: 'media' });
  }
  return readStaffClip(id);
}

/** An address of the file as it was uploaded, once that is in the audit log. WRONG_STATE without a file. */
export async function originalForStaff(id: string, act: Act): Promise<{ url: string }> {
  const media = await stored(id);
  if (!media.originalKey) throw new AppError('WRONG_STATE', { message: 'There is no file of this clip.' });
  await record(await eventOf(media), act, 'clip.downloaded', { clip: id });
  const reference = { kind: 'media', id, variant: 'original', scope: 'desk' } as const;
  return { url: signedFileUrl(reference, '', Date.now() - SIGNED_EARLIER) };
}

/** The clip, what it is a copy of, and all copies. */
async function withCopies({ _id, copyOf }: StoredMedia): Promise<Types.ObjectId[]> {
  const first = copyOf ?? _id;
  const copies = await MediaModel.find({ copyOf: first }, { _id: 1 }).lean();
  return [_id, first, ...copies.map((copy) => copy._id)];
}

async function stored(id: string): Promise<StoredMedia> {
  const media = await MediaModel.findById(id).lean<StoredMedia>();
  if (!media || isWithdrawn(media)) throw noSuchClip();
  return media;
}

async function eventOf({ eventId }: StoredMedia): Promise<EventRecord> {
  const event = await findEvent(String(eventId));
  if (!event) throw noSuchClip();
  return event;
}

function decidedMeanwhile(): AppError {
  return new AppError('WRONG_STATE', { message: 'A colleague decided this meanwhile. Look again.' });
}

/** Clips after a cursor, `TIME-ID` of the last one; all for any other text. */
function after(cursor: string | undefined): MediaFilter {
  const [, time, id] = /^(\d{1,15})-([0-9a-f]{24})$/.exec(cursor ?? '') ?? [];
  if (!time || !id) return {};
  const at = new Date(Number(time));
  return { $or: [{ 'moderation.at': { $lt: at } }, { 'moderation.at': at, _id: { $lt: new Types.ObjectId(id) } }] };
}

function record(
  event: EventRecord,
  { id, ip, note }: Act,
  action: AuditEntry['action'],
  details: Record<string, string>,
): Promise<void> {
  const subjectId = event.creatorId;
  return requireAudit({ actorId: id, subjectId, eventId: event.id, action, ip, details: { ...details, note } });
}
