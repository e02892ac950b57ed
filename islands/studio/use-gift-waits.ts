import { useEffect, useState } from 'react';
import type { Event } from '../../src/shared/contracts/events.ts';
import { UNOPENED_FOR } from '../../src/shared/limits.ts';
import type { Studio } from './use-studio.ts';

/** Target of the news that a gift is still wrapped. */
const WAITS = '#waits';

/** Whether somebody comes from that news, and what ends it. */
export function useGiftWaits({ event }: Studio): [boolean, () => void] {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const look = () => setAsked(window.location.hash === WAITS);
    look();
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);
  const close = () => {
    setAsked(false);
    if (window.location.hash === WAITS) window.history.replaceState(null, '', window.location.pathname);
  };
  return [isAsked && isLongWrapped(event), close];
}

/** Whether a gift has stayed wrapped so long that its recipient may be reminded. */
export function isLongWrapped({ status, deliveredAt, openedAt }: Event): boolean {
  return status === 'delivered' && !openedAt && Date.parse(deliveredAt ?? '') + UNOPENED_FOR <= Date.now();
}
