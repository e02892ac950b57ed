import { randomBytes } from 'node:crypto';
import { platform } from '../../platform/platform.ts';
import { Types } from '../events/events.service.ts';
import { accountKey } from './contributor-identity.ts';
import { ContributorModel, MediaModel, TakenPlacesModel } from './media.model.ts';

/**
 * Parts a person from what they sent to events of others: the clips stay with the name that stands on them, the account and
 * the address are forgotten. May be repeated.
 */
export async function forgetContributor(userId: string, email: string): Promise<void> {
  await MediaModel.updateMany({ claimedBy: new Types.ObjectId(userId) }, { $set: { claimedBy: null } });
  await MediaModel.updateMany({ 'contributor.email': email }, { $set: { 'contributor.email': null } });
  // Older clips are told from others' by the address itself.
  for (const known of [accountKey(userId), email]) await forgetKey(known);
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

/** Removes the files of an event's clips as they came: nobody is left who may download them. What is shown stays. */
export async function dropOriginals(eventId: string): Promise<void> {
  await MediaModel.updateMany(
    { eventId },
    { $set: { originalKey: null, originalState: 'raw', originalName: null, originalBytes: 0 } },
  );
  const { store } = platform();
  for await (const file of store.list(`originals/${eventId}/`)) await store.remove(file.key);
}
