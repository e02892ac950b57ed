import { useState } from 'react';
import { type Idea, takeVoteBack, voteForIdea } from '../../src/shared/contracts/feedback.ts';
import { cx } from '../../views/ui/class-names.ts';
import { Icon } from '../../views/ui/icon.tsx';
import { api, isRefused } from '../runtime/api.ts';

export type Votable = Pick<Idea, 'id' | 'title' | 'status' | 'votes' | 'hasVoted'>;

export interface VoteState {
  votes: number;
  hasVoted: boolean;
  /** Why the last tap failed. */
  problem: string | null;
  toggle(): void;
}

/** Votes and undoes a vote in place. */
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
      const now = await api.call(before.hasVoted ? takeVoteBack : voteForIdea, { params: { id } });
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
  /** Replaces submitting the form. */
  onClick?: () => void;
}

/** Number of votes; pressed if the visitor has voted. Finished ideas show the number only. */
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
