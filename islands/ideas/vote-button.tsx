import { useState } from 'react';
import { callOf } from '../../src/shared/call-of.ts';
import type { Idea, takeVoteBack, voteForIdea } from '../../src/shared/contracts/feedback.ts';
import { cx } from '../../views/ui/class-names.ts';
import { Icon } from '../../views/ui/icon.tsx';
import { api, isRefused } from '../runtime/api.ts';

const give = callOf<typeof voteForIdea>('PUT', '/api/v2/feedback/ideas/:id/votes');
const takeBack = callOf<typeof takeVoteBack>('DELETE', '/api/v2/feedback/ideas/:id/votes');

export type Votable = Pick<Idea, 'id' | 'title' | 'status' | 'votes' | 'hasVoted'>;

export interface VoteState {
  votes: number;
  hasVoted: boolean;
  /** Why the last tap changed nothing. */
  problem: string | null;
  toggle(): void;
}

/** A vote that is given and taken back in place. */
export function useVote({ id, votes, hasVoted }: Votable): VoteState {
  const [state, setState] = useState({ votes, hasVoted });
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function toggle(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    const before = state;
    setState({ votes: before.votes + (before.hasVoted ? -1 : 1), hasVoted: !before.hasVoted });
    try {
      const now = await api.call(before.hasVoted ? takeBack : give, { params: { id } });
      setState({ votes: now.votes, hasVoted: now.hasVoted });
    } catch (error) {
      setState(before);
      setProblem(isRefused(error) ? error.message : 'That didn’t reach us. Please try again.');
    } finally {
      setBusy(false);
    }
  }
  return { ...state, problem, toggle: () => void toggle() };
}

interface VoteButtonProps {
  idea: Votable;
  state: Pick<VoteState, 'votes' | 'hasVoted'>;
  /** Instead of sending the form around it. */
  onClick?: () => void;
}

/** The number of votes; pressed while one of them is the visitor's own. What is settled has only the number. */
export function VoteButton({ idea, state: { votes, hasVoted }, onClick }: VoteButtonProps) {
  const words = `${votes} ${votes === 1 ? 'vote' : 'votes'}`;
  if (idea.status === 'done' || idea.status === 'declined') {
    return (
      <p className="idea__vote idea__vote--settled">
        <b>{votes}</b> <span>{votes === 1 ? 'vote' : 'votes'}</span>
      </p>
    );
  }
  return (
    <button
      type={onClick ? 'button' : 'submit'}
      className={cx('idea__vote', hasVoted && 'idea__vote--given')}
      aria-pressed={hasVoted}
      aria-label={`${words} for “${idea.title}”`}
      onClick={onClick}
    >
      <Icon name={hasVoted ? 'check' : 'arrow-up'} />
      <b>{votes}</b> <span>{votes === 1 ? 'vote' : 'votes'}</span>
    </button>
  );
}
