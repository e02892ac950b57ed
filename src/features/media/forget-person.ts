import { randomBytes } from 'node:crypto';
import { platform } from '../../platform/platform.ts';
import { Types } from '../events/events.service.ts';
import { ContributorModel, MediaModel, TakenPlacesModel } from './media.model.ts';

/**
 * Parts a person from what they sent to events of others: the clips stay with the name that stands on them, the account and
 * the address are forgotten. May be repeated.
 */
export async function forgetContributor(userId: string, email: string): Promise<void> {
  await MediaModel.updateMany({ claimedBy: new Types.ObjectId(userId) }, { $set: { claimedBy: null } });
  await MediaModel.updateMany({ 'contributor.email': email }, { $set: { 'contributor.email': null } });
  // The address is also what told their clips from others'.
  for await (const { eventId } of ContributorModel.find({ key: email }, { eventId: 1 }).lean().cursor()) {
    const key = `gone:${randomBytes(9).toString('base64url')}`;
    await TakenPlacesModel.updateOne(
      { _id: String(eventId), contributors: email },
      { $set: { 'contributors.$': key } },
    );
    await MediaModel.updateMany({ eventId, 'contributor.key': email }, { $set: { 'contributor.key': key } });
    await ContributorModel.updateOne({ eventId, key: email }, { $set: { key } });
  }
}

/** Removes the files of an event's clips as they came: nobody is left who may download them. What is shown stays. */
export async function dropOriginals(eventId: string): Promise<void> {
  await MediaModel.updateMany({ eventId }, { $set: { originalKey: null, originalName: null, originalBytes: 0 } });
  const { store } = platform();
  for await (const file of store.list(`originals/${eventId}/`)) await store.remove(file.key);
}
