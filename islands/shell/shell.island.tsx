import { useCallback, useEffect, useRef } from 'react';
import { Toast } from '../../views/ui/toast.tsx';
import { joinTabs, reloadPage, type TabMessage, type Tabs } from './tabs.ts';
import { ToastShelf } from './toast-shelf.tsx';
import { useLogOut } from './use-log-out.ts';

export interface ShellProps {
  /** The page is asked for anew when somebody logs in or out in another tab. */
  follows: boolean;
}

/** What lives on each personal page besides its own parts: logging out, and word from the other tabs. Draws nothing at first. */
export default function Shell({ follows }: ShellProps) {
  const tabs = useRef<Tabs | null>(null);
  useEffect(() => {
    const joined = joinTabs(() => follows && reloadPage());
    tabs.current = joined;
    return () => joined.close();
  }, [follows]);
  const tell = useCallback((message: TabMessage) => tabs.current?.tell(message), []);
  const { toast, close } = useLogOut(tell);

  return (
    toast && (
      <ToastShelf>
        <Toast tone={toast.tone} onClose={close}>
          {toast.text}
        </Toast>
      </ToastShelf>
    )
  );
}
