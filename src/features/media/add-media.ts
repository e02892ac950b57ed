import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { newReceiptKey } from '../../platform/id.ts';
import { platform } from '../../platform/platform.ts';
import { diskRoom } from '../../platform/storage/disk-room.ts';
import { closedBy } from '../../shared/collecting.ts';
import type { CreateMediaBody, Receipt } from '../../shared/contracts/media.ts';
import { ITEMS_PER_ADDRESS } from '../../shared/limits.ts';
import { may, type Role } from '../../shared/permissions.ts';
import { isMaker } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import {
  appendToTimeline,
  isClosed,
  placeInTimeline,
  requireChangeable,
  requireEvent,
  requireOpenGift,
  type SeenEvent,
  type StoredEvent,
} from '../events/events.service.ts';
import { announce, duplicate, removeOwn, toReceipt } from './clip-steps.ts';
import { contributorKeys, othersOf } from './contributor-identity.ts';
import { type Place, placeFor, placeOf, releasePlace, reservePlace } from './contributors.ts';
import { latenessAtFirst } from './late-clips.ts';
import { noSuchClip, type OwnMedia, requireOpen, requireReceipt } from './media.access.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { startPreparing } from './preparing.ts';
import { releaseSeconds, uncountAddress } from './queued-seconds.ts';
import { mailReceipt } from './receipt-mails.ts';
import { findByContent, findByUpload, type Source, takeSource, textHash } from './sources.ts';

/**
 * Adds a finished upload or a text card. Asking again with the same upload, file or words answers the same receipt to the
 * same sender; anybody else's copy of a file that is there already is a DUPLICATE, and their own words are a clip of their
 * own. Each step may be repeated: a request that a crash cut short is finished by the next.
 * @param browser the secret of the sender's browser
 */
export async function addMedia(
  body: CreateMediaBody,
  { event, roles, role }: SeenEvent,
  viewer: Viewer,
  browser: string,
): Promise<Receipt> {
  requireOpenGift(event, role);
  const replaced = body.replaces === undefined ? null : await requireReplaceable(body.replaces, event);
  const keys = contributorKeys(String(event._id), { viewer, role, browser });
  const heir = replaced?.media.contributor?.key;
  if (heir) keys.unshift(heir);
  const repeated = body.uploadId ? await findByUpload(body.uploadId, event) : null;
  if (repeated && !isOwn(repeated, keys)) throw duplicate();
  if (repeated) return toReceipt(await settle(repeated, event, viewer, isClosed(event) ? null : replaced), event);

  await diskRoom(platform().config).requireForWork('new clips');
  const isThankYou = body.isThankYou === true && may(roles, 'clip.addThankYou');
  if (may(roles, 'clip.addClosed') || isThankYou) requireChangeable(event);
  else if (body.uploadId === undefined) requireCollecting(event);
  else requireNotAway(event);
  if (replaced) requireOpen(replaced);
  const [key] = keys;
  const place = placeFor(String(event._id), key, body, isMaker(role));
  const spare = replaced && replaced.media.deletedAt === null ? placeOf(replaced.media) : null;
  const { isNew, before } = await reservePlace(place, body.contributor.name, spare);
  // Words that are there have their place already.
  const twin = body.kind === 'text' && !isNew ? await findByContent(event, textHash(key, body)) : null;
  if (twin) return sameContent(twin, keys, event, viewer, replaced);
  const isCounted = isNew && !isMaker(role) && spare === null;
  const ofAddress = { eventId: String(event._id), ip: viewer.ip, most: ITEMS_PER_ADDRESS };
  let uncount = async () => {};
  const takeIn = async () => {
    const source = await takeSource(body, event, key, { viewer, browser }, isCounted ? ofAddress : undefined);
    if (isCounted) uncount = () => uncountAddress(ofAddress);
    if ('twin' in source) return source;
    return insertMedia({ event, role, body, key, source, isThankYou, replaced: replaced?.media ?? null });
  };
  const taken = await takeIn().catch(async (error) => {
    if (isNew) await releaseUnused(place, spare, body, event);
    await uncount();
    throw error;
  });
  if ('created' in taken) return toReceipt(await settle(taken.created, event, viewer, replaced, before), event);
  if (isNew && placeOf(taken.twin).item !== place.item) await releasePlace(place, spare);
  await uncount();
  return sameContent(taken.twin, keys, event, viewer, replaced);
}

/**
 * Whether a file may be uploaded to an event at all, before its first byte.
 * @param ref the event's uuid or private key
 * @returns the event's uuid
 */
export async function mayUpload(ref: string, viewer: Viewer): Promise<string> {
  const { event, roles, role } = await requireEvent('clip.add', ref, viewer);
  requireOpenGift(event, role);
  if (may(roles, 'clip.addClosed') || may(roles, 'clip.addThankYou')) requireChangeable(event);
  else requireCollecting(event);
  return event.uuid;
}

interface NewMedia {
  event: StoredEvent;
  role: Role;
  body: CreateMediaBody;
  key: string;
  source: Source;
  isThankYou: boolean;
  replaced: StoredMedia | null;
}

/** The new clip, or the one that was there first with the same upload or content. */
async function insertMedia(given: NewMedia): Promise<{ created: StoredMedia } | { twin: StoredMedia }> {
  const { event, role, body, key, source, isThankYou, replaced } = given;
  try {
    const created = await MediaModel.create({
      _id: source.mediaId,
      eventId: event._id,
      kind: source.kind,
      status: 'processing',
      progress: 0,
      contributor: {
        key,
        name: body.contributor.name,
        email: body.contributor.email ?? null,
        with: othersOf(body.contributor),
      },
      receiptKey: newReceiptKey(),
      caption: body.caption ?? null,
      text: body.text ?? null,
      sha256: source.sha256,
      uploadId: body.uploadId ?? null,
      originalKey: source.originalKey,
      originalBytes: source.bytes,
      originalName: source.filename,
      work: source.work,
      isThankYou,
      ...(!isMaker(role) && !isThankYou && latenessAtFirst(event, replaced)),
      isOrganisers: isMaker(role) && !isThankYou,
    });
    return { created: created.toObject() };
  } catch (error) {
    const stored = await MediaModel.exists({ _id: source.mediaId });
    if (!stored) await releaseSeconds(String(source.mediaId));
    if (!isDuplicateKey(error)) throw error;
    const twin =
      (body.uploadId && (await findByUpload(body.uploadId, event))) || (await findByContent(event, source.sha256));
    if (twin) return { twin };
    throw error;
  }
}

/** The steps after a clip is on record. Each can be done again, so that a repeated request finishes what a crash cut short. */
async function settle(
  media: StoredMedia,
  event: StoredEvent,
  viewer: Viewer,
  replaced: OwnMedia | null,
  position: number | null = null,
): Promise<StoredMedia> {
  if (media.deletedAt !== null) return media;
  if (replaced && String(replaced.media._id) !== String(media._id)) await replaceClip(replaced, media);
  await appendToTimeline(String(event._id), String(media._id));
  if (media.status === 'processing') await startPreparing(media, event, viewer.ip);
  await mailReceipt(media, event, viewer.ip);
  await announce(media, event, position);
  return media;
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
  keys: readonly string[],
  event: StoredEvent,
  viewer: Viewer,
  replaced: OwnMedia | null,
): Promise<Receipt> {
  if (!isOwn(twin, keys)) throw duplicate();
  return toReceipt(await settle(twin, event, viewer, replaced), event);
}

/** Whether a clip is its sender's own, who alone may be given its receipt. */
function isOwn(media: StoredMedia, keys: readonly string[]): boolean {
  return keys.includes(media.contributor?.key ?? '');
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

/** A file that is here began while clips were taken: where the event closed meanwhile, it waits for the organiser's answer. */
function requireNotAway(event: StoredEvent): void {
  if (closedBy(event) === 'state') requireCollecting(event);
}

function requireCollecting(event: StoredEvent): void {
  const by = closedBy(event);
  if (!by) return;
  const whom = event.creatorName ?? 'the person who invited you';
  const what = by === 'deadline' ? 'The deadline has passed' : 'This VidDay is closed';
  throw new AppError('EVENT_CLOSED', { message: `${what}. Ask ${whom} if there’s still time.` });
}
