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
  /** The clip it replaces, or itself if it came back; null for others. */
  former: string | null;
}

/**
 * A clip came in for one that a guest had sent, by an invitation, under a guest's address, or from a browser that put
 * itself on the list: the guest has contributed, and reminders end. Idempotent.
 */
export async function clipCameIn({ eventId, mediaId, invitation, email, sender, former }: ClipIn): Promise<void> {
  const guest =
    (former && (await guestOf(eventId, new Types.ObjectId(former)))) ||
    (invitation && (await RsvpModel.findOne({ key: invitation, eventId }).lean<StoredRsvp>())) ||
    (email && (await RsvpModel.findOne({ eventId, email }).lean<StoredRsvp>())) ||
    (await RsvpModel.findOne({ eventId, sender }).lean<StoredRsvp>());
  if (!guest) return;
  const id = new Types.ObjectId(mediaId);
  await RsvpModel.updateOne(
    { _id: guest._id },
    { $addToSet: { mediaIds: id }, $pull: { goneIds: id }, $set: { progress: 'sent' } },
  );
  if (guest.mutedByClip) await unmute(guest);
  // Thanks for an earlier clip still go.
  await RsvpModel.updateOne({ _id: guest._id, 'pending.kind': { $ne: 'thanks' } }, { $set: { pending: null } });
  await RsvpModel.updateOne(
    { _id: guest._id, status: { $in: rsvpStatesBefore('contributed') } },
    { $set: { status: 'contributed', contributedAt: new Date() } },
  );
  await announceById(guest);
}

/**
 * Their last clip was taken back or left out: they are not in any more, and get no reminders until one is in again.
 * Idempotent.
 */
export async function clipWentOut({ eventId, mediaId }: { eventId: string; mediaId: string }): Promise<void> {
  const id = new Types.ObjectId(mediaId);
  const guest = await RsvpModel.findOne({ eventId, mediaIds: id }).lean<StoredRsvp>();
  if (!guest) return;
  await RsvpModel.updateOne({ _id: guest._id }, { $pull: { mediaIds: id }, $addToSet: { goneIds: id } });
  const isOut = { _id: guest._id, status: 'contributed', mediaIds: { $size: 0 } } as const;
  const out = { status: 'opened', progress: 'none', contributedAt: null } as const;
  await RsvpModel.updateOne({ ...isOut, muted: { $ne: true } }, { $set: { ...out, muted: true, mutedByClip: true } });
  // Muted by hand before, which a new clip does not end.
  await RsvpModel.updateOne(isOut, { $set: out });
  await announceById(guest);
}

/** Ends a mute that came of a clip, unless somebody decided on it meanwhile. */
async function unmute({ _id }: StoredRsvp): Promise<void> {
  await RsvpModel.updateOne({ _id, mutedByClip: true }, { $set: { muted: false, mutedByClip: false } });
}

/** Who sent a clip, whether it is in or went out. */
function guestOf(eventId: string, id: Types.ObjectId): Promise<StoredRsvp | null> {
  return RsvpModel.findOne({ eventId, $or: [{ mediaIds: id }, { goneIds: id }] }).lean<StoredRsvp>();
}

async function announceById({ _id, eventId }: StoredRsvp): Promise<void> {
  const [guest, event] = await Promise.all([RsvpModel.findById(_id).lean<StoredRsvp>(), findEvent(String(eventId))]);
  if (guest && event) announceGuest(guest, event);
}
