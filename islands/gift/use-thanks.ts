import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../src/shared/api-client.ts';
import { sendThanks, type Thanks, type ThanksKind, takeBackThanks } from '../../src/shared/contracts/thanks.ts';
import { THANKS } from '../../src/shared/limits.ts';
import { api } from '../runtime/api.ts';

export interface AskedThanks {
  kind: ThanksKind;
  to: string;
  text?: string;
  mediaId?: string;
}

export interface UseThanks {
  /** The latest thanks, while it can be undone. */
  fresh: Thanks | null;
  isSending: boolean;
  /** Error message. */
  trouble: string | null;
  /** Resolves to whether it was accepted. */
  send(asked: AskedThanks): Promise<boolean>;
  /** Resolves to whether it was taken back. */
  undo(): Promise<boolean>;
  forgetTrouble(): void;
}

/** Sends and undoes thanks. @param key the private key */
export function useThanks(key: string, sent: readonly Thanks[], onSent: (sent: Thanks[]) => void): UseThanks {
  const [fresh, setFresh] = useState(
    () => sent.filter(({ undoUntil }) => Date.parse(undoUntil ?? '') > Date.now()).pop() ?? null,
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
        const thanks = await api.call(sendThanks, { params: { id: key }, query: {}, body: asked });
        onSent([...sent.filter(({ id }) => id !== thanks.id), thanks]);
        setFresh(thanks.undoUntil === null ? null : thanks);
      }),
    async undo() {
      if (!fresh || isSending) return false;
      return call(async () => {
        await api.call(takeBackThanks, { params: { id: key, thanksId: fresh.id }, query: {} });
        setFresh(null);
        onSent(sent.filter(({ id }) => id !== fresh.id));
      });
    },
  };
}
