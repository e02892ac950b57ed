import { useEffect } from 'react';
import type { EarnedCode } from '../../src/shared/contracts/media.ts';
import { Card } from '../../views/ui/card.tsx';
import { CopyButton } from '../clipboard/copy-button.tsx';
import { keepCode } from '../promo/kept-code.ts';

/** What a clip has earned its contributor; this browser remembers it for an event of its own. */
export function EarnedNote({ earned, isQuiet }: { earned: EarnedCode; isQuiet: boolean }) {
  useEffect(() => keepCode(earned), [earned]);
  return (
    <Card className="receipt__earned">
      <h2>{isQuiet ? 'A code for another time' : `${earned.label}, for you`}</h2>
      <p>
        {isQuiet ? `It’s good for ${earned.label}.` : 'That’s our thank-you for taking part.'} If you make a film for
        somebody yourself in this browser, we’ll fill it in when you pay.
      </p>
      <div className="l-row">
        <code className="receipt__code">{earned.code}</code>
        <CopyButton kind="second" size="small" icon="copy" value={earned.code}>
          Copy
        </CopyButton>
      </div>
      <p className="l-small">
        It counts once, within a year, on another VidDay than this one. <a href="/start-a-vidday">Start a VidDay</a>
      </p>
    </Card>
  );
}
