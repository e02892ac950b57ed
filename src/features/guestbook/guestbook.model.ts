import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { REACTIONS } from '../../shared/reactions.ts';

const guestbookSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    /** Contributor key of its author: an account, or a hash of a browser's secret. */
    author: { type: String, required: true },
    name: { type: String, required: true },
    text: { type: String, default: null },
    reaction: { type: String, enum: [...REACTIONS, null], default: null },
    hidden: { type: Boolean, default: false },
    /** Hash of what it says: the same from one author is stored once. */
    content: { type: String, required: true },
  },
  { timestamps: true, collection: 'guestbook' },
);
guestbookSchema.index({ eventId: 1, hidden: 1, _id: -1 });
guestbookSchema.index({ eventId: 1, _id: -1 });
guestbookSchema.index({ eventId: 1, author: 1, content: 1 }, { unique: true });
guestbookSchema.index({ author: 1, _id: 1 });

export type StoredEntry = InferSchemaType<typeof guestbookSchema> & { _id: Types.ObjectId };
export const GuestbookModel = model('GuestbookEntry', guestbookSchema);
