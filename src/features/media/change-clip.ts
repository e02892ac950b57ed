import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { Media, UpdateMediaBody } from '../../shared/contracts/media.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { requireChangeable } from '../events/events.access.ts';
import { askForTitles } from '../events/film-titles.service.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { placeInTimeline } from '../events/timeline.service.ts';
import { announce } from './clip-steps.ts';
import { othersOf } from './contributor-identity.service.ts';
import { planLateVersion } from './late-clips.service.ts';
import { lateAfter } from './lateness.ts';
import { toMediaDto } from './media.dto.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { mediaOf } from './media.queries.ts';
import { askedChanges, requireFields } from './media-changes.ts';
import { noSuchClip, type OwnMedia, requireOpen } from './own-clip.ts';
import { textWork } from './prepare/encoding-work.ts';
import { clipTag, countAgain, startPreparing } from './preparing.ts';

/** Changes a clip. Changes of picture or sound prepare it again; the old version plays meanwhile. */
export async function updateMedia(own: OwnMedia, body: UpdateMediaBody, viewer: Viewer): Promise<Media> {
  const { media, event, roles } = own;
  requireChangeable(event);
  requireFields(roles, askedChanges(media, body));
  return changeClip(media, event, body, viewer);
}

/** Like `updateMedia`, after the access check. NOT_FOUND for a removed clip. */
export async function changeClip(
  media: StoredMedia,
  event: EventRecord,
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
  // Enqueue before storing the answer, in case of a crash.
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
  if (contributor || isWaiting !== undefined || asked.hidden !== undefined) await askForTitles(event.id);
  if (position !== undefined) await moveTo(updated, position, event);
  return announce(updated, position === undefined ? event : ((await findEvent(event.id)) ?? event));
}

/** Retries the preparation of a failed clip. */
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

/** Moves a clip to an index among those outside the bin. */
async function moveTo(media: StoredMedia, index: number, event: EventRecord): Promise<void> {
  const eventId = event.id;
  const { media: shown } = await mediaOf(eventId, event.order);
  const others = shown.filter((each) => each.deletedAt === null && each.id !== String(media._id));
  const before = others[index]?.id;
  await placeInTimeline(eventId, String(media._id), before === undefined ? 'end' : { before });
}
