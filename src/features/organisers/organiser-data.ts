import { Types } from 'mongoose';
import { OrganisingModel, type StoredOrganising } from './organising.model.ts';

/** Open invitations to an address, for its owner's data export; without links. */
export async function exportOrganisings(email: string): Promise<object[]> {
  const found = await OrganisingModel.find({ email }).lean<StoredOrganising[]>();
  return found.map(({ eventId, sentAt }) => ({ eventId: String(eventId), email, sentAt }));
}

/** Removes the open invitations of an address. Idempotent. */
export async function forgetOrganisings(email: string): Promise<void> {
  await OrganisingModel.deleteMany({ email });
}

/** Removes what a deleted user had accepted; they have left the events by then. Idempotent. */
export async function forgetOrganiser(userId: string): Promise<void> {
  await OrganisingModel.deleteMany({ userId: new Types.ObjectId(userId) });
}

/** Deletes the invitations of a purged event. */
export async function purgeOrganisingsOf(eventId: string): Promise<void> {
  await OrganisingModel.deleteMany({ eventId });
}
