import { Types } from 'mongoose';
import { accountKey } from '../media/contributor-identity.service.ts';
import { GuestbookModel, type StoredEntry } from './guestbook.model.ts';

/** What a user wrote into guestbooks, oldest first, for the data export. */
export async function exportGuestbook(userId: string): Promise<object[]> {
  const found = await GuestbookModel.find({ author: accountKey(userId) })
    .sort({ _id: 1 })
    .lean<StoredEntry[]>();
  return found.map(({ eventId, name, text, reaction, createdAt }) => ({
    eventId: String(eventId),
    name,
    text,
    reaction,
    createdAt,
  }));
}

/** Deletes what a user wrote. */
export async function forgetAuthor(userId: string): Promise<void> {
  await GuestbookModel.deleteMany({ author: accountKey(userId) });
}

/** Deletes the guestbook of a purged event. */
export async function purgeGuestbook(eventId: string): Promise<void> {
  await GuestbookModel.deleteMany({ eventId: new Types.ObjectId(eventId) });
}
