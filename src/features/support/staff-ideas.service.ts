import { AppError } from '../../platform/errors.ts';
import type { IdeaShow, StaffIdea } from '../../shared/contracts/staff-ideas.ts';
import { requireAudit } from '../audit/audit.service.ts';
import { cursorAfter, findAlike, MERGED, noSuchIdea, pastIdea } from './find-ideas.ts';
import { toStaffIdea } from './idea.dto.ts';
import { IdeaModel, type StoredIdea } from './idea.model.ts';
import { joinVotes } from './idea-votes.ts';
import type { DeskActor } from './moderation.service.ts';

/** Ideas that may be the same as another. */
const ALIKE = 6;

/** A page of ideas of one state, most votes first; with words, similar ones of that state. */
export async function listStaffIdeas({
  show,
  q,
  cursor,
  limit,
}: {
  show: IdeaShow;
  q: string;
  cursor?: string | undefined;
  limit: number;
}): Promise<{ ideas: StaffIdea[]; total: number; nextCursor: string | null }> {
  const wanted = filterOf(show);
  if (q.trim()) {
    const ideas = await toStaffIdeas(await findAlike(q, wanted));
    return { ideas, total: ideas.length, nextCursor: null };
  }
  const [total, found] = await Promise.all([
    IdeaModel.countDocuments(wanted),
    IdeaModel.find({ ...wanted, ...pastIdea(cursor, true) })
      .sort({ votes: -1, _id: -1 })
      .limit(limit + 1)
      .lean<StoredIdea[]>(),
  ]);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return { ideas: await toStaffIdeas(shown), total, nextCursor: last ? cursorAfter(last) : null };
}

/** An idea by id. NOT_FOUND. */
export async function getStaffIdea(id: string): Promise<StaffIdea> {
  const [idea] = await toStaffIdeas([await stored(id)]);
  if (!idea) throw noSuchIdea();
  return idea;
}

/** Ideas on the list that these words, or else its own, may mean too. */
export async function alikeIdeas({ id, title }: Pick<StaffIdea, 'id' | 'title'>, words: string): Promise<StaffIdea[]> {
  const found = await findAlike(words.trim() || title, { isHidden: false }, { least: words.trim() ? undefined : 0.3 });
  const others = found.filter(({ _id }) => String(_id) !== id).slice(0, ALIKE);
  return others.map((idea) => toStaffIdea(idea, null));
}

/**
 * Merges an idea into another, once that is in the audit log: it leaves the list, and its votes count there. A repeated
 * call completes one that a crash interrupted. NOT_FOUND; WRONG_STATE if either has been merged or hidden.
 */
export async function mergeIdea(
  id: string,
  { into, note }: { into: string; note: string },
  staff: DeskActor,
): Promise<StaffIdea> {
  const [idea, target] = await Promise.all([stored(id), stored(into)]);
  if (id === into) throw refused('This is the same idea. Please choose another one.');
  if (target.isHidden) throw new AppError('WRONG_STATE', { message: 'The other idea isn’t on the list any more.' });
  if (idea.mergedInto && String(idea.mergedInto) !== into) {
    throw new AppError('WRONG_STATE', { message: 'It has already been merged into another idea.' });
  }
  await requireAudit({
    actorId: staff.id,
    subjectId: null,
    action: 'idea.merged',
    ip: staff.ip,
    details: { idea: id, into, before: `${idea.votes} and ${target.votes} votes`, note },
  });
  // Votes for it count for the other one from here on.
  await IdeaModel.updateOne({ _id: id }, { $set: { mergedInto: target._id, isHidden: true } });
  if ((await stored(into)).mergedInto) {
    await IdeaModel.updateOne({ _id: id }, { $set: { mergedInto: null, isHidden: idea.isHidden } });
    throw new AppError('WRONG_STATE', { message: 'Somebody merged the other idea a moment ago. Please look again.' });
  }
  await IdeaModel.updateMany({ mergedInto: idea._id }, { $set: { mergedInto: target._id } });
  await joinVotes(id, into);
  return getStaffIdea(id);
}

function filterOf(show: IdeaShow) {
  if (show === 'hidden') return { isHidden: true, mergedInto: null };
  if (show === 'merged') return MERGED;
  return { isHidden: false, status: show };
}

async function stored(id: string): Promise<StoredIdea> {
  const idea = await IdeaModel.findById(id).lean<StoredIdea>();
  if (!idea) throw noSuchIdea();
  return idea;
}

async function toStaffIdeas(ideas: readonly StoredIdea[]): Promise<StaffIdea[]> {
  const targets = ideas.flatMap(({ mergedInto }) => mergedInto ?? []);
  const found = targets.length > 0 ? await IdeaModel.find({ _id: { $in: targets } }).lean<StoredIdea[]>() : [];
  return ideas.map((idea) =>
    toStaffIdea(idea, found.find(({ _id }) => idea.mergedInto && _id.equals(idea.mergedInto)) ?? null),
  );
}

function refused(message: string): AppError {
  return new AppError('FIELDS_REFUSED', { message, fields: { into: message } });
}
