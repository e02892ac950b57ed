import { useEffect, useRef, useState } from 'react';
import { openReaction, type Reaction } from './reaction.ts';

/** Asks whether the camera may film while they watch. Off until they say yes. */
export function ReactionAsk({ onChange }: { onChange(reaction: Reaction | null): void }) {
  const [state, setState] = useState<'off' | 'asking' | 'on' | 'refused'>('off');
  const open = useRef<Reaction | null>(null);
  const isOver = useRef(false);
  useEffect(() => {
    isOver.current = false;
    return () => {
      isOver.current = true;
    };
  }, []);

  async function choose(isWanted: boolean) {
    if (!isWanted) {
      open.current?.drop();
      open.current = null;
      onChange(null);
      return setState('off');
    }
    setState('asking');
    try {
      const reaction = await openReaction();
      if (isOver.current) return reaction.drop();
      open.current = reaction;
      onChange(reaction);
      setState('on');
    } catch {
      setState('refused');
    }
  }

  return (
    <div className="reaction">
      <label className="reaction__ask">
        <input
          type="checkbox"
          checked={state === 'on' || state === 'asking'}
          disabled={state === 'asking'}
          onChange={({ target }) => void choose(target.checked)}
        />
        <span>
          Film me while I watch
          <span className="l-small" role="status">
            {state === 'on'
              ? 'Your camera is ready. It starts when you pull the ribbon.'
              : state === 'refused'
                ? 'There’s no camera we may use. Watch without it.'
                : 'Only you see it afterwards. Then you send, keep or delete it.'}
          </span>
        </span>
      </label>
    </div>
  );
}
