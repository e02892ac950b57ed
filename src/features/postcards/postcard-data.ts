import { Types } from 'mongoose';
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

/** Deletes a user's postcards with their pictures. */
export async function forgetPostcards(userId: string): Promise<void> {
  for (const { _id, eventId } of await cardsOf(userId)) {
    await removePictures(String(eventId), String(_id));
    await PostcardModel.deleteOne({ _id });
  }
}

/** Deletes the postcards of a purged event. */
export async function purgePostcards(eventId: string): Promise<void> {
  await removePictures(eventId);
  await PostcardModel.deleteMany({ eventId: new Types.ObjectId(eventId) });
}

function cardsOf(userId: string): Promise<StoredPostcard[]> {
  return PostcardModel.find({ userId: new Types.ObjectId(userId) })
    .sort({ _id: 1 })
    .lean<StoredPostcard[]>();
}
