import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { Media, Receipt, ReceiptStanding, UpdateMediaBody } from '../../shared/contracts/media.ts';
import { RESTORE_WINDOW, WITHDRAWAL_UNDO } from '../../shared/limits.ts';
import type { Viewer } from '../../shared/viewer.ts';
import {
  appendToTimeline,
  askForTitles,
  findEvent,
  findEvents,
  isClosed,
  placeInTimeline,
  requireChangeable,
  type StoredEvent,
} from '../events/events.service.ts';
import { announce, duplicate, removeOwn, toReceipt } from './clip-steps.ts';
import { othersOf } from './contributor-identity.ts';
import { placeOf, releasePlace, reservePlace } from './contributors.ts';
import { lateAfter, planLateVersion } from './late-clips.ts';
import { noSuchClip, type OwnMedia, requireOpen } from './media.access.ts';
import { toMediaDto } from './media.dto.ts';
import { isWithdrawn, MediaModel, type StoredMedia } from './media.model.ts';
import { mediaOf } from './media.queries.ts';
import { askedChanges, requireFields } from './media-changes.ts';
import { textWork } from './prepare/encoding-work.ts';
import { clipTag, startPreparing, workOfClip } from './preparing.ts';
import { reserveSeconds } from './queued-seconds.ts';
import { segmentFolder } from './segments.ts';

export { addMedia, mayUpload } from './add-media.ts';
export { changeSender } from './change-sender.ts';
export {
  claimMedia,
  claimUnclaimed,
  exportClipsOfAddress,
  exportContributions,
  keepContribution,
  listContributions,
} from './claims.ts';
export { purgeMediaOf } from './clean-up.ts';
export { type ClipPerson, clipPeople, type MailedPerson, mailedPeople, thankYouClips } from './clip-people.ts';
export { receiptPage } from './clip-rules.ts';
export { announce } from './clip-steps.ts';
export { browserSecret, peopleOf, personOf } from './contributor-identity.ts';
export { resumeEventJobs, stopEventJobs } from './event-jobs.ts';
export { dropOriginals, forgetClipsOfAddress, forgetContributor } from './forget-person.ts';
export { forgetLateness, isPlanned, missesLateClips, planLateVersion } from './late-clips.ts';
export type { StoredMedia } from './media.model.ts';
export { includesWithdrawn, mediaOf, summaries, timelineClips } from './media.queries.ts';
export type { StreamMap } from './prepare/hybrid-video.ts';
export { clipTags } from './preparing.ts';
export { canMailReceipts } from './receipt-mails.ts';
export { removeContributor } from './remove-contributor.ts';
export { askToRepack } from './repack.ts';
export { revisionOf, segmentFile } from './segments.ts';

/** Changes a clip. What changes the picture or the sound prepares it again; the old one plays meanwhile. */
export async function updateMedia(own: OwnMedia, body: UpdateMediaBody, viewer: Viewer): Promise<Media> {
  const { media, event, roles } = own;
  requireChangeable(event);
  requireFields(roles, askedChanges(media, body));
  return changeClip(media, event, body, viewer);
}

/** As `updateMedia`, for a viewer who may. NOT_FOUND for a clip that was taken out. */
export async function changeClip(
  media: StoredMedia,
  event: StoredEvent,
  body: UpdateMediaBody,
  viewer: Viewer,
): Promise<Media> {
  const id = String(media._id);
  if (media.deletedAt !== null) throw noSuchClip();
  const asked = askedChanges(media, body);
  const { position, contributor, isWaiting, ...plain } = asked;
  const changes: Record<string, unknown> = { ...plain };
  const late = lateAfter(media, asked);
  if (late !== media.late) changes.late = late;
  // Before the change is stored, so that a crash leaves no answer without it.
  if (late === 'answered') await planLateVersion(event);
  if (contributor) changes['contributor.name'] = contributor.name;
  if (contributor?.with) changes['contributor.with'] = othersOf({ ...contributor, with: contributor.with });
  const work = typeof asked.text === 'string' ? textWork(asked.text) : media.work;
  if (work !== media.work) changes.work = work;
  const isPicture = asked.edit !== undefined || asked.text !== undefined || contributor !== undefined;
  if (isPicture) await countAgain({ ...media, work }, viewer);
  const update = isPicture
    ? { $set: { ...changes, status: 'processing' as const, progress: 0, error: null }, $inc: { generation: 1 } }
    : { $set: changes };
  const isChanged = Object.keys(changes).length > 0;
  const updated = isChanged
    ? await MediaModel.findOneAndUpdate({ _id: media._id, deletedAt: null }, update, {
        returnDocument: 'after',
      }).lean<StoredMedia>()
    : media;
  if (!updated) throw noSuchClip();
  if (isPicture) {
    await platform().queue.cancelAll(clipTag(id));
    await startPreparing(updated, event);
  }
  if (contributor || isWaiting !== undefined || asked.hidden !== undefined) await askForTitles(String(event._id));
  if (position !== undefined) await moveTo(updated, position, event);
  return announce(updated, position === undefined ? event : ((await findEvent(String(event._id))) ?? event));
}

/**
 * Takes a clip out. The organiser leaves it out and can restore it for 30 days; a contributor, or a recipient with their
 * thank-you, withdraws it and can undo that for an hour.
 */
export async function removeMedia(own: Omit<OwnMedia, 'roles'>): Promise<Media> {
  requireOpen(own);
  return removeOwn(own);
}

/** Withdraws the video of a recipient's thank-you. */
export async function removeThankYou(event: StoredEvent, id: string): Promise<void> {
  const media = await MediaModel.findOne({ _id: id, eventId: event._id, isThankYou: true }).lean<StoredMedia>();
  if (media) await removeMedia({ media, event, audience: 'owner' });
}

/** Puts a removed clip back where it was. A withdrawal can also be undone after the deadline. */
export async function restoreMedia(own: OwnMedia, viewer: Viewer): Promise<Media> {
  const { media, event } = own;
  const id = String(media._id);
  if (own.audience === 'owner' && isWithdrawn(media)) requireChangeable(event);
  else requireOpen(own);
  if (media.deletedAt === null) return toMediaDto(media, own.audience);
  if (own.audience === 'owner' && (media.deletedBy === 'creator' || media.wasLeftOut)) {
    throw new AppError('NOT_ALLOWED', { message: 'Who makes the film left this clip out. Ask them to bring it back.' });
  }
  if (own.audience === 'owner' && !undoUntil(media)) throw tooLate();
  if (media.status === 'processing') await countAgain(media, viewer);
  const place = placeOf(media);
  const { isNew } = await reservePlace(place, media.contributor?.name ?? '');
  const window = own.audience === 'owner' ? WITHDRAWAL_UNDO : RESTORE_WINDOW;
  const restored = await MediaModel.findOneAndUpdate(
    {
      _id: media._id,
      deletedBy: media.deletedBy ?? null,
      purgedAt: null,
      deletedAt: { $gt: new Date(Date.now() - window) },
    },
    { $set: { deletedAt: null, deletedBy: null } },
    { returnDocument: 'after' },
  )
    .lean<StoredMedia>()
    .catch(async (error) => {
      if (isNew) await releasePlace(place);
      throw isDuplicateKey(error) ? duplicate() : error;
    });
  if (!restored) {
    if (isNew) await releasePlace(place);
    throw tooLate();
  }
  if (restored.status === 'processing') await startPreparing(restored, event, viewer.ip);
  await appendToTimeline(String(event._id), id);
  await askForTitles(String(event._id));
  await announce(restored, event);
  return toMediaDto(restored, own.audience);
}

/** Prepares a failed clip again. */
export async function retryMedia(own: OwnMedia, viewer: Viewer): Promise<Media> {
  requireOpen(own);
  if (own.media.status === 'failed') await countAgain(own.media, viewer);
  const again = await MediaModel.findOneAndUpdate(
    { _id: own.media._id, status: 'failed', deletedAt: null },
    { $set: { status: 'processing', progress: 0, error: null }, $inc: { generation: 1 } },
    { returnDocument: 'after' },
  ).lean<StoredMedia>();
  if (!again) throw new AppError('WRONG_STATE', { message: 'Only a clip that failed can be tried again.' });
  await startPreparing(again, own.event, viewer.ip);
  await announce(again, own.event);
  return toMediaDto(again, own.audience);
}

export interface ReceiptView {
  receipt: Receipt;
  event: StoredEvent;
  canChange: boolean;
  standing: ReceiptStanding;
  /** Until when a withdrawal can be undone; null where there is nothing to undo. */
  undoUntil: string | null;
}

/** What became of the clip behind a receipt key. */
export function viewReceipt({ media, event }: OwnMedia): ReceiptView {
  const standing = media.deletedAt === null ? 'in' : isWithdrawn(media) ? 'withdrawn' : 'leftOut';
  return {
    receipt: toReceipt(media, event),
    event,
    canChange: !isClosed(event),
    standing,
    undoUntil: undoUntil(media)?.toISOString() ?? null,
  };
}

/** Until when its contributor can undo the withdrawal of a clip; null where they can't. */
function undoUntil(media: StoredMedia): Date | null {
  if (!isWithdrawn(media) || media.wasLeftOut || media.purgedAt) return null;
  const until = new Date((media.deletedAt?.getTime() ?? 0) + WITHDRAWAL_UNDO);
  return until > new Date() ? until : null;
}

function tooLate(): AppError {
  return new AppError('WRONG_STATE', { message: 'This clip can’t be brought back any more.' });
}

/**
 * Makes segments anew that could not be joined, such as those of another encoder. Their files are dropped, so that a title
 * among them is drawn again as well; the film waits for the clips.
 */
export async function prepareAgain(eventId: string, segmentKeys: readonly string[]): Promise<void> {
  const { store } = platform();
  for (const key of segmentKeys) {
    for await (const file of store.list(`${segmentFolder(eventId, key)}/`)) await store.remove(file.key);
  }
  const event = await findEvent(eventId);
  if (!event) return;
  const clips = await MediaModel.find({ eventId, 'prepared.segmentKey': { $in: segmentKeys } }).lean<StoredMedia[]>();
  for (const clip of clips) {
    const again = await MediaModel.findOneAndUpdate(
      { _id: clip._id, generation: clip.generation },
      { $set: { status: 'processing', progress: 0, error: null }, $inc: { generation: 1 } },
      { returnDocument: 'after' },
    ).lean<StoredMedia>();
    if (again) await startPreparing(again, event);
  }
}

/** Enqueues the preparation of clips that wait for one; nothing stays "processing" because a process died. */
export async function rescueWaiting(): Promise<number> {
  const stale = { status: 'processing' as const, deletedAt: null, updatedAt: { $lt: new Date(Date.now() - 60_000) } };
  const eventIds = await MediaModel.distinct('eventId', stale);
  const found = await findEvents(eventIds.map(String));
  // Clips of a deleted event wait until it is brought back.
  const events = new Map(found.filter(({ status }) => status !== 'deleted').map((event) => [String(event._id), event]));
  const waiting = await MediaModel.find({ ...stale, eventId: { $in: [...events.keys()] } })
    .limit(200)
    .lean<StoredMedia[]>();
  for (const media of waiting) {
    const event = events.get(String(media.eventId));
    const isQueued = await platform().queue.hasJobs(clipTag(String(media._id)));
    if (event && !isQueued) await startPreparing(media, event);
  }
  return waiting.length;
}

/** Counts the seconds of a clip that is to be prepared once more. */
async function countAgain(media: StoredMedia, viewer: Viewer): Promise<void> {
  const { seconds } = workOfClip(media);
  await reserveSeconds(String(media._id), seconds, String(media.eventId), { viewer, browser: null });
}

/** Moves a clip to an index among those that are not in the bin. */
async function moveTo(media: StoredMedia, index: number, event: StoredEvent): Promise<void> {
  const eventId = String(event._id);
  const { media: shown } = await mediaOf(eventId, event.order.map(String));
  const others = shown.filter((each) => each.deletedAt === null && each.id !== String(media._id));
  const before = others[index]?.id;
  await placeInTimeline(eventId, String(media._id), before === undefined ? 'end' : { before });
}
