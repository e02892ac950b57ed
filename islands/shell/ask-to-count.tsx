import { Button, IconButton } from '../../views/ui/button.tsx';
import type { CountingChoice } from '../counting/choice.ts';

interface AskToCountProps {
  answer(choice: CountingChoice): void;
  /** Closes without an answer: nothing is counted. */
  close(): void;
}

/** Asks for consent once in a browser; both answers take one tap and look the same. */
export function AskToCount({ answer, close }: AskToCountProps) {
  return (
    <section className="toast toast--ask" aria-label="Count this visit?">
      <div className="toast__text">
        <p>
          <b>Count this visit anonymously?</b>
        </p>
        <p>
          Just a random number, no name or email. <a href="/privacy#counting">What we store</a>
        </p>
      </div>
      <IconButton icon="close" label="Close" onClick={close} className="l-push" />
      <div className="l-row">
        <Button kind="second" size="small" onClick={() => answer('no')}>
          No, thanks
        </Button>
        <Button kind="second" size="small" onClick={() => answer('yes')}>
          Yes
        </Button>
      </div>
    </section>
  );
}
