import { type InferSchemaType, model, Schema, type Types } from 'mongoose';

/** Recipients get thanks to single people, too, and makers don’t: two archives. */
const AUDIENCES = ['makers', 'recipients'] as const;
export type KeepsakeAudience = (typeof AUDIENCES)[number];

const keepsakeSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    audience: { type: String, enum: AUDIENCES, required: true },
    status: { type: String, enum: ['packing', 'ready', 'failed'], required: true },
    /** Of the job that packs it. */
    jobId: { type: String, default: null },
    /** Changes with what is in it. */
    mark: { type: String, required: true },
    /** In the file store. */
    key: { type: String, default: null },
    title: { type: String, default: '' },
    bytes: { type: Number, default: null },
    /** Clips and videos of thank-yous in it; absent in boxes from before these were noted. */
    clipIds: { type: [String], default: undefined },
    expiresAt: { type: Date, default: null },
    /** User who asked for it, and hears when it is ready; null for a recipient. */
    askedBy: { type: Schema.Types.ObjectId, default: null },
  },
  { timestamps: true, collection: 'keepsakes' },
);
keepsakeSchema.index({ eventId: 1, audience: 1 }, { unique: true });
keepsakeSchema.index({ status: 1, updatedAt: 1 });
keepsakeSchema.index({ expiresAt: 1 });

const leaveSchema = new Schema(
  { _id: { type: Schema.Types.ObjectId, required: true }, isForRecipients: { type: Boolean, required: true } },
  { collection: 'keepsake_leaves' },
);

export type StoredKeepsake = InferSchemaType<typeof keepsakeSchema> & { _id: Types.ObjectId };
export const KeepsakeModel = model('Keepsake', keepsakeSchema);
/** By event: whether its recipients may have a keepsake. */
export const KeepsakeLeaveModel = model('KeepsakeLeave', leaveSchema);
