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
  /** Id of the oldest line that was asked for; null while only the newest page is open. */
  const oldest = useRef<string | null>(null);

  const fetchPage = useCallback(
    (cursor?: string) =>
      api.callBeside(listGuestbook, {
        params: { id: eventRef },
        query: { ...keysOf(eventRef, receipt), limit: GUESTBOOK.shown, ...(cursor && { cursor }) },
      }),
    [eventRef, receipt],
  );

  /** All open pages again: any of their lines may be hidden, shown or gone by now. */
  const refresh = useCallback(async () => {
    const { data, meta } = await fetchPage();
    const entries = [...data];
    let cursor = meta.nextCursor;
    // Ids grow with time.
    while (cursor !== null && oldest.current !== null && cursor > oldest.current) {
      const older = await fetchPage(cursor);
      entries.push(...older.data);
      cursor = older.meta.nextCursor;
    }
    setBook({ entries, cursor, total: meta.total, reactions: meta.reactions });
  }, [fetchPage]);

  /** The newest page only, for a line that was added. */
  const refreshNewest = useCallback(async () => {
    if (oldest.current === null) return refresh();
    const { data, meta } = await fetchPage();
    const last = data[data.length - 1]?.id ?? '';
    setBook(({ entries, cursor }) => ({
      entries: [...data, ...entries.filter(({ id }) => id < last)],
      cursor,
      total: meta.total,
      reactions: meta.reactions,
    }));
  }, [fetchPage, refresh]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWhole = false;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const load = isWhole ? refresh : refreshNewest;
        isWhole = false;
        load().catch(logOnly);
      }, Math.random() * SPREAD);
    };
    const wholeSoon = () => {
      isWhole = true;
      soon();
    };
    const stop = watchEventLater(
      '/public',
      { event: eventRef },
      { 'guestbook:added': soon, 'guestbook:updated': wholeSoon },
      wholeSoon,
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [eventRef, refresh, refreshNewest]);

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
        await refreshNewest();
      }),
    showOlder: () =>
      attempt(async () => {
        const { data, meta } = await fetchPage(book.cursor ?? undefined);
        oldest.current = data[data.length - 1]?.id ?? oldest.current;
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
