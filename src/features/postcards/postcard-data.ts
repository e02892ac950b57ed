import { Types } from 'mongoose';
import { isClipWithdrawn } from '../media/clip-picture.service.ts';
import { isPaidByAnother } from '../parcels/post-cards.service.ts';
import { removePictures } from './front-pictures.ts';
import { addressOf } from './postcard.dto.ts';
import { PostcardModel, type StoredPostcard } from './postcard.model.ts';

/** A user's postcards, oldest first, for the data export. */
export async function exportPostcards(userId: string): Promise<object[]> {
  const found = await cardsOf(userId);
  return found.map((card) => ({
    eventId: String(card.eventId),
    caption: card.front.caption ?? null,
    message: card.message,
    to: addressOf(card),
    from: card.from,
    sendAt: card.sendAt,
    status: card.status,
    createdAt: card.createdAt,
  }));
}

/** Deletes a user's postcards with their pictures; those that others have paid for once they are posted. */
export async function forgetPostcards(userId: string): Promise<void> {
  for (const card of await cardsOf(userId)) {
    const id = String(card._id);
    // First: what happens to its parcel from here on deletes it.
    await PostcardModel.updateOne({ _id: card._id }, { $set: { isOrphaned: true } });
    if (await isPaidByAnother(id, userId)) {
      await PostcardModel.updateOne({ _id: card._id }, { $set: { userId: null } });
    } else await removeCard(card);
  }
}

/** Deletes a card whose writer's account is gone. */
export async function forgetOrphaned(id: string): Promise<void> {
  const card = await PostcardModel.findOne({ _id: id, isOrphaned: true }).lean<StoredPostcard>();
  if (card) await removeCard(card);
}

async function removeCard({ _id, eventId }: StoredPostcard): Promise<void> {
  await removePictures(String(eventId), String(_id));
  await PostcardModel.deleteOne({ _id });
}

/** Deletes the postcards of a purged event. */
export async function purgePostcards(eventId: string): Promise<void> {
  await removePictures(eventId);
  await PostcardModel.deleteMany({ eventId: new Types.ObjectId(eventId) });
}

/** Forgets the copies of a clip that its sender withdrew: those cards need another picture. */
export async function forgetClip({ eventId, mediaId }: { eventId: string; mediaId: string }): Promise<void> {
  if (!(await isClipWithdrawn(mediaId))) return;
  const cards = await PostcardModel.find({ eventId: new Types.ObjectId(eventId), 'front.mediaId': mediaId })
    .sort({ _id: 1 })
    .lean<StoredPostcard[]>();
  for (const { _id } of cards) {
    await removePictures(eventId, String(_id));
    const none = { 'front.mediaId': null, 'front.key': null, 'front.at': null };
    await PostcardModel.updateOne({ _id, 'front.mediaId': mediaId }, { $set: none, $inc: { revision: 1 } });
  }
}

function cardsOf(userId: string): Promise<StoredPostcard[]> {
  return PostcardModel.find({ userId: new Types.ObjectId(userId) })
    .sort({ _id: 1 })
    .lean<StoredPostcard[]>();
}
