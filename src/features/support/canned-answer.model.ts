import { model, Schema } from 'mongoose';

/** A reply that staff insert. Private to this feature. */
export interface StoredCannedAnswer {
  /** Of one that came with the product, its first word; a UUID for others. */
  _id: string;
  /** Typed after a slash to insert it. */
  word: string;
  label: string;
  text: string;
  /** One that came with the product must not come back. */
  isDeleted: boolean;
}

const answerSchema = new Schema<StoredCannedAnswer>(
  {
    _id: { type: String, required: true },
    word: { type: String, required: true },
    label: { type: String, default: '' },
    text: { type: String, default: '' },
    isDeleted: { type: Boolean, default: false },
  },
  { collection: 'chat_canned_answers', versionKey: false },
);
answerSchema.index({ isDeleted: 1, word: 1 }, { unique: true, partialFilterExpression: { isDeleted: false } });

export const CannedAnswerModel = model<StoredCannedAnswer>('CannedAnswer', answerSchema);
