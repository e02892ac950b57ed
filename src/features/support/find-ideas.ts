import { type QueryFilter, Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import { searchStems } from '../../shared/search-words.ts';
import { IdeaModel, type StoredIdea } from './idea.model.ts';
import { likeness } from './idea-words.ts';

/** Minimum similarity for suggesting an existing idea. */
const ALIKE = 0.5;
const ALIKE_MAX = 10;
/** Candidates that share a word and are ranked by similarity. */
const CANDIDATES = 300;

/** Ideas that were merged into another. */
export const MERGED = { mergedInto: { $gt: new Types.ObjectId('0'.repeat(24)) } };

/** Ideas similar to these words, most similar first. @param least similarity from 0 to 1 */
export async function findAlike(
  words: string,
  wanted: QueryFilter<StoredIdea>,
  { least = ALIKE }: { least?: number | undefined } = {},
): Promise<StoredIdea[]> {
  const asked = searchStems(words);
  if (asked.length === 0) return [];
  // Match the last word as a prefix.
  const half = (asked.at(-1) ?? '').replace(/[^\p{L}\p{N}]/gu, '');
  const found = await IdeaModel.find({
    ...wanted,
    $or: [{ words: { $in: asked } }, ...(half.length > 2 ? [{ words: { $regex: `^${half}` } }] : [])],
  })
    .sort({ votes: -1, _id: -1 })
    .limit(CANDIDATES)
    .lean<StoredIdea[]>();
  return found
    .map((idea) => ({ idea, score: likeness(asked, idea) }))
    .filter(({ score }) => score >= least)
    .sort((a, b) => b.score - a.score || b.idea.votes - a.idea.votes)
    .slice(0, ALIKE_MAX)
    .map(({ idea }) => idea);
}

/** Ideas after a cursor: votes and id of the last one of a page. */
export function pastIdea(cursor: string | undefined, byVotes: boolean): QueryFilter<StoredIdea> {
  const [, votes = '', id = ''] = /^(\d{1,9})\.([0-9a-f]{24})$/.exec(cursor ?? '') ?? [];
  if (!id) return {};
  if (!byVotes) return { _id: { $lt: id } };
  return { $or: [{ votes: { $lt: Number(votes) } }, { votes: Number(votes), _id: { $lt: id } }] };
}

/** The cursor of a page that ends with this idea. */
export function cursorAfter({ votes, _id }: StoredIdea): string {
  return `${votes}.${_id}`;
}

export function noSuchIdea(): AppError {
  return new AppError('NOT_FOUND', { message: 'This idea is not on the list any more.' });
}
