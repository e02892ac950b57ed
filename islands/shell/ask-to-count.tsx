import type { AnalyticsMark } from '../../src/shared/analytics-marks.ts';
import { Button, IconButton } from '../../views/ui/button.tsx';
import type { Marks } from './use-marks.ts';

const DONE: Record<AnalyticsMark['name'], string> = {
  sign_up: 'that you joined',
  login: 'that you logged in',
  start_vidday: 'that you started a VidDay',
};

interface AskToCountProps extends Omit<Marks, 'asked'> {
  about: AnalyticsMark;
}

/** Asks once a browser; both answers are one tap and look the same. */
export function AskToCount({ about, answer, close }: AskToCountProps) {
  return (
    <section className="toast ask" aria-label="May we count this?">
      <div className="toast-text">
        <p>
          <b>May we count {DONE[about.name]}?</b>
        </p>
        <p>
          Only here, and by a random number: no name, no address. <a href="/privacy#counting">What is kept</a>
        </p>
      </div>
      <IconButton icon="close" label="Decide later" onClick={close} className="push" />
      <div className="row">
        <Button kind="second" size="small" onClick={() => answer('no')}>
          No, don’t
        </Button>
        <Button kind="second" size="small" onClick={() => answer('yes')}>
          Yes, you may
        </Button>
      </div>
    </section>
  );
}
