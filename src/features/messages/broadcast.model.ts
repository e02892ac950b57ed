import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { AUDIENCES } from '../../shared/contracts/broadcasts.ts';

const words = {
  audience: { type: String, enum: AUDIENCES, required: true },
  subject: { type: String, required: true },
  message: { type: String, required: true },
} as const;

const broadcastSchema = new Schema(
  {
    ...words,
    status: { type: String, enum: ['sending', 'stopped', 'done'] as const, required: true },
    total: { type: Number, required: true },
    queued: { type: Number, default: 0 },
    /** Id of the last account whose mail is in the queue; null before the first. */
    after: { type: String, default: null },
    createdBy: { type: Schema.Types.ObjectId, required: true },
    startedAt: { type: Date, required: true },
    endedAt: { type: Date, default: null },
  },
  { collection: 'broadcasts' },
);
// One at a time.
broadcastSchema.index({ status: 1 }, { unique: true, partialFilterExpression: { status: 'sending' } });

export type StoredBroadcast = InferSchemaType<typeof broadcastSchema> & { _id: Types.ObjectId };

/** Mails of staff to all accounts of an audience. */
export const BroadcastModel = model('Broadcast', broadcastSchema);

const trialSchema = new Schema(
  {
    /** Id of the admin. */
    _id: { type: Schema.Types.ObjectId, required: true },
    ...words,
    triedAt: { type: Date, required: true, expires: 24 * 3600 },
  },
  { collection: 'broadcast_trials' },
);

export type StoredTrial = InferSchemaType<typeof trialSchema>;

/** What each admin has last tried on themselves, so that only these words go out. */
export const TrialModel = model('BroadcastTrial', trialSchema);
