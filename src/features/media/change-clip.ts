import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { Media, UpdateMediaBody } from '../../shared/contracts/media.ts';
import { type MediaEdit, mediaEdit } from '../../shared/media-edit.ts';
import type { Roles } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { clipLimitOf } from '../events/event-facts.service.ts';
import { requireChangeable } from '../events/events.access.ts';
import { askForTitles } from '../events/film-titles.service.ts';
import { askForCaptions, askForTransitions } from '../events/film-transitions.service.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { placeInTimeline } from '../events/timeline.service.ts';
import { storedAnnotation } from './annotate-clip.ts';
import { removePoster } from './choose-poster.ts';
import { requireCaptionsFit } from './clip-captions.ts';
import { rememberChange } from './clip-history.ts';
import { announce } from './clip-steps.ts';
import { othersOf } from './contributor-identity.service.ts';
import { changedFields, editUpdate, requireFitting } from './edit-merge.ts';
import { flagWords } from './flag-clip.ts';
import { planLateVersion } from './late-clips.service.ts';
import { lateAfter } from './lateness.ts';
import { toMediaDto } from './media.dto.ts';
import { isTakenOut, MediaModel, type StoredMedia } from './media.model.ts';
import { mediaOf } from './media.queries.ts';
import { askedChanges } from './media-changes.ts';
import { noSuchClip, type OwnMedia, requireOpen, takenOut } from './own-clip.ts';
import { textWork } from './prepare/encoding-work.ts';
import { clipTag, countAgain, startPreparing, waitAgain } from './preparing.ts';
import { uneditedOf } from './unedited.ts';

/** Changes a clip. Changes of picture or sound prepare it again; the old version plays meanwhile. */
export async function updateMedia(own: OwnMedia, body: UpdateMediaBody, viewer: Viewer): Promise<Media> {
  const { media, event, roles } = own;
  requireChangeable(event);
  return changeClip(media, event, body, { viewer, roles });
}

/** Removes all edits. */
export async function revertMedia({ media, event, roles }: OwnMedia, viewer: Viewer): Promise<Media> {
  requireChangeable(event);
  return changeClip(media, event, { edit: {}, annotation: null }, { viewer, roles, deed: 'revert' });
}

/** Who changes a clip, and what it is called in its history; default: the changed fields. */
interface Author {
  viewer: Viewer;
  roles: Roles;
  deed?: string;
}

/** Like `updateMedia`, after the access check. NOT_FOUND for a removed clip. */
export async function changeClip(
  media: StoredMedia,
  event: EventRecord,
  body: UpdateMediaBody,
  { viewer, roles, deed }: Author,
): Promise<Media> {
  const id = String(media._id);
  if (media.deletedAt !== null) throw noSuchClip();
  const asked = askedChanges(media, body);
  if (isTakenOut(media) && Object.keys(asked).some((field) => field !== 'position')) throw takenOut();
  const { position, contributor, isWaiting, edit, annotation, ...plain } = asked;
  const changes: Record<string, unknown> = { ...plain };
  if (annotation !== undefined) changes.annotation = storedAnnotation(annotation);
  const isEnlarged = deed === 'revert' && media.upscale?.status === 'approved';
  const isBack = isEnlarged || (deed === 'revert' && media.painting != null);
  if (isBack) changes.painting = null;
  if (isEnlarged) changes['upscale.status'] = 'review';
  const late = lateAfter(media, asked);
  if (late !== media.late) changes.late = late;
  // Enqueue before storing the answer, in case of a crash.
  if (late === 'answered') await planLateVersion(event);
  if (contributor) changes['contributor.name'] = contributor.name;
  if (contributor?.with) changes['contributor.with'] = othersOf({ ...contributor, with: contributor.with });
  const work = typeof asked.text === 'string' ? textWork(asked.text) : media.work;
  if (work !== media.work) changes.work = work;
  const isPicture = edit !== undefined || asked.text !== undefined || contributor !== undefined || isBack;
  if (edit) requireFitting(media, edit, uneditedOf(media)?.length ?? null, clipLimitOf(event));
  if (asked.captions) {
    requireCaptionsFit(media, asked.captions);
    // What people write counts, not what is still being heard.
    changes.transcription = null;
  }
  const edited = edit && editUpdate(edit, body.editFrom && editOf(media));
  if (edit) Object.assign(changes, { chosenPoster: null }, edited?.$set);
  // An edit may follow before this is prepared.
  if (isPicture && media.kind !== 'text') changes.unedited = uneditedOf(media);
  const what = deed ? [deed] : namesOf({ ...changes, ...plain }, edit && changedFields(edit, editOf(media)));
  const update = {
    $set: isPicture ? { ...changes, status: 'processing' as const, progress: 0, error: null } : changes,
    ...(edited?.$unset && { $unset: edited.$unset }),
    ...(isPicture && { $inc: { generation: 1 } }),
    ...rememberChange(what, viewer, roles),
  };
  const isChanged = Object.keys(changes).length > 0;
  if (isPicture) await countAgain({ ...media, work }, viewer);
  const updated = isChanged
    ? await MediaModel.findOneAndUpdate({ _id: media._id, deletedAt: null }, update, {
        returnDocument: 'after',
      }).lean<StoredMedia>()
    : media;
  if (!updated) throw noSuchClip();
  if (edit) await removePoster(media.chosenPoster?.folder);
  if (isPicture) {
    await platform().queue.cancelAll(clipTag(id));
    await startPreparing(updated, event);
  }
  if (contributor || isWaiting !== undefined || asked.hidden !== undefined) await askForTitles(event.id);
  else if (asked.captions) await askForCaptions(event);
  if (contributor || asked.captions || asked.caption || asked.text) await flagWords(updated);
  if (position !== undefined) await moveTo(updated, position, event);
  return announce(updated, position === undefined ? event : ((await findEvent(event.id)) ?? event));
}

function editOf({ edit }: StoredMedia): MediaEdit {
  return mediaEdit.parse(edit ?? {});
}

/** Names for the history, of what people change on purpose. */
function namesOf(changes: object, edited: readonly string[] = []): string[] {
  const own = ['caption', 'captions', 'hidden', 'text', 'annotation', 'contributor.name'];
  const shown = own.filter((name) => name in changes);
  return [...shown.map((name) => (name === 'contributor.name' ? 'contributor' : name)), ...edited];
}

/** Retries the preparation of a failed clip. */
export async function retryMedia(own: OwnMedia, viewer: Viewer): Promise<Media> {
  requireOpen(own);
  const again = await waitAgain(own.media, viewer);
  if (!again) throw new AppError('WRONG_STATE', { message: 'Only a clip that failed can be tried again.' });
  await startPreparing(again, own.event, viewer.ip);
  const { position } = await announce(again, own.event);
  return toMediaDto(again, own.audience, position);
}

/** Moves a clip to an index among those outside the bin. */
async function moveTo(media: StoredMedia, index: number, event: EventRecord): Promise<void> {
  const eventId = event.id;
  const { media: shown } = await mediaOf(eventId, event.order);
  const others = shown.filter((each) => each.deletedAt === null && each.id !== String(media._id));
  const before = others[index]?.id;
  await placeInTimeline(eventId, String(media._id), before === undefined ? 'end' : { before });
  await askForTransitions(event);
}
