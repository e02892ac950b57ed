import { useEffect, useRef } from 'react';

/** A phone's Back closes what is open over the page instead of leaving it. */
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
