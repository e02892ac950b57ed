import { useCallback, useEffect, useRef } from 'react';
import { Toast } from '../../views/ui/toast.tsx';
import { LiveNotices } from './live-notices.tsx';
import { joinTabs, reloadPage, type TabMessage, type Tabs } from './tabs.ts';
import { ToastShelf } from './toast-shelf.tsx';
import { useLogOut } from './use-log-out.ts';

export interface ShellProps {
  /** The page is asked for anew when somebody logs in or out in another tab. */
  follows: boolean;
  /** The page has a place for announcements. */
  announces: boolean;
}

/** What lives on each personal page besides its own parts: logging out, word from the other tabs, and new announcements. Draws nothing at first. */
export default function Shell({ follows, announces }: ShellProps) {
  const tabs = useRef<Tabs | null>(null);
  useEffect(() => {
    const joined = joinTabs(() => follows && reloadPage());
    tabs.current = joined;
    return () => joined.close();
  }, [follows]);
  const tell = useCallback((message: TabMessage) => tabs.current?.tell(message), []);
  const { toast, close } = useLogOut(tell);

  return (
    <>
      {announces && <LiveNotices />}
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
