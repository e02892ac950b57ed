import { Button } from '../../../views/ui/button.tsx';

/** A draft that has just been discarded, with undo. */
export function ThrownAway({ onUndo }: { onUndo(): void }) {
  return (
    <p className="handin__thrown l-page" role="status">
      Thrown away.{' '}
      <Button kind="quiet" size="small" icon="undo" onClick={onUndo}>
        Undo
      </Button>
    </p>
  );
}
