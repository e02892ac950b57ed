import { useState } from 'react';
import { Button } from '../../views/ui/button.tsx';
import { withEditActions } from './edit-actions.ts';
import { timelineOf } from './studio-state.ts';
import { secondsOff } from './tighten-words.ts';
import type { Studio } from './use-studio.ts';

/** Offers once for all clips to leave out dead time at their ends. */
export function TightenOffer({ studio }: { studio: Studio }) {
  const [isDeclined, setDeclined] = useState(false);
  const clips = timelineOf(studio.event).filter(
    ({ hidden, status, tighten }) => !hidden && status === 'ready' && tighten,
  );
  if (clips.length === 0 || isDeclined) return null;
  const [only] = clips;
  return (
    <div className="tighten">
      <p>
        {clips.length === 1 ? <bdi>{only?.contributor.name}’s clip</bdi> : `${clips.length} clips`} could be{' '}
        <strong>{secondsOff(clips)} shorter</strong>, without the silence before and after.
      </p>
      <div className="l-row">
        <Button
          kind="second"
          size="small"
          icon="trim"
          onClick={() => void withEditActions(studio, ({ tightenClips }) => tightenClips(studio, clips))}
        >
          Leave it out
        </Button>
        <Button kind="quiet" size="small" onClick={() => setDeclined(true)}>
          Not now
        </Button>
      </div>
    </div>
  );
}
