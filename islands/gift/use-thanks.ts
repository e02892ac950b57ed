import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../src/shared/api-client.ts';
import { callOf } from '../../src/shared/call-of.ts';
import type { sendThanks, Thanks, ThanksKind, takeBackThanks } from '../../src/shared/contracts/thanks.ts';
import { THANKS } from '../../src/shared/limits.ts';
import { api } from '../runtime/api.ts';

const send = callOf<typeof sendThanks>('POST', '/api/v2/events/:id/thanks');
const takeBack = callOf<typeof takeBackThanks>('DELETE', '/api/v2/events/:id/thanks/:thanksId');

export interface AskedThanks {
  kind: ThanksKind;
  to: string;
  text?: string;
  mediaId?: string;
}

export interface UseThanks {
  /** What can still be taken back. */
  fresh: Thanks | null;
  isSending: boolean;
  /** Words on what went wrong. */
  trouble: string | null;
  /** Answers whether it was taken. */
  send(asked: AskedThanks): Promise<boolean>;
  undo(): void;
  forgetTrouble(): void;
}

/** Sends thank-yous and takes them back. @param key the private key */
export function useThanks(key: string, sent: readonly Thanks[], onSent: (sent: Thanks[]) => void): UseThanks {
  const [fresh, setFresh] = useState(
    () => sent.findLast(({ undoUntil }) => Date.parse(undoUntil ?? '') > Date.now()) ?? null,
  );
  const [isSending, setSending] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const forgetTrouble = useCallback(() => setTrouble(null), []);

  useEffect(() => {
    if (!fresh) return;
    const timer = setTimeout(() => setFresh(null), THANKS.undo);
    return () => clearTimeout(timer);
  }, [fresh]);

  async function call(work: () => Promise<void>): Promise<boolean> {
    setSending(true);
    setTrouble(null);
    try {
      await work();
      return true;
    } catch (error) {
      setTrouble(error instanceof ApiError ? error.message : 'That didn’t work. Please try again.');
      return false;
    } finally {
      setSending(false);
    }
  }

  return {
    fresh,
    isSending,
    trouble,
    forgetTrouble,
    send: (asked) =>
      call(async () => {
        const thanks = await api.call(send, { params: { id: key }, query: {}, body: asked });
        onSent([...sent.filter(({ id }) => id !== thanks.id), thanks]);
        setFresh(thanks.undoUntil === null ? null : thanks);
      }),
    undo() {
      if (!fresh) return;
      setFresh(null);
      void call(async () => {
        await api.call(takeBack, { params: { id: key, thanksId: fresh.id }, query: {} });
        onSent(sent.filter(({ id }) => id !== fresh.id));
      });
    },
  };
}
