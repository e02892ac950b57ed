import { Types } from 'mongoose';
import { isDuplicateKey } from '../../platform/errors.ts';
import type { Migration } from '../../platform/migrations/migration.ts';
import { IdeaModel, type StoredIdea } from './idea.model.ts';
import { IdeaVoteModel } from './idea-vote.model.ts';

/** Votes that are moved at once. */
const BATCH = 500;

/** Adds a vote; idempotent. */
export async function addVote(ideaId: string, voter: string): Promise<void> {
  await IdeaVoteModel.create({ ideaId, voter }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
  });
  await countVotes(ideaId);
}

export async function removeVotes(ideaId: string, voters: readonly string[]): Promise<void> {
  const { deletedCount } = await IdeaVoteModel.deleteMany({ ideaId, voter: { $in: [...voters] } });
  if (deletedCount > 0) await countVotes(ideaId);
}

/** Gives the votes of an idea to another; who voted for both counts once. Idempotent. */
export async function joinVotes(from: string, into: string): Promise<void> {
  for (;;) {
    const votes = await IdeaVoteModel.find({ ideaId: from }).limit(BATCH).lean();
    if (votes.length === 0) break;
    const joined = votes.map(({ voter }) => {
      const vote = { ideaId: new Types.ObjectId(into), voter };
      return { updateOne: { filter: vote, update: { $setOnInsert: vote }, upsert: true } };
    });
    await IdeaVoteModel.bulkWrite(joined, { ordered: false });
    await IdeaVoteModel.deleteMany({ _id: { $in: votes.map(({ _id }) => _id) } });
  }
  await Promise.all([countVotes(from), countVotes(into)]);
}

/** Which of these ideas have a vote by any of these voters. */
export async function votedAmong(ids: readonly Types.ObjectId[], voters: readonly string[]): Promise<Set<string>> {
  if (voters.length === 0 || ids.length === 0) return new Set();
  const votes = await IdeaVoteModel.find({ ideaId: { $in: [...ids] }, voter: { $in: [...voters] } }, { ideaId: 1 });
  return new Set(votes.map(({ ideaId }) => String(ideaId)));
}

/**
 * Stores an idea's number of votes. Recounts if another process stored one meanwhile, so the last number includes every
 * vote. After a crash the next vote corrects it.
 */
async function countVotes(ideaId: string): Promise<void> {
  for (;;) {
    const idea = await IdeaModel.findById(ideaId, { countedVotes: 1 }).lean<Pick<StoredIdea, 'countedVotes'>>();
    if (!idea) return;
    // Ideas from before votes had a collection lack this field.
    const { countedVotes = null } = idea;
    const votes = await IdeaVoteModel.countDocuments({ ideaId });
    const counted = await IdeaModel.updateOne(
      { _id: ideaId, countedVotes },
      { $set: { votes }, $inc: { countedVotes: 1 } },
    );
    if (counted.matchedCount > 0) return;
  }
}

/** Votes used to be a growing list in the idea. */
export const moveVotes: Migration = {
  number: 3,
  name: 'move the votes of ideas to a collection of their own',
  async run({ db, signal }) {
    const ideas = db.collection<{ _id: Types.ObjectId; voters?: string[] }>('ideas');
    await db.collection('idea_votes').createIndex({ ideaId: 1, voter: 1 }, { unique: true });
    for await (const { _id, voters = [] } of ideas.find({ voters: { $exists: true } })) {
      signal.throwIfAborted();
      for (let at = 0; at < voters.length; at += 1000) {
        const votes = voters.slice(at, at + 1000).map((voter) => ({ ideaId: _id, voter }));
        await db.collection('idea_votes').bulkWrite(
          votes.map((vote) => ({ updateOne: { filter: vote, update: { $setOnInsert: vote }, upsert: true } })),
          { ordered: false },
        );
      }
      await ideas.updateOne({ _id }, { $unset: { voters: true } });
    }
    const old = await ideas.indexes().catch(() => []);
    if (old.some(({ name }) => name === 'voters_1')) await ideas.dropIndex('voters_1');
  },
};
