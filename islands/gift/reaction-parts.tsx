import { Button } from '../../views/ui/button.tsx';

// Loaded with the wrapped gift, and only where there is a camera.
export { ReactionAsk } from './reaction-ask.tsx';
export { ReactionReview } from './reaction-review.tsx';

/** Over the film while the camera runs. */
export function Filming({ onStop }: { onStop(): void }) {
  return (
    <p className="reaction__filming">
      <span className="reaction__dot" aria-hidden="true" />
      Filming you
      <Button kind="quiet" size="small" onClick={onStop}>
        Stop
      </Button>
    </p>
  );
}
