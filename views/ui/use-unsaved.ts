import { useEffect, useRef } from 'react';

/** Listens to `beforeunload`: the browser asks before the page is left. */
export function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // Chrome before 119 asks only if this is set.
  event.returnValue = true;
}

/**
 * The browser asks before the page is left, such as by Back or a reload, while something typed would be lost.
 *
 * @param isUnsaved asked at that moment; undefined: never
 */
export function useUnsaved(isUnsaved: (() => boolean) | undefined): void {
  const ask = useRef(isUnsaved);
  ask.current = isUnsaved;
  const isWatched = isUnsaved !== undefined;
  useEffect(() => {
    if (!isWatched) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (ask.current?.()) askBeforeLeaving(event);
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isWatched]);
}
