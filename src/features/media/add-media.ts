import { isDuplicateKey } from '../../platform/errors.ts';
import { newReceiptKey } from '../../platform/id.ts';
import { platform } from '../../platform/platform.ts';
import { diskRoom } from '../../platform/storage/disk-room.ts';
import { countUp } from '../../platform/tally.ts';
import type { CreateMediaBody, Receipt } from '../../shared/contracts/media.ts';
import { ITEMS_PER_ADDRESS } from '../../shared/limits.ts';
import { may } from '../../shared/permissions.ts';
import { isMaker } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { requireOpenGift } from '../events/embargo.service.ts';
import { isClosed } from '../events/event-facts.service.ts';
import type { SeenEvent } from '../events/events.access.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { appendToTimeline, placeInTimeline } from '../events/timeline.service.ts';
import { announce, duplicate, positionOf, removeOwn, toReceipt } from './clip-steps.ts';
import { contributorKeys, othersOf } from './contributor-identity.service.ts';
import { placeFor, placeOf, releasePlace, reservePlace } from './contributors.ts';
import { firstModeration, tellDesk } from './flag-clip.ts';
import { hasGrace } from './grace.service.ts';
import { latenessAtFirst } from './lateness.ts';
import { isTakenOut, MediaModel, type StoredMedia } from './media.model.ts';
import { noSuchClip, type OwnMedia, requireLatest, requireOpen } from './own-clip.ts';
import { FACTS_VERSION } from './prepare/source-facts.ts';
import { startPreparing, waitAgain } from './preparing.ts';
import { type AddressCount, releaseSeconds, uncountAddress } from './queued-seconds.ts';
import { mailReceipt } from './receipt-mails.ts';
import { requireTaken } from './sending-rules.ts';
import { findByContent, findByUpload, giveUpContent, type Source, takeSource, textHash } from './sources.ts';
import { tellGuestList } from './tell-guest-list.ts';

/** A submission, its sender's role, and the clip it replaces. */
interface NewClip {
  body: CreateMediaBody;
  event: EventRecord;
  /** Whether the sender is a maker of the film. */
  isMakers: boolean;
  viewer: Viewer;
  /** Secret of the sender's browser. */
  browser: string;
  /** Contributor keys of this sender: new clips use the first. */
  keys: [string, ...string[]];
  isThankYou: boolean;
  replaced: OwnMedia | null;
  attribution: StoredMedia['attribution'];
}

/** A newly stored clip, or an existing one with the same upload or content. */
type Taken = { created: StoredMedia } | { twin: StoredMedia };

/**
 * Adds a finished upload or a text card. The same upload, file or text returns the same receipt to the same sender, and
 * DUPLICATE to others. Every step is idempotent: a retry completes what a crash interrupted.
 * @param browser secret of the sender's browser
 * @param attribution who made a photo from elsewhere
 */
export async function addMedia(
  body: CreateMediaBody,
  { event, roles, role }: SeenEvent,
  viewer: Viewer,
  browser: string,
  attribution: StoredMedia['attribution'] = null,
): Promise<Receipt> {
  requireOpenGift(event, role);
  const replaced = body.replaces === undefined ? null : await requireReplaceable(body.replaces, event);
  const isMakers = isMaker(role);
  const keys = contributorKeys(event.id, { viewer, role, browser });
  const heir = replaced?.media.contributor?.key;
  if (heir) keys.unshift(heir);
  const isThankYou = body.isThankYou === true && may(roles, 'clip.addThankYou');
  const clip: NewClip = { body, event, isMakers, viewer, browser, keys, isThankYou, replaced, attribution };

  const repeated = body.uploadId ? await findByUpload(body.uploadId, event) : null;
  if (repeated) return settleTwin(repeated, isClosed(event) ? { ...clip, replaced: null } : clip);
  await diskRoom(platform().config).requireForWork('new clips');
  requireTaken(event, {
    isMakers: may(roles, 'clip.addClosed') || isThankYou,
    hasArrived: body.uploadId !== undefined,
    hasGrace: await hasGrace(event, body.invitation),
  });
  if (replaced) requireOpen(replaced);

  const room = await reserve(clip);
  // A taken place may belong to the same card: return its receipt.
  const twin = body.kind === 'text' && !room.isNew ? await findByContent(event, textHash(keys[0], body)) : null;
  if (twin) return settleTwin(twin, clip);
  const taken = await take(clip, room).catch(async (error) => {
    await room.giveBack();
    throw error;
  });
  if ('created' in taken) return settle(taken.created, clip, { position: room.before });
  await room.giveBack();
  return settleTwin(taken.twin, clip);
}

/** What step 1 reserved. */
interface Room {
  /** False where an earlier try reserved it. */
  isNew: boolean;
  /** How many clips the event held before; null where that is not known. */
  before: number | null;
  /** What step 2 counts of the address's day, where it counts. */
  ofAddress: AddressCount | undefined;
  /** Gives back what was reserved now, unless a clip came of it in another request. */
  giveBack: () => Promise<void>;
}

/** Step 1: reserves a place for the clip. */
async function reserve({ body, event, isMakers, viewer, keys, replaced }: NewClip): Promise<Room> {
  const place = placeFor(event.id, keys[0], body, isMakers);
  const spare = replaced && replaced.media.deletedAt === null ? placeOf(replaced.media) : null;
  const { isNew, before } = await reservePlace(place, body.contributor.name, spare);
  const isCounted = isNew && !isMakers && !spare;
  const giveBack = async () => {
    if (!isNew) return;
    const used = body.uploadId ? await findByUpload(body.uploadId, event) : await findByContent(event, place.item);
    if (!used) await releasePlace(place, spare);
  };
  const ofAddress = isCounted ? { eventId: event.id, ip: viewer.ip, most: ITEMS_PER_ADDRESS } : undefined;
  return { isNew, before, ofAddress, giveBack };
}

async function take(clip: NewClip, room: Room): Promise<Taken> {
  const { ofAddress } = room;
  const uncount = async () => ofAddress && uncountAddress(ofAddress);
  const source = await claim(clip, ofAddress);
  const taken =
    'twin' in source
      ? source
      : await insert(clip, source).catch(async (error) => {
          await uncount();
          throw error;
        });
  if ('created' in taken) return taken;
  await uncount();
  const { twin } = taken;
  const isLeft = twin.status === 'failed' && !isOwn(twin, clip) && !isTakenOut(twin);
  return isLeft && (await giveUpContent(twin)) ? take(clip, room) : taken;
}

/** Step 2: claims the upload or text for this clip, or finds the existing one; counts it for its IP address. */
function claim(
  { body, event, keys, viewer, browser }: NewClip,
  ofAddress: AddressCount | undefined,
): Promise<Source | { twin: StoredMedia }> {
  return takeSource(body, event, keys[0], { viewer, browser }, ofAddress);
}

/** Step 3: stores the clip under the source's id, so that a retry finds it. */
async function insert(clip: NewClip, source: Source): Promise<Taken> {
  const { event, isMakers, body, keys, isThankYou, replaced, attribution } = clip;
  try {
    const created = await MediaModel.create({
      _id: source.mediaId,
      eventId: event.id,
      kind: source.kind,
      status: 'processing',
      progress: 0,
      contributor: {
        key: keys[0],
        name: body.contributor.name,
        email: body.contributor.email ?? replaced?.media.contributor?.email ?? null,
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
      sourceFacts: source.facts && { version: FACTS_VERSION, facts: source.facts },
      attribution,
      isThankYou,
      ...(!isMakers && !isThankYou && latenessAtFirst(event, replaced?.media ?? null)),
      isOrganisers: isMakers && !isThankYou,
      moderation: firstModeration(body),
    });
    const stored: StoredMedia = created.toObject();
    tellDesk(stored);
    countUp('clips');
    return { created: stored };
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

/**
 * Step 4: adds it to the timeline, starts its preparation, mails the receipt and notifies the makers.
 * @param isNew stored by this request, with its position if that is known
 */
async function settle(
  media: StoredMedia,
  { body: { invitation }, event, viewer, replaced }: NewClip,
  isNew?: { position: number | null },
): Promise<Receipt> {
  const receipt = toReceipt(media, event);
  if (media.deletedAt !== null) return receipt;
  const former = replaced && String(replaced.media._id) !== String(media._id) ? replaced : null;
  if (former?.media.deletedAt === null) {
    await placeInTimeline(event.id, String(media._id), { before: String(former.media._id) });
  }
  await appendToTimeline(event.id, String(media._id));
  if (media.status === 'processing') await startPreparing(media, event, viewer.ip, isNew !== undefined);
  await mailReceipt(media, event, viewer.ip);
  await tellGuestList(media, event, { invitation, former: former?.media });
  // Only now, so that its guest is in all the time.
  if (former) await removeReplaced(former, media);
  await announce(media, event, replaced ? await positionOf(replaced.media, event) : isNew?.position);
  return receipt;
}

/**
 * The receipt of an existing clip for its own sender; DUPLICATE for others. One that failed is prepared again when its
 * file is uploaded again, not when a request is only repeated.
 */
async function settleTwin(twin: StoredMedia, clip: NewClip): Promise<Receipt> {
  if (!isOwn(twin, clip)) throw duplicate();
  const isSentAgain = twin.uploadId !== (clip.body.uploadId ?? null) && !isTakenOut(twin);
  return settle((isSentAgain && (await waitAgain(twin, clip.viewer))) || twin, clip);
}

function isOwn({ contributor }: StoredMedia, { keys }: NewClip): boolean {
  return keys.includes(contributor?.key ?? '');
}

/** What replaced it since, if anything did: a page that was opened before has the first key. */
async function requireReplaceable(receiptKey: string, event: EventRecord): Promise<OwnMedia> {
  const own = await requireLatest(receiptKey);
  if (own.event.id !== event.id) throw noSuchClip();
  return own;
}

/** The old clip leaves, and its receipt leads to the new one. What the organiser left out stays theirs to restore. */
async function removeReplaced(former: OwnMedia, { _id }: StoredMedia): Promise<void> {
  const first = { _id: former.media._id, replacedBy: null, deletedBy: { $ne: 'creator' } } as const;
  await MediaModel.updateOne(first, { $set: { replacedBy: _id } });
  if (former.media.deletedAt === null) await removeOwn(former);
}
