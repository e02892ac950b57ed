import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Distance from the end that still counts as the end, in pixels. */
const NEAR = 80;

/**
 * Keeps the end of a growing conversation in view unless the user has scrolled up.
 * @param box the scroll container
 * @param length changes whenever the thread grows
 * @param mustShow scrolls to the end in any case, as after sending
 */
export function useStickToEnd(box: RefObject<HTMLElement | null>, length: string, mustShow: boolean): void {
  const isAtEnd = useRef(true);
  useEffect(() => {
    const log = box.current?.querySelector('.chat__log');
    if (!log) return;
    const onScroll = () => {
      isAtEnd.current = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
    };
    log.addEventListener('scroll', onScroll, { passive: true });
    // A box in a closed dialog has no size, and a phone’s keyboard changes it.
    const sizes =
      typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => goToEnd(log, isAtEnd.current));
    sizes?.observe(log);
    return () => {
      log.removeEventListener('scroll', onScroll);
      sizes?.disconnect();
    };
  }, [box]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever makes it longer brings the end into sight
  useLayoutEffect(() => {
    const log = box.current?.querySelector('.chat__log');
    if (log) goToEnd(log, isAtEnd.current || mustShow);
  }, [box, length, mustShow]);
}

function goToEnd(log: Element, isWanted: boolean): void {
  if (isWanted) log.scrollTop = log.scrollHeight;
}
