import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { newReceiptKey } from '../../platform/id.ts';
import { platform } from '../../platform/platform.ts';
import type { CreateMediaBody, Media, Receipt, UpdateMediaBody } from '../../shared/contracts/media.ts';
import { mediaPrepareJob } from '../../shared/jobs.ts';
import { RESTORE_WINDOW } from '../../shared/limits.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { appendToTimeline, isClosed, placeInTimeline, type StoredEvent, seeEvent } from '../events/events.service.ts';
import { contributorKey, releasePlace, reservePlace } from './contributors.ts';
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
import { findByContent, findByUpload, releaseContent, type Source, takeSource, textHash } from './sources.ts';

export { purgeMediaOf } from './clean-up.ts';
export type { StoredMedia } from './media.model.ts';
export { faces, mediaOf, posters, summaries, timelineClips } from './media.queries.ts';
export { HLS_FILE, segmentFile } from './segments.ts';

/**
 * Adds a finished upload or a text card. Asking again with the same upload, or with the same file as the same person,
 * answers the same receipt; a stranger's copy of a file that is there already is a DUPLICATE.
 */
export async function addMedia(body: CreateMediaBody, viewer: Viewer): Promise<Receipt> {
  const { event, role } = await seeEvent(body.event, viewer);
  const repeated = body.uploadId ? await findByUpload(body.uploadId, event) : null;
  if (repeated) return toReceipt(await settle(repeated, event), event);

  const isThankYou = body.isThankYou === true && role === 'recipient';
  if (role !== 'creator' && !isThankYou) requireCollecting(event);
  const replaced = body.replaces === undefined ? null : await requireReplaceable(body.replaces, event);
  const key = contributorKey(body.contributor);
  const twin = body.kind === 'text' ? await findByContent(event, textHash(key, body.text ?? '')) : null;
  if (twin) return sameContent(twin, key, event);

  await reservePlace(String(event._id), key, body.contributor.name);
  try {
    const source = await takeSource(body, event, key);
    if ('twin' in source) {
      await releasePlace(String(event._id), key);
      return sameContent(source.twin, key, event);
    }
    const created = await insertMedia({ event, body, key, source, isThankYou });
    if (replaced) await replaceClip(replaced, created);
    return toReceipt(await settle(created, event), event);
  } catch (error) {
    await releasePlace(String(event._id), key);
    throw error;
  }
}

/** Whether a file may be uploaded to this event at all, before its first byte. */
export async function mayUpload(eventUuid: string, viewer: Viewer): Promise<void> {
  const { event, role } = await seeEvent(eventUuid, viewer);
  if (role === 'public' || role === 'viewOnly') requireCollecting(event);
}

/** Changes a clip. What changes the picture or the sound prepares it again; the old one plays meanwhile. */
export async function updateMedia(id: string, body: UpdateMediaBody, viewer: Viewer): Promise<Media> {
  const { media, event } = await requireMediaCreator(id, viewer);
  if (body.text !== undefined && media.kind !== 'text') {
    throw new AppError('FIELDS_REFUSED', {
      message: 'Only a text card has words to change.',
      fields: { text: 'Not a text card.' },
    });
  }
  if (body.position !== undefined) await placeInTimeline(String(event._id), id, { index: body.position });
  const { position: _, contributor, ...plain } = body;
  const changes: Record<string, unknown> = { ...plain };
  if (contributor) changes['contributor.name'] = contributor.name;
  const isPicture = ['edit', 'text', 'caption'].some((field) => field in body) || contributor !== undefined;
  const update = isPicture
    ? { $set: { ...changes, status: 'processing' as const, progress: 0, error: null }, $inc: { generation: 1 } }
    : { $set: changes };
  const updated = await MediaModel.findOneAndUpdate({ _id: media._id, deletedAt: null }, update, {
    returnDocument: 'after',
  }).lean<StoredMedia>();
  if (!updated) throw noSuchClip();
  if (isPicture) await enqueuePrepare(updated);
  return announce(updated, event);
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
  const key = media.contributor?.key ?? '';
  await reservePlace(String(event._id), key, media.contributor?.name ?? '');
  const restored = await MediaModel.findOneAndUpdate(
    { _id: media._id, deletedAt: { $gt: new Date(Date.now() - RESTORE_WINDOW) } },
    { $set: { deletedAt: null } },
    { returnDocument: 'after' },
  )
    .lean<StoredMedia>()
    .catch((error) => {
      if (isDuplicateKey(error)) throw duplicate();
      throw error;
    });
  if (!restored) {
    await releasePlace(String(event._id), key);
    throw new AppError('WRONG_STATE', { message: 'This clip can’t be brought back any more.' });
  }
  await appendToTimeline(String(event._id), id);
  await announce(restored, event);
  return toMediaDto(restored, own.audience);
}

/** Prepares a failed clip again. */
export async function retryMedia(id: string, receiptKey: string | undefined, viewer: Viewer): Promise<Media> {
  const own = await requireMediaOwner(id, receiptKey, viewer);
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
  const position = event.order.map(String).indexOf(String(media._id));
  const dto = toMediaDto(media, 'creator', position < 0 ? event.order.length : position);
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

async function insertMedia({ event, body, key, source, isThankYou }: NewMedia): Promise<StoredMedia> {
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
    return created.toObject();
  } catch (error) {
    if (isDuplicateKey(error)) throw duplicate();
    throw error;
  }
}

/** The steps after a clip is on record. Each can be done again, so that a repeated request finishes what a crash cut short. */
async function settle(media: StoredMedia, event: StoredEvent): Promise<StoredMedia> {
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
    { $set: { deletedAt: new Date() } },
    { returnDocument: 'after' },
  ).lean<StoredMedia>();
  if (!removed) return toMediaDto(media, audience);
  await releasePlace(String(event._id), media.contributor?.key ?? '');
  await releaseContent(String(media._id));
  platform().sockets.emitToEvent(String(event._id), 'creator', 'media:removed', { id: String(media._id) });
  return toMediaDto(removed, audience);
}

async function requireReplaceable(receiptKey: string, event: StoredEvent): Promise<OwnMedia> {
  const own = await requireReceipt(receiptKey);
  if (String(own.event._id) !== String(event._id)) throw noSuchClip();
  requireOpen(own);
  return own;
}

async function replaceClip(replaced: OwnMedia, by: StoredMedia): Promise<void> {
  const eventId = String(replaced.event._id);
  await placeInTimeline(eventId, String(by._id), { before: String(replaced.media._id) });
  await removeOwn(replaced);
}

async function sameContent(twin: StoredMedia, key: string, event: StoredEvent): Promise<Receipt> {
  if (twin.contributor?.key !== key) throw duplicate();
  return toReceipt(await settle(twin, event), event);
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
