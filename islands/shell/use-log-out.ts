import { useCallback, useEffect, useState } from 'react';
import { logout } from '../../src/shared/contracts/accounts.ts';
import { api, isAborted } from '../runtime/api.ts';
import { reloadPage, type TabMessage } from './tabs.ts';
import { endToastLater, TOAST, TOAST_TIME } from './toast-time.ts';
import { closeMenu } from './use-header-menu.ts';

export interface LogOutToast {
  text: string;
  tone?: 'bad';
  /** Reload when it has disappeared. */
  isDone: boolean;
}

/** Logs out in place, tells the other tabs, and reports the result. The form does the same without script. */
export function useLogOut(tell: (message: TabMessage) => void): { toast: LogOutToast | null; close(): void } {
  const [toast, setToast] = useState<LogOutToast | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    let isBusy = false;

    async function logOut(): Promise<void> {
      if (isBusy) return;
      isBusy = true;
      try {
        await api.call(logout, { signal: leaving.signal });
        tell('logout');
        setToast({ text: 'Success – You have been logged out!', isDone: true });
      } catch (error) {
        isBusy = false;
        if (isAborted(error)) return;
        setToast({ text: 'Error – An error occured while signing out.', tone: 'bad', isDone: false });
      }
    }
    const onSubmit = (event: SubmitEvent) => {
      if (!(event.target instanceof HTMLFormElement) || event.target.getAttribute('action') !== '/auth/logout') return;
      event.preventDefault();
      const menu = event.target.closest('details');
      if (menu) closeMenu(menu);
      void logOut();
    };
    const onLeave = () => leaving.abort();
    document.addEventListener('submit', onSubmit);
    window.addEventListener('pagehide', onLeave);
    return () => {
      document.removeEventListener('submit', onSubmit);
      window.removeEventListener('pagehide', onLeave);
    };
  }, [tell]);

  const end = useCallback((shown: LogOutToast) => {
    if (shown.isDone) reloadPage();
    else setToast(null);
  }, []);

  useEffect(() => {
    if (!toast) return;
    if (!toast.isDone) return endToastLater(() => end(toast), TOAST_TIME.plain);
    // What only they may see must go even while the mouse is over the message or the page in the background.
    const timer = setTimeout(() => end(toast), TOAST_TIME.plain, TOAST);
    return () => clearTimeout(timer);
  }, [toast, end]);

  return { toast, close: () => toast && end(toast) };
}
