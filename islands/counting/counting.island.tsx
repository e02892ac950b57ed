import { useEffect, useState } from 'react';
import { Button } from '../../views/ui/button.tsx';
import { type CountingChoice, countingChoice, keepChoice, refusesTracking } from './choice.ts';

const WORDS: Record<CountingChoice, string> = {
  yes: 'Saved for this browser: we may count you.',
  no: 'Saved for this browser: we don’t count you.',
  asked: 'You haven’t answered yet, so we don’t count you.',
};

/** Gives or withdraws consent to analytics. */
export default function Counting() {
  const [choice, setChoice] = useState<CountingChoice | null>(null);
  const [isRefusing, setRefusing] = useState(false);

  useEffect(() => {
    setChoice(countingChoice());
    setRefusing(refusesTracking());
  }, []);

  function choose(chosen: CountingChoice): void {
    keepChoice(chosen);
    setChoice(chosen);
  }
  return (
    <div data-part="counting">
      <div className="l-row">
        {(['no', 'yes'] as const).map((each) => (
          <Button
            key={each}
            kind="second"
            size="small"
            icon={choice === each ? 'check' : undefined}
            aria-pressed={choice === each}
            onClick={() => choose(each)}
          >
            {each === 'no' ? 'Don’t count me' : 'Count me'}
          </Button>
        ))}
      </div>
      <p role="status" className="l-small">
        {isRefusing && 'Your browser asks not to be tracked, so we don’t count you anyway. '}
        {choice && WORDS[choice]}
      </p>
    </div>
  );
}
