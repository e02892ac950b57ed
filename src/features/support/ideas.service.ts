import type { Request } from 'express';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { addressKey, createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import {
  IDEA_TRAP,
  type Idea,
  type IdeaBody,
  type IdeaChange,
  type IdeaQuery,
} from '../../shared/contracts/feedback.ts';
import { may } from '../../shared/permissions.ts';
import { siteRoles } from '../../shared/roles.ts';
import { searchStems } from '../../shared/search-words.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { IdeaModel, type StoredIdea } from './idea.model.ts';
import { addVote, removeVotes, votedAmong } from './idea-votes.ts';
import { ideaWords, likeness } from './idea-words.ts';
import { voterOf, votersOf } from './voters.ts';

const HOUR = 3600;
const ideasOfAddress = createLimiter('ideas', { points: 10, seconds: HOUR });
const ideasOfVoter = createLimiter('ideas-of-voter', { points: 5, seconds: HOUR });
const votesOfAddress = createLimiter('votes', { points: 100, seconds: HOUR });
/** Votes for an idea by browsers without an account from one IP address in a day: an office, not a fake crowd. */
const votesForIdea = createLimiter('votes-for-idea', { points: 20, seconds: 24 * HOUR });

/** Minimum similarity for suggesting an existing idea. */
const ALIKE = 0.5;
const ALIKE_MAX = 10;
/** Candidates that share a word and are ranked by similarity. */
const CANDIDATES = 300;
const OPENING: Idea['status'] = 'new';

interface Visit {
  req: Request;
  viewer: Viewer;
}

/** A page of the public list; staff may ask for hidden ideas. */
export async function listIdeas(
  query: IdeaQuery,
  { req, viewer }: Visit,
): Promise<{ ideas: Idea[]; total: number; nextCursor: string | null }> {
  const voters = votersOf(req, viewer);
  const isHidden = query.hidden === 'true' && may(siteRoles(viewer.user), 'idea.moderate');
  const wanted = { isHidden, ...(query.status && { status: query.status }) };
  if (query.q !== undefined) {
    const ideas = await findAlike(query.q, wanted, voters);
    return { ideas, total: ideas.length, nextCursor: null };
  }
  const byVotes = query.sort === 'votes';
  const [total, found] = await Promise.all([
    IdeaModel.countDocuments(wanted),
    IdeaModel.find({ ...wanted, ...after(query.cursor, byVotes) })
      .sort(byVotes ? { votes: -1, _id: -1 } : { _id: -1 })
      .limit(query.limit + 1)
      .select('-words')
      .lean<StoredIdea[]>(),
  ]);
  const shown = found.slice(0, query.limit);
  const last = found.length > query.limit ? shown.at(-1) : undefined;
  return { ideas: await present(shown, voters), total, nextCursor: last ? cursorOf(last) : null };
}

/**
 * Adds an idea with its author's vote. DUPLICATE if it exists with the same title, FIELDS_REFUSED for links,
 * TOO_MANY_REQUESTS past 5 an hour.
 */
export async function createIdea(body: IdeaBody, { req, viewer }: Visit): Promise<Idea> {
  const words = ideaWords({ title: body.title, text: body.text ?? '' });
  await refuseTwin(words.sameAs);
  const asked = await ideasOfAddress.count(addressKey(viewer.ip));
  if (asked.isOver) throw tooMany(asked.secondsLeft, 'That’s a lot of ideas at once. Please come back in an hour.');
  // Honeypot hit: report success, store nothing.
  if (body[IDEA_TRAP]) return pretended(words);
  const voter = voterOf(req, viewer);
  const { isOver, secondsLeft } = await ideasOfVoter.count(voter);
  if (isOver) throw tooMany(secondsLeft, 'That’s a lot of ideas at once. Please come back in an hour.');
  try {
    const created = await IdeaModel.create({ ...words, status: OPENING, votes: 1 });
    await addVote(String(created._id), voter);
    return toDto(created.toObject(), true);
  } catch (error) {
    if (isDuplicateKey(error)) await refuseTwin(words.sameAs);
    throw error;
  }
}

/** Adds the visitor's vote; idempotent. NOT_FOUND for a hidden idea; WRONG_STATE once it is done or declined. */
export async function voteForIdea(id: string, { req, viewer }: Visit): Promise<Idea> {
  const idea = await requireShown(id);
  if (idea.status === 'done' || idea.status === 'declined') {
    throw new AppError('WRONG_STATE', { message: 'This one is settled. Thanks anyway.' });
  }
  const before = votersOf(req, viewer);
  const voter = voterOf(req, viewer);
  if ((await votedAmong([idea._id], [...before, voter])).size === 0) {
    await refuseCrowds(id, viewer);
    await addVote(id, voter);
  }
  return presentOne(id, [...before, voter]);
}

/** Removes the visitor's vote, given from this browser or account. */
export async function takeVoteBack(id: string, { req, viewer }: Visit): Promise<Idea> {
  await requireShown(id);
  const voters = votersOf(req, viewer);
  await removeVotes(id, voters);
  return presentOne(id, voters);
}

/** Staff changes status, answer, text or visibility. NOT_FOUND, or DUPLICATE if another idea has the same title. */
export async function updateIdea(id: string, change: IdeaChange, { req, viewer }: Visit): Promise<Idea> {
  const idea = await IdeaModel.findById(id).lean<StoredIdea>();
  if (!idea) throw noSuchIdea();
  const { title = idea.title, text = idea.text, ...rest } = change;
  const isReworded = title !== idea.title || text !== idea.text;
  await IdeaModel.updateOne({ _id: id }, { $set: { ...rest, ...(isReworded && ideaWords({ title, text })) } });
  return presentOne(id, votersOf(req, viewer));
}

/** Visible ideas similar to these words, most similar first. */
async function findAlike(words: string, wanted: object, voters: readonly string[]): Promise<Idea[]> {
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
  const alike = found
    .map((idea) => ({ idea, score: likeness(asked, idea) }))
    .filter(({ score }) => score >= ALIKE)
    .sort((a, b) => b.score - a.score || b.idea.votes - a.idea.votes)
    .slice(0, ALIKE_MAX);
  return present(
    alike.map(({ idea }) => idea),
    voters,
  );
}

async function refuseTwin(sameAs: string): Promise<void> {
  const known = await IdeaModel.findOne({ sameAs, isHidden: false }, { _id: 1 }).lean<StoredIdea>();
  if (!known) return;
  throw new AppError('DUPLICATE', {
    message: 'Someone already had this idea. Give it your vote: that helps more.',
    details: { id: String(known._id) },
  });
}

async function refuseCrowds(id: string, viewer: Viewer): Promise<void> {
  const address = addressKey(viewer.ip);
  const asked = await votesOfAddress.count(address);
  if (asked.isOver) throw tooMany(asked.secondsLeft);
  if (viewer.user) return;
  const { isOver, secondsLeft } = await votesForIdea.count(id, address);
  if (isOver)
    throw tooMany(secondsLeft, 'There are already many votes from your network. Log in, and yours will count.');
}

async function requireShown(id: string): Promise<StoredIdea> {
  const idea = await IdeaModel.findOne({ _id: id, isHidden: false }).lean<StoredIdea>();
  if (!idea) throw noSuchIdea();
  return idea;
}

async function presentOne(id: string, voters: readonly string[]): Promise<Idea> {
  const idea = await IdeaModel.findById(id).lean<StoredIdea>();
  if (!idea) throw noSuchIdea();
  const [dto] = await present([idea], voters);
  if (!dto) throw noSuchIdea();
  return dto;
}

async function present(ideas: readonly StoredIdea[], voters: readonly string[]): Promise<Idea[]> {
  const ids = ideas.map(({ _id }) => _id);
  const own = await votedAmong(ids, voters);
  return ideas.map((idea) => toDto(idea, own.has(String(idea._id))));
}

function toDto(idea: StoredIdea, hasVoted: boolean): Idea {
  const { _id, title, text, status, answer, votes, isHidden, createdAt } = idea;
  return {
    id: String(_id),
    title,
    text,
    status,
    answer,
    votes,
    hasVoted,
    isHidden,
    createdAt: createdAt.toISOString(),
  };
}

function pretended({ title, text }: { title: string; text: string }): Idea {
  const id = '0'.repeat(24);
  const createdAt = new Date().toISOString();
  return { id, title, text, status: OPENING, answer: '', votes: 1, hasVoted: true, isHidden: false, createdAt };
}

/** Cursor: votes and id of the page's last idea. */
function cursorOf({ votes, _id }: StoredIdea): string {
  return `${votes}.${_id}`;
}

function after(cursor: string | undefined, byVotes: boolean): object {
  const [, votes = '', id = ''] = /^(\d{1,9})\.([0-9a-f]{24})$/.exec(cursor ?? '') ?? [];
  if (!id) return {};
  if (!byVotes) return { _id: { $lt: id } };
  return { $or: [{ votes: { $lt: Number(votes) } }, { votes: Number(votes), _id: { $lt: id } }] };
}

function noSuchIdea(): AppError {
  return new AppError('NOT_FOUND', { message: 'This idea is not on the list any more.' });
}
