import { useCallback, useEffect, useRef } from 'react';
import type { AnalyticsMode } from '../../src/shared/analytics-marks.ts';
import { Toast } from '../../views/ui/toast.tsx';
import { LiveNotices } from './live-notices.tsx';
import { joinTabs, reloadPage, type TabMessage, type Tabs } from './tabs.ts';
import { ToastShelf } from './toast-shelf.tsx';
import { useHeaderMenu } from './use-header-menu.ts';
import { useLogOut } from './use-log-out.ts';
import { useMarks } from './use-marks.ts';
import { useSamePerson } from './use-same-person.ts';
import type { KeptAtUserChange } from './user-change.ts';

export interface ShellProps {
  /**
   * Null: reload when the user changes in another tab or elsewhere. `as-signed-in`: only when they are signed out here;
   * `as-anybody`: never.
   */
  stays: KeptAtUserChange | null;
  /** Email of the current user; null for visitors. */
  email: string | null;
  /** The page shows announcements. */
  announces: boolean;
  /** The page may show a question at its foot. */
  mayAsk: boolean;
  /** Whether marks in the URL are counted. */
  analytics: AnalyticsMode;
}

/**
 * Behaviour of all personal pages: the menu’s Escape key, log-out, messages between tabs, session checks,
 * announcements, and analytics. Renders nothing at first.
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
