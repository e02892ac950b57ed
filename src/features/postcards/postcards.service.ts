import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import type { Postcard, PostcardBody } from '../../shared/contracts/postcards.ts';
import { POSTCARD } from '../../shared/limits.ts';
import { WHOLE_PICTURE } from '../../shared/postcards.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { requireChangeable } from '../events/events.access.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { addressesToMend } from '../parcels/post-cards.service.ts';
import { isCountry } from '../profiles/countries.service.ts';
import { selfOf } from '../users/own-account.service.ts';
import { findTemplate, templatesFor } from './draw/templates.service.ts';
import { asDrawn, keepPicture, removePictures } from './front-pictures.ts';
import { toPostcardDto } from './postcard.dto.ts';
import { PostcardModel, type StoredPostcard } from './postcard.model.ts';
import { noSuchPostcard, notADraft, type SeenPostcard } from './postcard-rules.ts';

/** Starts a card, in the event's most fitting template. LIMIT_REACHED, FIELDS_REFUSED. */
export async function createPostcard(event: EventRecord, viewer: Viewer, body: PostcardBody): Promise<Postcard> {
  requireChangeable(event);
  if ((await PostcardModel.countDocuments({ eventId: event.id })) >= POSTCARD.perEvent) {
    throw new AppError('LIMIT_REACHED', { message: `Up to ${POSTCARD.perEvent} postcards for one VidDay.` });
  }
  const _id = new Types.ObjectId();
  const changes = await changesOf({ event, id: String(_id), known: null }, body);
  const [first] = templatesFor(event.occasion);
  const card = await PostcardModel.create({
    templateId: first?.id,
    hand: 'pen',
    front: {},
    from: event.creatorName ?? '',
    ...changes,
    _id,
    eventId: event.id,
    userId: selfOf(viewer),
  });
  return toPostcardDto(card.toObject());
}

/** Changes a draft. WRONG_STATE once it is paid; FIELDS_REFUSED. */
export async function updatePostcard({ card, event }: SeenPostcard, body: PostcardBody): Promise<Postcard> {
  requireChangeable(event);
  if (card.status !== 'draft') throw notADraft();
  const changes = await changesOf({ event, id: String(card._id), known: card }, body);
  const changed = await PostcardModel.findOneAndUpdate(
    { _id: card._id, status: 'draft' },
    { $set: changes, $inc: { revision: 1 } },
    { returnDocument: 'after' },
  ).lean<StoredPostcard>();
  if (!changed) throw notADraft();
  const [drawn = changed] = await asDrawn(event, [changed]);
  return toPostcardDto(drawn);
}

/** Deletes a draft with its picture. WRONG_STATE once it is paid. */
export async function deletePostcard({ card }: SeenPostcard): Promise<{ id: string }> {
  const id = String(card._id);
  const { deletedCount } = await PostcardModel.deleteOne({ _id: card._id, status: 'draft' });
  if (deletedCount === 0 && (await PostcardModel.exists({ _id: card._id }))) throw notADraft();
  await removePictures(String(card.eventId), id);
  return { id };
}

/** The cards of an event, newest first. */
export async function listPostcards(event: Pick<EventRecord, 'id'>): Promise<Postcard[]> {
  const [found, toMend] = await Promise.all([
    PostcardModel.find({ eventId: new Types.ObjectId(event.id) })
      .sort({ _id: -1 })
      .limit(2 * POSTCARD.perEvent)
      .lean<StoredPostcard[]>(),
    addressesToMend(event.id),
  ]);
  const drawn = await asDrawn(event, found);
  return drawn.map((card) => toPostcardDto(card, toMend.get(String(card._id))));
}

/** A card of an event; NOT_FOUND if it has none with this id. */
export async function findPostcard({ id: eventId }: Pick<EventRecord, 'id'>, id: string): Promise<Postcard> {
  const card = Types.ObjectId.isValid(id) ? await PostcardModel.findById(id).lean<StoredPostcard>() : null;
  if (!card || String(card.eventId) !== eventId) throw noSuchPostcard();
  return showPostcard({ card });
}

/** A card as its makers see it. */
export async function showPostcard({ card }: Pick<SeenPostcard, 'card'>): Promise<Postcard> {
  const id = String(card.eventId);
  const [[drawn = card], toMend] = await Promise.all([asDrawn({ id }, [card]), addressesToMend(id)]);
  return toPostcardDto(drawn, toMend.get(String(card._id)));
}

interface Changed {
  event: EventRecord;
  id: string;
  /** Null for a new card. */
  known: StoredPostcard | null;
}

async function changesOf({ event, id, known }: Changed, body: PostcardBody) {
  const { templateId, hand, front, message, to, from, sendAt } = body;
  if (templateId !== undefined && !findTemplate(templateId)) throw refused('templateId', 'There is no such template.');
  if (to && !isCountry(to.country)) throw refused('to.country', 'Please choose a country.');
  return {
    ...(templateId !== undefined && { templateId }),
    ...(hand !== undefined && { hand }),
    ...(front !== undefined && { front: await frontOf({ event, id, known }, front) }),
    ...(message !== undefined && { message }),
    ...(to !== undefined && { to }),
    ...(from !== undefined && { from }),
    ...(sendAt !== undefined && { sendAt: dayOf(sendAt, known) }),
  };
}

/** The picture is copied once, when another one is chosen. */
async function frontOf({ event, id, known }: Changed, front: NonNullable<PostcardBody['front']>) {
  const { mediaId, at, caption, crop = WHOLE_PICTURE } = front;
  const own = { mediaId, at, caption: caption || null, crop };
  if (mediaId === null) return own;
  const before = known?.front;
  if (before?.key && before.mediaId === mediaId && (before.at ?? null) === at) {
    return { ...own, key: before.key, width: before.width, height: before.height };
  }
  const picture = await keepPicture(event, id, { mediaId, at });
  if (!picture) throw refused('front.mediaId', 'This clip has no picture yet. Choose another one, or wait a moment.');
  return { ...own, ...picture };
}

function dayOf(sendAt: string | null, known: StoredPostcard | null): Date | null {
  if (sendAt === null) return null;
  const day = new Date(sendAt);
  if (known?.sendAt?.getTime() === day.getTime()) return day;
  const lead = day.getTime() - Date.now();
  if (lead < 0) throw refused('sendAt', 'This day has passed. Choose one that is still to come.');
  if (lead > POSTCARD.aheadMax) throw refused('sendAt', 'Up to half a year ahead, please.');
  return day;
}

function refused(field: string, message: string): AppError {
  return new AppError('FIELDS_REFUSED', { message, fields: { [field]: message } });
}
