import type { FormEvent } from 'react';
import { useVote, type Votable, VoteButton } from './vote-button.tsx';

export interface IdeaVoteProps {
  idea: Votable;
  /** Where the form redirects to without script. */
  back: string;
}

/** Vote button of an idea. */
export default function IdeaVote({ idea, back }: IdeaVoteProps) {
  const state = useVote(idea);

  function vote(event: FormEvent): void {
    event.preventDefault();
    state.toggle();
  }
  return (
    <form method="post" action={`/ideas/${idea.id}/vote`} className="ideas__vote-form" onSubmit={vote}>
      <input type="hidden" name="do" value={state.hasVoted ? 'take-back' : 'give'} />
      <input type="hidden" name="back" value={back} />
      <VoteButton idea={idea} state={state} />
      {state.problem && (
        <p role="alert" className="l-small">
          {state.problem}
        </p>
      )}
    </form>
  );
}
