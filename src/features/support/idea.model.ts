import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { IDEA_STATUSES } from '../../shared/contracts/feedback.ts';

const ideaSchema = new Schema(
  {
    title: { type: String, required: true },
    text: { type: String, default: '' },
    status: { type: String, enum: IDEA_STATUSES, default: 'new' },
    answer: { type: String, default: '' },
    /** Length of `voters`, for sorting; both change in one step. */
    votes: { type: Number, default: 0 },
    /** One entry a visitor; see `voters.ts`. They stand here so that a vote is counted once by one atomic update. */
    voters: { type: [String], default: [] },
    /** Stems of the words in the title and the text, for finding what is alike. */
    words: { type: [String], default: [] },
    /** The title's stems in a row: the same idea in the same words is one idea. */
    sameAs: { type: String, required: true },
    isHidden: { type: Boolean, default: false },
  },
  { timestamps: true },
);
ideaSchema.index({ isHidden: 1, votes: -1, _id: -1 });
ideaSchema.index({ isHidden: 1, _id: -1 });
ideaSchema.index({ words: 1 });
// Two who share the same at once share one idea; what staff took from the list keeps nobody from it.
ideaSchema.index({ sameAs: 1, isHidden: 1 }, { unique: true, partialFilterExpression: { isHidden: false } });
ideaSchema.index({ voters: 1 });

export type StoredIdea = InferSchemaType<typeof ideaSchema> & { _id: Types.ObjectId };
export const IdeaModel = model('Idea', ideaSchema);
