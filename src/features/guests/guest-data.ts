import { RsvpModel, type StoredRsvp } from './rsvp.model.ts';

/** What guest lists hold of an address, for its owner's data export; without keys. */
export async function exportInvitations(email: string): Promise<object[]> {
  const found = await RsvpModel.find({ email }).lean<StoredRsvp[]>();
  return found.map(({ firstName, lastName, phone, note, status, invitedAt, answeredAt, contributedAt, nudges }) => ({
    as: { firstName, lastName, email, phone },
    note,
    status,
    nudges,
    invitedAt,
    answeredAt,
    contributedAt,
  }));
}

/** Removes an address and number from all guest lists. Idempotent. */
export async function forgetInvitations(email: string): Promise<void> {
  await RsvpModel.updateMany(
    { email },
    { $set: { email: null, phone: null, pending: null, muted: true, mutedByClip: false } },
  );
}
