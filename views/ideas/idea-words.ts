import type { IdeaStatus } from '../../src/shared/contracts/feedback.ts';
import type { BadgeTone } from '../ui/badge.tsx';

/** What a state is called; none is said of what is new. */
export const STATUS_WORDS: Record<IdeaStatus, { label: string; tone?: BadgeTone }> = {
  new: { label: 'New' },
  planned: { label: 'Planned', tone: 'info' },
  'in-progress': { label: 'In progress', tone: 'warn' },
  done: { label: 'Done', tone: 'good' },
  declined: { label: 'Not planned' },
};

export interface IdeasView {
  sort: 'votes' | 'newest';
  status: IdeaStatus | null;
  /** What staff took from the list. */
  isHidden: boolean;
}

/** Address of the list in a certain order and choice. */
export function ideasHref({ sort, status, isHidden }: IdeasView, cursor?: string | null): string {
  const query = new URLSearchParams();
  if (sort !== 'votes') query.set('sort', sort);
  if (status) query.set('status', status);
  if (isHidden) query.set('hidden', 'true');
  if (cursor) query.set('cursor', cursor);
  return query.size > 0 ? `/ideas?${query}` : '/ideas';
}
