import type { IdeaStatus } from '../../src/shared/contracts/feedback.ts';
import type { BadgeTone } from '../ui/badge.tsx';

/** Labels of states; new ideas have none. */
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
  /** Ideas hidden by staff. */
  isHidden: boolean;
}

/** URL of the list with this sorting and filter. */
export function ideasHref({ sort, status, isHidden }: IdeasView, cursor?: string | null): string {
  const query = new URLSearchParams();
  if (sort !== 'votes') query.set('sort', sort);
  if (status) query.set('status', status);
  if (isHidden) query.set('hidden', 'true');
  if (cursor) query.set('cursor', cursor);
  return query.size > 0 ? `/ideas?${query}` : '/ideas';
}
