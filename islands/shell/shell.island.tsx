import { useCallback, useEffect, useRef } from 'react';
import type { AnalyticsMode } from '../../src/shared/analytics-marks.ts';
import type { AnnouncementPlace } from '../../src/shared/announcement-places.ts';
import { Toast } from '../../views/ui/toast.tsx';
import { useExtra } from '../runtime/use-extra.ts';
import { readHeld } from './held-marks.ts';
import { joinTabs, reloadPage, type TabMessage, type Tabs } from './tabs.ts';
import { ToastShelf } from './toast-shelf.tsx';
import { useHeaderMenu } from './use-header-menu.ts';
import { useLogOut } from './use-log-out.ts';
import { useOneSubmit } from './use-one-submit.ts';
import { useSamePerson } from './use-same-person.ts';
import type { KeptAtUserChange } from './user-change.ts';

const loadNotices = () => import('./live-notices.tsx');
const loadBell = () => import('./live-bell.tsx');
const loadMarks = () => import('./count-marks.tsx');

export interface ShellProps {
  /**
   * Null: reload when the user changes in another tab or elsewhere. `as-signed-in`: only when they are signed out here;
   * `as-anybody`: never.
   */
  stays: KeptAtUserChange | null;
  /** Email of the current user; null for visitors. */
  email: string | null;
  /** Kind of the page, for its announcements; null: it shows none. */
  announces: AnnouncementPlace | null;
  /** Style sheet of the open bell; null for visitors. */
  bellSheet: string | null;
  /** The page may show a question at its foot. */
  mayAsk: boolean;
  /** Whether marks in the URL are counted. */
  analytics: AnalyticsMode;
}

/**
 * Behaviour of all personal pages: the menu’s Escape key, log-out, forms posted once, messages between tabs,
 * session checks, announcements, news, and analytics. Renders nothing at first.
 */
export default function Shell({ stays, email, announces, bellSheet, mayAsk, analytics }: ShellProps) {
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
  useOneSubmit();
  const { toast, close } = useLogOut(tell);
  const notices = useExtra(
    loadNotices,
    useCallback(() => announces !== null, [announces]),
  );
  const bell = useExtra(
    loadBell,
    useCallback(() => email !== null && document.querySelector('.shell__bell') !== null, [email]),
  );
  const counting = useExtra(
    loadMarks,
    useCallback(() => hasMarks(analytics), [analytics]),
  );

  return (
    <>
      {notices && announces && <notices.LiveNotices place={announces} />}
      {bell && bellSheet && <bell.LiveBell sheet={bellSheet} />}
      {counting && <counting.CountMarks mode={analytics} mayAsk={mayAsk} isHidden={toast !== null} tell={tell} />}
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

/** Marks in the URL or left by an earlier page, or a form that takes the browser's id along. */
function hasMarks(mode: AnalyticsMode): boolean {
  if (window.location.search !== '' || readHeld() !== null) return true;
  return mode !== 'off' && document.querySelector('form[action="/start-a-vidday"]') !== null;
}
