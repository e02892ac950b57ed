import { useCallback, useEffect, useRef, useState } from 'react';
import { useExtra } from '../runtime/use-extra.ts';
import type { Reaction } from './reaction.ts';

const loadParts = () => import('./reaction-parts.tsx');

/** Filming the recipient while they watch, if they want it. @param mayAsk they may be asked */
export function useReaction(mayAsk: boolean) {
  const [reaction, setReaction] = useState<Reaction | null>(null);
  const [isFilming, setFilming] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const parts = useExtra(
    loadParts,
    useCallback(() => mayAsk && canFilm(), [mayAsk]),
  );
  useEffect(() => () => reaction?.drop(), [reaction]);
  const phase = useRef<'before' | 'filming' | 'over'>('before');
  const end = useCallback(async () => {
    if (phase.current !== 'filming') return;
    phase.current = 'over';
    setFilming(false);
    setFile((await reaction?.end()) ?? null);
  }, [reaction]);
  return {
    parts,
    choose: setReaction,
    isFilming,
    /** What was filmed. */
    file,
    forget: () => setFile(null),
    begin() {
      if (!reaction || phase.current !== 'before') return;
      try {
        reaction.begin(() => void end());
      } catch {
        // The camera went away after their yes: the film plays without it.
        phase.current = 'over';
        return reaction.drop();
      }
      phase.current = 'filming';
      setFilming(true);
    },
    end,
  };
}

function canFilm(): boolean {
  return typeof MediaRecorder !== 'undefined' && Boolean(navigator.mediaDevices?.getUserMedia);
}
