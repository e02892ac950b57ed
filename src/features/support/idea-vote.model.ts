import { model, Schema, type Types } from 'mongoose';

interface StoredIdeaVote {
  _id: Types.ObjectId;
  ideaId: Types.ObjectId;
  /** One for each visitor; see `voters.ts`. */
  voter: string;
}

const voteSchema = new Schema<StoredIdeaVote>(
  {
    ideaId: { type: Schema.Types.ObjectId, required: true },
    voter: { type: String, required: true },
  },
  { collection: 'idea_votes', versionKey: false },
);
voteSchema.index({ ideaId: 1, voter: 1 }, { unique: true });
voteSchema.index({ voter: 1 });

export const IdeaVoteModel = model<StoredIdeaVote>('IdeaVote', voteSchema);
