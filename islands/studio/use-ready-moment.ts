import { useEffect, useRef, useState } from 'react';
import { isRendering } from './studio-state.ts';
import type { Studio } from './use-studio.ts';

/** Target of the link in the mail. */
const READY = '#ready';

/**
 * Whether to announce the finished film: when a render ends while the page is open, or when coming from the mail; not
 * for a scheduled or delivered gift.
 */
export function useReadyMoment({ event, films, render }: Studio): [boolean, () => void] {
  const [isDue, setDue] = useState(false);
  const wasMade = useRef(false);
  useEffect(() => {
    if (window.location.hash === READY) setDue(true);
  }, []);
  const film = films.find((each) => each.isCurrent);
  useEffect(() => {
    if (isRendering(render)) {
      wasMade.current = true;
    } else if (wasMade.current && render?.status === 'done' && film?.id === render.publishedMediaId) {
      wasMade.current = false;
      setDue(true);
    }
  }, [render, film]);
  const close = () => {
    setDue(false);
    if (window.location.hash === READY) window.history.replaceState(null, '', window.location.pathname);
  };
  const isGivable = film !== undefined && event.status === 'finalized' && !event.delivery?.at && !event.isFilmOutdated;
  return [isDue && isGivable, close];
}
