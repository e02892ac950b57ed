import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { newReceiptKey } from '../../platform/id.ts';
import { platform } from '../../platform/platform.ts';
import type { CreateMediaBody, Media, Receipt, UpdateMediaBody } from '../../shared/contracts/media.ts';
import { mediaPrepareJob } from '../../shared/jobs.ts';
import { RESTORE_WINDOW } from '../../shared/limits.ts';
import type { Viewer } from '../../shared/viewer.ts';
import {
  appendToTimeline,
  findEvent,
  isClosed,
  placeInTimeline,
  requireChangeable,
  type StoredEvent,
  seeEvent,
} from '../events/events.service.ts';
import { contributorKey, type Place, placeFor, placeOf, releasePlace, reservePlace } from './contributors.ts';
import {
  noSuchClip,
  type OwnMedia,
  requireMediaCreator,
  requireMediaOwner,
  requireOpen,
  requireReceipt,
} from './media.access.ts';
import { toMediaDto } from './media.dto.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { mediaOf } from './media.queries.ts';
import { segmentFolder } from './segments.ts';
import { findByContent, findByUpload, releaseContent, type Source, takeSource, textHash } from './sources.ts';

export { purgeMediaOf } from './clean-up.ts';
export type { StoredMedia } from './media.model.ts';
export { faces, mediaOf, posters, summaries, timelineClips } from './media.queries.ts';
export { HLS_FILE, segmentFile } from './segments.ts';

/**
 * Adds a finished upload or a text card. Asking again with the same upload, or with the same file as the same person,
 * answers the same receipt; a stranger's copy of a file that is there already is a DUPLICATE. Each step may be repeated: a
 * request that a crash cut short is finished by the next.
 */
export async function addMedia(body: CreateMediaBody, viewer: Viewer): Promise<Receipt> {
  const { event, role } = await seeEvent(body.event, viewer);
  const replaced = body.replaces === undefined ? null : await requireReplaceable(body.replaces, event);
  const repeated = body.uploadId ? await findByUpload(body.uploadId, event) : null;
  if (repeated) return toReceipt(await settle(repeated, event, replaced), event);

  const isThankYou = body.isThankYou === true && role === 'recipient';
  if (role === 'creator' || isThankYou) requireChangeable(event);
  else requireCollecting(event);
  if (replaced) requireOpen(replaced);
  const key = contributorKey(body.contributor);
  const twin = body.kind === 'text' ? await findByContent(event, textHash(key, body.text ?? '')) : null;
  if (twin) return sameContent(twin, key, event, replaced);

  const place = placeFor(String(event._id), key, body);
  const spare = replaced && replaced.media.deletedAt === null ? placeOf(replaced.media) : null;
  const isNew = await reservePlace(place, body.contributor.name, spare);
  const taken = await takeSource(body, event, key)
    .then(async (source) => ('twin' in source ? source : insertMedia({ event, body, key, source, isThankYou })))
    .catch(async (error) => {
      if (isNew) await releaseUnused(place, spare, body, event);
      throw error;
    });
  if ('created' in taken) return toReceipt(await settle(taken.created, event, replaced), event);
  if (isNew && placeOf(taken.twin).item !== place.item) await releasePlace(place, spare);
  return sameContent(taken.twin, key, event, replaced);
}

/** Whether a file may be uploaded to this event at all, before its first byte. */
export async function mayUpload(eventUuid: string, viewer: Viewer): Promise<void> {
  const { event, role } = await seeEvent(eventUuid, viewer);
  if (role === 'public' || role === 'viewOnly') requireCollecting(event);
  else requireChangeable(event);
}

/** Changes a clip. What changes the picture or the sound prepares it again; the old one plays meanwhile. */
export async function updateMedia(id: string, body: UpdateMediaBody, viewer: Viewer): Promise<Media> {
  const { media, event } = await requireMediaCreator(id, viewer);
  requireChangeable(event);
  if (media.deletedAt !== null) throw noSuchClip();
  if (body.text !== undefined && media.kind !== 'text') {
    throw new AppError('FIELDS_REFUSED', {
      message: 'Only a text card has words to change.',
      fields: { text: 'Not a text card.' },
    });
  }
  const { position, contributor, ...plain } = body;
  const changes: Record<string, unknown> = { ...plain };
  if (contributor) changes['contributor.name'] = contributor.name;
  const isPicture = body.edit !== undefined || body.text !== undefined || contributor !== undefined;
  const update = isPicture
    ? { $set: { ...changes, status: 'processing' as const, progress: 0, error: null }, $inc: { generation: 1 } }
    : { $set: changes };
  const updated = await MediaModel.findOneAndUpdate({ _id: media._id, deletedAt: null }, update, {
    returnDocument: 'after',
  }).lean<StoredMedia>();
  if (!updated) throw noSuchClip();
  if (isPicture) await enqueuePrepare(updated);
  if (position !== undefined) await moveTo(updated, position, event);
  return announce(updated, position === undefined ? event : ((await findEvent(String(event._id))) ?? event));
}

/** Takes a clip out; it can be restored for 30 days. */
export async function removeMedia(id: string, receiptKey: string | undefined, viewer: Viewer): Promise<Media> {
  const own = await requireMediaOwner(id, receiptKey, viewer);
  requireOpen(own);
  return removeOwn(own);
}

/** Puts a removed clip back where it was. */
export async function restoreMedia(id: string, receiptKey: string | undefined, viewer: Viewer): Promise<Media> {
  const own = await requireMediaOwner(id, receiptKey, viewer);
  requireOpen(own);
  const { media, event } = own;
  if (media.deletedAt === null) return toMediaDto(media, own.audience);
  if (own.audience === 'owner' && media.deletedBy === 'creator') {
    throw new AppError('NOT_ALLOWED', { message: 'Who makes the film left this clip out. Ask them to bring it back.' });
  }
  const place = placeOf(media);
  const isNew = await reservePlace(place, media.contributor?.name ?? '');
  const restored = await MediaModel.findOneAndUpdate(
    { _id: media._id, deletedAt: { $gt: new Date(Date.now() - RESTORE_WINDOW) } },
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
    throw new AppError('WRONG_STATE', { message: 'This clip can’t be brought back any more.' });
  }
  if (restored.status === 'processing') await enqueuePrepare(restored);
  await appendToTimeline(String(event._id), id);
  await announce(restored, event);
  return toMediaDto(restored, own.audience);
}

/** Prepares a failed clip again. */
export async function retryMedia(id: string, receiptKey: string | undefined, viewer: Viewer): Promise<Media> {
  const own = await requireMediaOwner(id, receiptKey, viewer);
  requireOpen(own);
  const again = await MediaModel.findOneAndUpdate(
    { _id: own.media._id, status: 'failed', deletedAt: null },
    { $set: { status: 'processing', progress: 0, error: null }, $inc: { generation: 1 } },
    { returnDocument: 'after' },
  ).lean<StoredMedia>();
  if (!again) throw new AppError('WRONG_STATE', { message: 'Only a clip that failed can be tried again.' });
  await enqueuePrepare(again);
  await announce(again, own.event);
  return toMediaDto(again, own.audience);
}

/** What became of the clip behind a receipt key. */
export async function viewReceipt(
  receiptKey: string,
): Promise<{ receipt: Receipt; event: StoredEvent; canChange: boolean }> {
  const { media, event } = await requireReceipt(receiptKey);
  return { receipt: toReceipt(media, event), event, canChange: !isClosed(event) };
}

/** A clip that is in the timeline and prepared under this very key; null when it has changed or gone. */
export async function preparedClip(mediaId: string, segmentKey: string): Promise<StoredMedia | null> {
  return MediaModel.findOne({ _id: mediaId, 'prepared.segmentKey': segmentKey, deletedAt: null }).lean<StoredMedia>();
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
  const clips = await MediaModel.find({ eventId, 'prepared.segmentKey': { $in: segmentKeys } }).lean<StoredMedia[]>();
  for (const clip of clips) {
    const again = await MediaModel.findOneAndUpdate(
      { _id: clip._id, generation: clip.generation },
      { $set: { status: 'processing', progress: 0, error: null }, $inc: { generation: 1 } },
      { returnDocument: 'after' },
    ).lean<StoredMedia>();
    if (again) await enqueuePrepare(again);
  }
}

/** Enqueues the preparation of clips that wait for one; nothing stays "processing" because a process died. */
export async function rescueWaiting(): Promise<number> {
  const waiting = await MediaModel.find({
    status: 'processing',
    deletedAt: null,
    updatedAt: { $lt: new Date(Date.now() - 60_000) },
  })
    .limit(200)
    .lean<StoredMedia[]>();
  for (const media of waiting) await enqueuePrepare(media);
  return waiting.length;
}

/** Tells the people who watch this event what a clip looks like now. */
export async function announce(media: StoredMedia, event: Pick<StoredEvent, '_id' | 'order'>): Promise<Media> {
  const order = event.order.map(String);
  const at = order.indexOf(String(media._id));
  const before = at < 0 ? order : order.slice(0, at);
  const position = await MediaModel.countDocuments({ _id: { $in: before }, deletedAt: null });
  const dto = toMediaDto(media, 'creator', position);
  platform().sockets.emitToEvent(String(event._id), 'creator', 'media:updated', dto);
  return dto;
}

interface NewMedia {
  event: StoredEvent;
  body: CreateMediaBody;
  key: string;
  source: Source;
  isThankYou: boolean;
}

/** The new clip, or the one that was there first with the same upload or content. */
async function insertMedia(given: NewMedia): Promise<{ created: StoredMedia } | { twin: StoredMedia }> {
  const { event, body, key, source, isThankYou } = given;
  try {
    const created = await MediaModel.create({
      _id: source.mediaId,
      eventId: event._id,
      kind: source.kind,
      status: 'processing',
      progress: 0,
      contributor: { key, name: body.contributor.name, email: body.contributor.email ?? null },
      receiptKey: newReceiptKey(),
      caption: body.caption ?? null,
      text: body.text ?? null,
      sha256: source.sha256,
      uploadId: body.uploadId ?? null,
      originalKey: source.originalKey,
      originalBytes: source.bytes,
      originalName: source.filename,
      isThankYou,
    });
    return { created: created.toObject() };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const twin =
      (body.uploadId && (await findByUpload(body.uploadId, event))) || (await findByContent(event, source.sha256));
    if (twin) return { twin };
    throw error;
  }
}

/** The steps after a clip is on record. Each can be done again, so that a repeated request finishes what a crash cut short. */
async function settle(media: StoredMedia, event: StoredEvent, replaced: OwnMedia | null = null): Promise<StoredMedia> {
  if (media.deletedAt !== null) return media;
  if (replaced && String(replaced.media._id) !== String(media._id)) await replaceClip(replaced, media);
  await appendToTimeline(String(event._id), String(media._id));
  if (media.status === 'processing') await enqueuePrepare(media);
  await announce(media, event);
  return media;
}

async function enqueuePrepare(media: StoredMedia): Promise<void> {
  const data = { mediaId: String(media._id), generation: media.generation };
  await platform().queue.enqueue(mediaPrepareJob, data, { uniqueKey: `${data.mediaId}:${data.generation}` });
}

async function removeOwn({ media, event, audience }: OwnMedia): Promise<Media> {
  const removed = await MediaModel.findOneAndUpdate(
    { _id: media._id, deletedAt: null },
    { $set: { deletedAt: new Date(), deletedBy: audience } },
    { returnDocument: 'after' },
  ).lean<StoredMedia>();
  // Also when it was removed before, as whoever did that may have died before these; but words can be another's by now.
  if (removed || media.kind !== 'text') await releasePlace(placeOf(media));
  await releaseContent(String(media._id));
  platform().sockets.emitToEvent(String(event._id), 'creator', 'media:removed', { id: String(media._id) });
  return toMediaDto(removed ?? (await MediaModel.findById(media._id).lean<StoredMedia>()) ?? media, audience);
}

async function requireReplaceable(receiptKey: string, event: StoredEvent): Promise<OwnMedia> {
  const own = await requireReceipt(receiptKey);
  if (String(own.event._id) !== String(event._id)) throw noSuchClip();
  return own;
}

async function replaceClip(replaced: OwnMedia, by: StoredMedia): Promise<void> {
  if (replaced.media.deletedAt !== null) return;
  const eventId = String(replaced.event._id);
  await placeInTimeline(eventId, String(by._id), { before: String(replaced.media._id) });
  await removeOwn(replaced);
}

async function sameContent(
  twin: StoredMedia,
  key: string,
  event: StoredEvent,
  replaced: OwnMedia | null,
): Promise<Receipt> {
  if (twin.contributor?.key !== key) throw duplicate();
  return toReceipt(await settle(twin, event, replaced), event);
}

/** Lets a reserved place go, unless a clip came of it in another request. */
async function releaseUnused(
  place: Place,
  spare: Place | null,
  body: CreateMediaBody,
  event: StoredEvent,
): Promise<void> {
  const used = body.uploadId ? await findByUpload(body.uploadId, event) : await findByContent(event, place.item);
  if (!used) await releasePlace(place, spare);
}

/** Moves a clip to an index among those that are not in the bin. */
async function moveTo(media: StoredMedia, index: number, event: StoredEvent): Promise<void> {
  const eventId = String(event._id);
  const shown = await mediaOf(eventId, event.order.map(String));
  const others = shown.filter((each) => each.deletedAt === null && each.id !== String(media._id));
  const before = others[index]?.id;
  await placeInTimeline(eventId, String(media._id), before === undefined ? 'end' : { before });
}

function requireCollecting(event: StoredEvent): void {
  if (!isClosed(event)) return;
  const whom = event.creatorName ?? 'who invited you';
  throw new AppError('EVENT_CLOSED', {
    message: `This VidDay takes no more clips. Ask ${whom} whether there is still time.`,
  });
}

function duplicate(): AppError {
  return new AppError('DUPLICATE', { message: 'This very file is in the film already.' });
}

function toReceipt(media: StoredMedia, event: StoredEvent): Receipt {
  return {
    media: toMediaDto(media, 'owner'),
    receiptKey: media.receiptKey,
    receiptUrl: `${platform().config.appOrigin}/e/${event.uuid}/receipt/${media.receiptKey}`,
  };
}
