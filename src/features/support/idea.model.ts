import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { IDEA_STATUSES } from '../../shared/contracts/feedback.ts';

const ideaSchema = new Schema(
  {
    title: { type: String, required: true },
    text: { type: String, default: '' },
    status: { type: String, enum: IDEA_STATUSES, default: 'new' },
    answer: { type: String, default: '' },
    /** How many there are in `idea_votes`, for sorting. */
    votes: { type: Number, default: 0 },
    /** How often they were counted; see `countVotes`. */
    countedVotes: { type: Number, default: 0 },
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
ideaSchema.index({ isHidden: 1, status: 1, votes: -1, _id: -1 });
ideaSchema.index({ words: 1 });
// Two who share the same at once share one idea; what staff took from the list keeps nobody from it.
ideaSchema.index({ sameAs: 1, isHidden: 1 }, { unique: true, partialFilterExpression: { isHidden: false } });

export type StoredIdea = InferSchemaType<typeof ideaSchema> & { _id: Types.ObjectId };
export const IdeaModel = model('Idea', ideaSchema);
