import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { THANKS_KINDS } from '../../shared/contracts/thanks.ts';

const thanksSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, enum: THANKS_KINDS, required: true },
    /** `all` or a person's id. */
    to: { type: String, required: true },
    /** Ids of the people in the film when it was sent. */
    people: { type: [String], default: [] },
    text: { type: String, default: null },
    mediaId: { type: Schema.Types.ObjectId, default: null },
    /** Hidden from others until then, and can be undone. */
    sendAt: { type: Date, required: true },
    /** When all mails were enqueued. */
    sentAt: { type: Date, default: null },
    /** Hashes of the mailed addresses. */
    mailed: { type: [String], default: [] },
  },
  { timestamps: true, collection: 'thanks' },
);
thanksSchema.index({ eventId: 1, createdAt: 1 });
// One heart for each person, however often it is tapped.
thanksSchema.index(
  { eventId: 1, to: 1 },
  { unique: true, partialFilterExpression: { kind: 'heart' }, name: 'one_heart' },
);
thanksSchema.index({ sentAt: 1, sendAt: 1 });

export type StoredThanks = InferSchemaType<typeof thanksSchema> & { _id: Types.ObjectId };
export const ThanksModel = model('Thanks', thanksSchema);
