import { useCallback, useEffect, useState } from 'react';
import type { PublishedMedia } from '../../src/shared/contracts/films.ts';
import { getPremiere, type Premiere } from '../../src/shared/contracts/premieres.ts';
import { api } from '../runtime/api.ts';

/** The film's address is there a minute before the start; ask a little later, each at another time. */
const AHEAD = 55_000;
const SPREAD = 10_000;
/** A gift that opens at the start: everyone asks within a second of it. */
const SOON = 1000;
const AGAIN = 5000;
/** A page without a connection asks by itself: some networks let none through. */
const ASK_EVERY = 12_000;

interface Given {
  eventRef: string;
  isOver: boolean;
  /** Milliseconds until the start, as last shown. */
  wait: number;
  isLost: boolean;
  take(premiere: Premiere): void;
  /** Milliseconds until the start, now. */
  untilStart(): number;
}

export interface PremiereFilm {
  film: PublishedMedia | null;
  /** The film should play, but its gift isn't open. */
  isClosed: boolean;
  /** Asks for the film again: its address may have expired, and there may be a newer one. */
  renew(): Promise<void>;
}

/** The film of a premiere, from shortly before the start. `take` also gets what the server says of the premiere. */
export function usePremiereFilm({ eventRef, isOver, wait, isLost, take, untilStart }: Given): PremiereFilm {
  const [film, setFilm] = useState<PublishedMedia | null>(null);
  const [isClosed, setClosed] = useState(false);

  const ask = useCallback(async () => {
    const answer = await api.call(getPremiere, { params: { id: eventRef }, query: {} });
    take(answer);
    setClosed(answer.isClosed);
    return answer.film;
  }, [eventRef, take]);

  useEffect(() => {
    if (!isLost) return;
    const timer = setInterval(() => void ask().catch(() => undefined), ASK_EVERY + Math.random() * SPREAD);
    return () => clearInterval(timer);
  }, [isLost, ask]);

  // A film that was loaded for an earlier time may be an old version by then.
  const isFar = wait > AHEAD + SPREAD;
  useEffect(() => {
    if (isFar) setFilm(null);
  }, [isFar]);

  const isNear = film === null && !isOver && wait <= AHEAD;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait only chooses the first moment
  useEffect(() => {
    if (!isNear) return;
    let isDone = false;
    let timer: ReturnType<typeof setTimeout>;
    const later = () => {
      if (isDone) return;
      const left = untilStart();
      timer = setTimeout(load, left > 0 ? Math.min(AGAIN, left + Math.random() * SOON) : AGAIN);
    };
    const load = () =>
      ask().then((found) => {
        if (!found) later();
        else if (!isDone) setFilm(found);
      }, later);
    timer = setTimeout(load, wait > SPREAD ? Math.random() * SPREAD : 0);
    return () => {
      isDone = true;
      clearTimeout(timer);
    };
  }, [isNear, ask, untilStart]);

  return {
    film,
    isClosed,
    async renew() {
      const found = await ask();
      if (found) setFilm(found);
    },
  };
}
