import type { AnalyticsMode } from '../../src/shared/analytics-marks.ts';
import type { TabMessage } from './tabs.ts';
import { ToastShelf } from './toast-shelf.tsx';
import { useMarks } from './use-marks.ts';

interface CountMarksProps {
  mode: AnalyticsMode;
  mayAsk: boolean;
  /** Another toast is shown. */
  isHidden: boolean;
  tell(message: TabMessage): void;
}

/** Counts what the page before did, and asks for consent first. */
export function CountMarks({ mode, mayAsk, isHidden, tell }: CountMarksProps) {
  const { Question, answer, close } = useMarks(mode, mayAsk, tell);
  if (!Question || isHidden) return null;
  return (
    <ToastShelf>
      <Question answer={answer} close={close} />
    </ToastShelf>
  );
}
