import { type RefObject, useLayoutEffect } from 'react';

/** Ends the loading of a player that is taken away, before the object URL that it plays is revoked. */
export function useStopLoading(player: RefObject<HTMLMediaElement | null>): void {
  useLayoutEffect(() => {
    const element = player.current;
    return () => {
      element?.removeAttribute('src');
      element?.load();
    };
  }, [player]);
}
