import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { showAtDesk } from '../../platform/desk-changes.ts';
import { IDEA_STATUSES } from '../../shared/contracts/feedback.ts';

const ideaSchema = new Schema(
  {
    title: { type: String, required: true },
    text: { type: String, default: '' },
    status: { type: String, enum: IDEA_STATUSES, default: 'new' },
    answer: { type: String, default: '' },
    /** Number in `idea_votes`, for sorting. */
    votes: { type: Number, default: 0 },
    /** Number of recounts; see `countVotes`. */
    countedVotes: { type: Number, default: 0 },
    /** Stems of title and text, for similarity search. */
    words: { type: [String], default: [] },
    /** Stems of the title in order, to detect duplicates. */
    sameAs: { type: String, required: true },
    isHidden: { type: Boolean, default: false },
    /** The idea that has its votes; it is hidden then. */
    mergedInto: { type: Schema.Types.ObjectId, default: null },
  },
  { timestamps: true },
);
showAtDesk(ideaSchema, 'feedback');
ideaSchema.index({ isHidden: 1, votes: -1, _id: -1 });
ideaSchema.index({ isHidden: 1, _id: -1 });
ideaSchema.index({ isHidden: 1, status: 1, votes: -1, _id: -1 });
ideaSchema.index({ words: 1 });
ideaSchema.index({ isHidden: 1, mergedInto: 1, votes: -1, _id: -1 });
ideaSchema.index({ mergedInto: 1 });
ideaSchema.index({ sameAs: 1, mergedInto: 1 });
// Concurrent duplicates become one idea; hidden ideas don't count.
ideaSchema.index({ sameAs: 1, isHidden: 1 }, { unique: true, partialFilterExpression: { isHidden: false } });

export type StoredIdea = InferSchemaType<typeof ideaSchema> & { _id: Types.ObjectId };
export const IdeaModel = model('Idea', ideaSchema);
