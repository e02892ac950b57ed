import type { Idea } from '../../shared/contracts/feedback.ts';
import type { StaffIdea } from '../../shared/contracts/staff-ideas.ts';
import type { StoredIdea } from './idea.model.ts';

/** An idea for its readers. */
export function toIdeaDto(idea: StoredIdea, hasVoted: boolean): Idea {
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

/** The same for staff. @param target the idea that it was merged into */
export function toStaffIdea(idea: StoredIdea, target: StoredIdea | null): StaffIdea {
  const { hasVoted: _hasVoted, ...facts } = toIdeaDto(idea, false);
  return { ...facts, mergedInto: target && { id: String(target._id), title: target.title } };
}
