import { REACTIONS, type Reaction } from '../../src/shared/reactions.ts';
import { REACTION_NAMES, Sticker } from '../stickers/stickers.tsx';

/** The five reactions. */
export function ReactionBar({ onReact }: { onReact(reaction: Reaction): void }) {
  return (
    <fieldset className="premiere__reactions">
      <legend className="l-unseen">React</legend>
      {REACTIONS.map((reaction) => (
        <button
          key={reaction}
          type="button"
          className="premiere__react"
          aria-label={REACTION_NAMES[reaction]}
          title={REACTION_NAMES[reaction]}
          onClick={() => onReact(reaction)}
        >
          <Sticker reaction={reaction} />
        </button>
      ))}
    </fieldset>
  );
}
