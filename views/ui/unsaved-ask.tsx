import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';

interface UnsavedAskProps {
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks before a dialog throws away what was typed. Takes the focus, and gives it back to where somebody was typing. */
export function UnsavedAsk({ onKeep, onDiscard }: UnsavedAskProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const from = document.activeElement;
    box.current?.querySelector('button')?.focus();
    return () => {
      if (from instanceof HTMLElement && from.isConnected) from.focus();
    };
  }, []);
  return (
    <div ref={box} className="dialog__ask" role="alert">
      <p>What you wrote isn’t saved yet.</p>
      <div className="l-row">
        <Button kind="second" size="small" onClick={onKeep}>
          Keep editing
        </Button>
        <Button kind="quiet" size="small" onClick={onDiscard}>
          Throw it away
        </Button>
      </div>
    </div>
  );
}
