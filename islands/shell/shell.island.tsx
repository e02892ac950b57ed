import { useCallback, useEffect, useRef } from 'react';
import type { AnalyticsMode } from '../../src/shared/analytics-marks.ts';
import { Toast } from '../../views/ui/toast.tsx';
import { LiveNotices } from './live-notices.tsx';
import type { StaysAs } from './stays-as.ts';
import { joinTabs, reloadPage, type TabMessage, type Tabs } from './tabs.ts';
import { ToastShelf } from './toast-shelf.tsx';
import { useHeaderMenu } from './use-header-menu.ts';
import { useLogOut } from './use-log-out.ts';
import { useMarks } from './use-marks.ts';
import { useSamePerson } from './use-same-person.ts';

export interface ShellProps {
  /**
   * Null where the page is asked for anew when somebody logs in or out in another tab or, as it finds out by and by,
   * elsewhere. `as-signed-in` only when they are no longer signed in here, `as-anybody` never.
   */
  stays: StaysAs | null;
  /** Address of who is signed in; null for nobody. */
  email: string | null;
  /** The page has a place for announcements. */
  announces: boolean;
  /** The page has room for a question at its foot. */
  mayAsk: boolean;
  /** What becomes of what the address says was just done. */
  analytics: AnalyticsMode;
}

/**
 * What lives on each personal page besides its own parts: the menu’s Escape, logging out, word to and from the other tabs,
 * whether it is still the same person, new announcements, and counting what was just done. Draws nothing at first.
 */
export default function Shell({ stays, email, announces, mayAsk, analytics }: ShellProps) {
  const tabs = useRef<Tabs | null>(null);
  useEffect(() => {
    const joined = joinTabs((message) => {
      if (!stays || (stays === 'as-signed-in' && message === 'logout')) reloadPage();
    });
    tabs.current = joined;
    return () => joined.close();
  }, [stays]);
  const tell = useCallback((message: TabMessage) => tabs.current?.tell(message), []);
  useSamePerson(stays === 'as-anybody' ? null : email);
  useHeaderMenu();
  const { toast, close } = useLogOut(tell);
  const marks = useMarks(analytics, mayAsk, tell);

  return (
    <>
      {announces && <LiveNotices />}
      {marks.Question && !toast && (
        <ToastShelf>
          <marks.Question answer={marks.answer} close={marks.close} />
        </ToastShelf>
      )}
      {toast && (
        <ToastShelf>
          <Toast tone={toast.tone} onClose={close}>
            {toast.text}
          </Toast>
        </ToastShelf>
      )}
    </>
  );
}
