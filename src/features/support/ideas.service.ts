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
import type { Viewer } from '../../shared/viewer.ts';
import { requireAudit } from '../audit/audit.service.ts';
import { cursorAfter, findAlike, MERGED, noSuchIdea, pastIdea } from './find-ideas.ts';
import { toIdeaDto } from './idea.dto.ts';
import { IdeaModel, type StoredIdea } from './idea.model.ts';
import { addVote, removeVotes, votedAmong } from './idea-votes.ts';
import { ideaWords } from './idea-words.ts';
import { voterOf, votersOf } from './voters.ts';

const HOUR = 3600;
const ideasOfAddress = createLimiter('ideas', { points: 10, seconds: HOUR });
const ideasOfVoter = createLimiter('ideas-of-voter', { points: 5, seconds: HOUR });
const votesOfAddress = createLimiter('votes', { points: 100, seconds: HOUR });
/** Votes for an idea by browsers without an account from one IP address in a day: an office, not a fake crowd. */
const votesForIdea = createLimiter('votes-for-idea', { points: 20, seconds: 24 * HOUR });

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
    const ideas = await present(await findAlike(query.q, wanted), voters);
    return { ideas, total: ideas.length, nextCursor: null };
  }
  const byVotes = query.sort === 'votes';
  const [total, found] = await Promise.all([
    IdeaModel.countDocuments(wanted),
    IdeaModel.find({ ...wanted, ...pastIdea(query.cursor, byVotes) })
      .sort(byVotes ? { votes: -1, _id: -1 } : { _id: -1 })
      .limit(query.limit + 1)
      .select('-words')
      .lean<StoredIdea[]>(),
  ]);
  const shown = found.slice(0, query.limit);
  const last = found.length > query.limit ? shown.at(-1) : undefined;
  return { ideas: await present(shown, voters), total, nextCursor: last ? cursorAfter(last) : null };
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
    return toIdeaDto(created.toObject(), true);
  } catch (error) {
    if (isDuplicateKey(error)) await refuseTwin(words.sameAs);
    throw error;
  }
}

/** Adds the visitor's vote; idempotent. NOT_FOUND for a hidden idea; WRONG_STATE once it is done or declined. */
export async function voteForIdea(id: string, { req, viewer }: Visit): Promise<Idea> {
  const idea = await requireShown(id);
  const ideaId = String(idea._id);
  if (idea.status === 'done' || idea.status === 'declined') {
    throw new AppError('WRONG_STATE', { message: 'This one is settled. Thanks anyway.' });
  }
  const before = votersOf(req, viewer);
  const voter = voterOf(req, viewer);
  if ((await votedAmong([idea._id], [...before, voter])).size === 0) {
    await refuseCrowds(ideaId, viewer);
    await addVote(ideaId, voter);
  }
  return presentOne(ideaId, [...before, voter]);
}

/** Removes the visitor's vote, given from this browser or account. */
export async function takeVoteBack(id: string, { req, viewer }: Visit): Promise<Idea> {
  const ideaId = String((await requireShown(id))._id);
  const voters = votersOf(req, viewer);
  await removeVotes(ideaId, voters);
  return presentOne(ideaId, voters);
}

/**
 * Staff changes status, answer, text or visibility, once that is in the audit log. NOT_FOUND; WRONG_STATE for one that
 * was merged; DUPLICATE if another idea has the same title.
 */
export async function updateIdea(id: string, change: IdeaChange, { req, viewer }: Visit): Promise<Idea> {
  const idea = await IdeaModel.findById(id).lean<StoredIdea>();
  if (!idea) throw noSuchIdea();
  if (idea.mergedInto)
    throw new AppError('WRONG_STATE', { message: 'It was merged into another idea. Change that one.' });
  const { title = idea.title, text = idea.text, note = '', ...rest } = change;
  const words = (title !== idea.title || text !== idea.text) && ideaWords({ title, text });
  const { status = idea.status, answer = idea.answer, isHidden = idea.isHidden } = rest;
  await requireAudit({
    actorId: viewer.user?.id ?? null,
    subjectId: null,
    action: 'idea.changed',
    ip: viewer.ip,
    details: { idea: id, before: standingOf(idea), after: standingOf({ status, answer, isHidden }), note },
  });
  await IdeaModel.updateOne({ _id: id }, { $set: { ...rest, ...words } });
  return presentOne(id, votersOf(req, viewer));
}

/** For the log: "planned, answered". */
function standingOf({ status, answer, isHidden }: Pick<StoredIdea, 'status' | 'answer' | 'isHidden'>): string {
  return [status, answer && 'answered', isHidden && 'hidden'].filter(Boolean).join(', ');
}

async function refuseTwin(sameAs: string): Promise<void> {
  const known =
    (await IdeaModel.findOne({ sameAs, isHidden: false }, { _id: 1 }).lean<StoredIdea>()) ??
    (await IdeaModel.findOne({ sameAs, ...MERGED }, { mergedInto: 1 }).lean<StoredIdea>());
  if (!known) return;
  throw new AppError('DUPLICATE', {
    message: 'Someone already had this idea. Give it your vote: that helps more.',
    details: { id: String(known.mergedInto ?? known._id) },
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

/** The idea, or the one that it was merged into. */
async function requireShown(id: string): Promise<StoredIdea> {
  const idea = await IdeaModel.findById(id).lean<StoredIdea>();
  const shown = idea?.mergedInto ? await IdeaModel.findById(idea.mergedInto).lean<StoredIdea>() : idea;
  if (!shown || shown.isHidden) throw noSuchIdea();
  return shown;
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
  return ideas.map((idea) => toIdeaDto(idea, own.has(String(idea._id))));
}

function pretended({ title, text }: { title: string; text: string }): Idea {
  const id = '0'.repeat(24);
  const createdAt = new Date().toISOString();
  return { id, title, text, status: OPENING, answer: '', votes: 1, hasVoted: true, isHidden: false, createdAt };
}
