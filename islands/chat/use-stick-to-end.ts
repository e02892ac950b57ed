import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** How close to the end still counts as being there, in pixels. */
const NEAR = 80;

/**
 * Keeps the end of a conversation in sight as it grows, and as its box does, unless somebody reads further up.
 * @param box what holds the thread
 * @param length changes whenever it grows
 * @param mustShow brings the end into sight wherever one is: what was just written
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
    // A box in a closed dialog has no size yet, and a phone’s keyboard takes some of it.
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
