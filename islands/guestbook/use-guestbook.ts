import { useCallback, useEffect, useRef, useState } from 'react';
import {
  hideGuestbookEntry,
  listGuestbook,
  reportGuestbookEntry,
  signGuestbook,
  takeBackGuestbookEntry,
} from '../../src/shared/contracts/guestbook.ts';
import { GUESTBOOK } from '../../src/shared/limits.ts';
import type { Reaction } from '../../src/shared/reactions.ts';
import { api, reasonOf } from '../runtime/api.ts';
import { watchEventLater } from '../runtime/watch-later.ts';
import type { LineAct } from './guestbook-line.tsx';
import type { GuestbookProps } from './guestbook-props.ts';

/** Browsers fetch at a random time within this many milliseconds, as all hear of a line at once. */
const SPREAD = 800;

/** The guestbook, live, and what its readers do. */
export function useGuestbook({ eventRef, receipt, ...first }: GuestbookProps) {
  const [book, setBook] = useState({
    entries: first.entries,
    total: first.total,
    cursor: first.nextCursor,
    reactions: first.reactions,
  });
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [reported, setReported] = useState<string[]>([]);
  /** Older lines that were asked for stay when the newest are fetched again. */
  const isLong = useRef(false);

  const fetchPage = useCallback(
    (cursor?: string) =>
      api.callBeside(listGuestbook, {
        params: { id: eventRef },
        query: { ...keysOf(eventRef, receipt), limit: GUESTBOOK.shown, ...(cursor && { cursor }) },
      }),
    [eventRef, receipt],
  );

  const refresh = useCallback(async () => {
    const { data, meta } = await fetchPage();
    const last = data.at(-1)?.id ?? '';
    setBook((shown) => ({
      // Ids grow with time.
      entries: isLong.current ? [...data, ...shown.entries.filter(({ id }) => id < last)] : data,
      cursor: isLong.current ? shown.cursor : meta.nextCursor,
      total: meta.total,
      reactions: meta.reactions,
    }));
  }, [fetchPage]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => refresh().catch(logOnly), Math.random() * SPREAD);
    };
    const stop = watchEventLater(
      '/public',
      { event: eventRef },
      { 'guestbook:added': soon, 'guestbook:updated': soon },
      soon,
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [eventRef, refresh]);

  /** Resolves to whether it worked. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setTrouble(null);
    try {
      await work();
      return true;
    } catch (error) {
      setTrouble(reasonOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  }

  const query = keysOf(eventRef, receipt);
  return {
    ...book,
    isBusy,
    trouble,
    reported,
    sign: (name: string, text: string, reaction?: Reaction) =>
      attempt(async () => {
        const body = { name, ...(text && { text }), ...(reaction && { reaction }) };
        await api.call(signGuestbook, { params: { id: eventRef }, query, body });
        await refresh();
      }),
    showOlder: () =>
      attempt(async () => {
        const { data, meta } = await fetchPage(book.cursor ?? undefined);
        isLong.current = true;
        setBook((shown) => ({ ...shown, entries: [...shown.entries, ...data], cursor: meta.nextCursor }));
      }),
    act: (id: string, act: LineAct) =>
      attempt(async () => {
        const params = { id };
        if (act === 'report') {
          await api.call(reportGuestbookEntry, { params, query });
          setReported((all) => [...all, id]);
          return;
        }
        if (act === 'take-back') await api.call(takeBackGuestbookEntry, { params, query });
        else await api.call(hideGuestbookEntry, { params, query, body: { hidden: act === 'hide' } });
        await refresh();
      }),
  };
}

/** The reference in a page’s address may be a key; other references open nothing. */
function keysOf(eventRef: string, receipt: string | null): { v: string; receipt?: string } {
  return { v: eventRef, ...(receipt !== null && { receipt }) };
}

function logOnly(error: unknown): void {
  console.info('The guestbook could not be loaded.', error);
}
