import { type RefObject, useLayoutEffect } from 'react';

/** Stops a removed player from loading, before its object URL is revoked. */
export function useStopLoading(player: RefObject<HTMLMediaElement | null>): void {
  useLayoutEffect(() => {
    const element = player.current;
    return () => {
      element?.removeAttribute('src');
      element?.load();
    };
  }, [player]);
}
