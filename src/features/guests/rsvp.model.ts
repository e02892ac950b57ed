import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { GROUP_MAILS, NUDGE_CHANNELS, NUDGE_WAYS, RSVP_PROGRESS, RSVP_VIA } from '../../shared/rsvp-values.ts';
import { RSVP_STATUS } from '../../shared/transitions.ts';

/** A mail or text that is on its way out; see `guest-mails.service.ts`. */
const pendingSchema = new Schema(
  {
    id: { type: String, required: true },
    sendAt: { type: Date, required: true },
    channel: { type: String, enum: NUDGE_CHANNELS, default: 'mail' },
    message: { type: String, default: '' },
    /** Empty for the usual one. */
    subject: { type: String, default: '' },
    /** What it is about; null leaves it to what the guest got before. */
    kind: { type: String, enum: [...GROUP_MAILS, null], default: null },
    /** Key of the reminder that it is; null if an organiser sent it. */
    reminder: { type: String, default: null },
  },
  { _id: false },
);

/** What was known before the last nudge, for taking it back. */
const beforeSchema = new Schema(
  {
    at: { type: Date, default: null },
    via: { type: String, enum: [...NUDGE_WAYS, null], default: null },
    isFirst: { type: Boolean, default: false },
  },
  { _id: false },
);

const rsvpSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    /** Opens the invitation; the organiser hands it out, so it is stored as it is, like a receipt's. */
    key: { type: String, required: true, unique: true },
    firstName: { type: String, required: true },
    lastName: { type: String, default: null },
    /** Lowercase. */
    email: { type: String, default: null },
    /** E.164 where it can be read as such. */
    phone: { type: String, default: null },
    note: { type: String, default: null },
    status: { type: String, enum: RSVP_STATUS, required: true, default: 'invited' },
    progress: { type: String, enum: RSVP_PROGRESS, required: true, default: 'none' },
    via: { type: String, enum: [...RSVP_VIA, null], default: null },
    /** Contributor key of the browser that put itself on the list. */
    sender: { type: String, default: null },
    /** Zone of the guest's browser. */
    timeZone: { type: String, default: null },
    invitedAt: { type: Date, default: null },
    lastNudgedAt: { type: Date, default: null },
    lastNudgedVia: { type: String, enum: [...NUDGE_WAYS, null], default: null },
    nudges: { type: Number, default: 0 },
    before: { type: beforeSchema, default: null },
    pending: { type: pendingSchema, default: null },
    /** Keys of the reminders that were settled: sent, or skipped for good. */
    reminded: { type: [String], default: [] },
    openedAt: { type: Date, default: null },
    answeredAt: { type: Date, default: null },
    contributedAt: { type: Date, default: null },
    mediaIds: { type: [Schema.Types.ObjectId], default: [] },
    /** Clips that went out; one of them that comes back is theirs. */
    goneIds: { type: [Schema.Types.ObjectId], default: [] },
    muted: { type: Boolean, default: false },
    /** Muted as their last clip went out, and only until one is in again. */
    mutedByClip: { type: Boolean, default: false },
    bounce: { type: String, default: null },
  },
  { timestamps: true, collection: 'rsvps' },
);
rsvpSchema.index({ eventId: 1, _id: 1 });
for (const field of ['email', 'phone', 'sender'] as const) {
  rsvpSchema.index(
    { eventId: 1, [field]: 1 },
    { unique: true, partialFilterExpression: { [field]: { $type: 'string' } }, name: `one_${field}` },
  );
}
rsvpSchema.index({ email: 1 }, { partialFilterExpression: { email: { $gt: '' } }, name: 'of_address' });
rsvpSchema.index({ phone: 1 }, { partialFilterExpression: { phone: { $gt: '' } }, name: 'of_number' });
// Mails that are due, for recovery after a crash.
rsvpSchema.index({ 'pending.sendAt': 1 });

export type RsvpFields = InferSchemaType<typeof rsvpSchema>;
export type StoredRsvp = RsvpFields & { _id: Types.ObjectId };

/** Guests of events: invited by organisers, or by themselves. */
export const RsvpModel = model('Rsvp', rsvpSchema);
