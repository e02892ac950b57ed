import { useEffect } from 'react';

/**
 * Gives the focus back when a modal dialog goes away: the browser does so only for one that is closed, not for one that
 * is removed while open. Call it before the effect that opens the dialog.
 */
export function useReturnFocus(isOpen: boolean): void {
  useEffect(() => {
    const from = document.activeElement;
    if (!isOpen || !(from instanceof HTMLElement)) return;
    return () => {
      if (document.activeElement !== document.body) return;
      // A menu that it was chosen from has closed.
      const menu = from.closest('details:not([open])')?.querySelector('summary');
      (menu ?? from).focus({ preventScroll: true });
    };
  }, [isOpen]);
}
