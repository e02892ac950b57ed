import { randomBytes } from 'node:crypto';
import { Types } from 'mongoose';
import { platform } from '../../platform/platform.ts';
import { ContributorModel, TakenPlacesModel } from './contributor.model.ts';
import { accountKey } from './contributor-identity.service.ts';
import { MediaModel } from './media.model.ts';
import { forgetUpload } from './sources.ts';

/** Unlinks an account from its clips, which keep the name but not the address. */
export async function forgetContributor(userId: string): Promise<void> {
  await MediaModel.updateMany(
    { claimedBy: new Types.ObjectId(userId) },
    { $set: { claimedBy: null, 'contributor.email': null } },
  );
  await MediaModel.updateMany({ 'history.userId': userId }, { $pull: { history: { userId } } });
  await forgetKey(accountKey(userId));
}

/**
 * Removes an address from all clips sent with it. Idempotent. @param email confirmed, so that no stranger's is removed
 */
export async function forgetClipsOfAddress(email: string): Promise<void> {
  await MediaModel.updateMany({ 'contributor.email': email }, { $set: { 'contributor.email': null } });
  // Older clips use the address itself as key.
  await forgetKey(email);
}

async function forgetKey(known: string): Promise<void> {
  const [ofPlaces, ofClips] = await Promise.all([
    ContributorModel.distinct('eventId', { key: known }),
    MediaModel.distinct('eventId', { 'contributor.key': known }),
  ]);
  for (const id of new Set([...ofPlaces, ...ofClips].map(String))) {
    const key = `gone:${randomBytes(9).toString('base64url')}`;
    const eventId = new Types.ObjectId(id);
    await TakenPlacesModel.updateOne({ _id: id, contributors: known }, { $set: { 'contributors.$': key } });
    await MediaModel.updateMany({ eventId, 'contributor.key': known }, { $set: { 'contributor.key': key } });
    await ContributorModel.updateOne({ eventId, key: known }, { $set: { key } });
  }
}

/** Deletes the originals of an event's clips, which no one may download any more, and their names. Shown files stay. */
export async function dropOriginals(eventId: string): Promise<void> {
  for (const { _id } of await MediaModel.find({ eventId }, { _id: 1 }).lean()) await forgetUpload(String(_id));
  await MediaModel.updateMany(
    { eventId },
    { $set: { originalKey: null, originalState: 'raw', originalName: null, originalBytes: 0 } },
  );
  const { store } = platform();
  for await (const file of store.list(`originals/${eventId}/`)) await store.remove(file.key);
}
