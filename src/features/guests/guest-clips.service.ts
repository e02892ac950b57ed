import { Types } from 'mongoose';
import { rsvpStatesBefore } from '../../shared/transitions.ts';
import { findEvent } from '../events/find-events.service.ts';
import { announceGuest } from './rsvp.dto.ts';
import { RsvpModel, type StoredRsvp } from './rsvp.model.ts';

/** A clip that came in, and whatever may say whose it is. */
export interface ClipIn {
  eventId: string;
  mediaId: string;
  /** Key of the invitation it came by; null without one. */
  invitation: string | null;
  /** Address it was sent under, lowercase. */
  email: string | null;
  /** Contributor key of its sender. */
  sender: string;
}

/**
 * A clip came in by an invitation, under a guest's address, or from a browser that put itself on the list: the guest
 * has contributed, and reminders end. Idempotent.
 */
export async function clipCameIn({ eventId, mediaId, invitation, email, sender }: ClipIn): Promise<void> {
  const guest =
    (invitation && (await RsvpModel.findOne({ key: invitation, eventId }).lean<StoredRsvp>())) ||
    (email && (await RsvpModel.findOne({ eventId, email }).lean<StoredRsvp>())) ||
    (await RsvpModel.findOne({ eventId, sender }).lean<StoredRsvp>());
  if (!guest) return;
  await RsvpModel.updateOne(
    { _id: guest._id },
    { $addToSet: { mediaIds: new Types.ObjectId(mediaId) }, $set: { progress: 'sent' } },
  );
  // Thanks for an earlier clip still go.
  await RsvpModel.updateOne({ _id: guest._id, 'pending.kind': { $ne: 'thanks' } }, { $set: { pending: null } });
  await RsvpModel.updateOne(
    { _id: guest._id, status: { $in: rsvpStatesBefore('contributed') } },
    { $set: { status: 'contributed', contributedAt: new Date() } },
  );
  await announceById(guest);
}

/** Their last clip was taken back or left out: they are not in any more, and get no reminders. Idempotent. */
export async function clipWentOut({ eventId, mediaId }: { eventId: string; mediaId: string }): Promise<void> {
  const id = new Types.ObjectId(mediaId);
  const guest = await RsvpModel.findOne({ eventId, mediaIds: id }).lean<StoredRsvp>();
  if (!guest) return;
  await RsvpModel.updateOne({ _id: guest._id }, { $pull: { mediaIds: id } });
  await RsvpModel.updateOne(
    { _id: guest._id, status: 'contributed', mediaIds: { $size: 0 } },
    { $set: { status: 'opened', progress: 'none', contributedAt: null, muted: true } },
  );
  await announceById(guest);
}

async function announceById({ _id, eventId }: StoredRsvp): Promise<void> {
  const [guest, event] = await Promise.all([RsvpModel.findById(_id).lean<StoredRsvp>(), findEvent(String(eventId))]);
  if (guest && event) announceGuest(guest, event);
}
