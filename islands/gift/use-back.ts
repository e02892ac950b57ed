import { useEffect, useRef } from 'react';

/** Lets a phone's Back button close an overlay instead of leaving the page. */
export function useBack(isOpen: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    if (!isOpen) return;
    let isThere = true;
    const back = () => {
      isThere = false;
      latest.current();
    };
    window.history.pushState(null, '');
    window.addEventListener('popstate', back);
    return () => {
      window.removeEventListener('popstate', back);
      if (isThere) window.history.back();
    };
  }, [isOpen]);
}
