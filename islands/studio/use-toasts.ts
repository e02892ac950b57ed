import { useCallback, useRef, useState } from 'react';
import { endToastLater, TOAST_TIME } from '../shell/toast-time.ts';

export interface StudioToast {
  id: number;
  text: string;
  tone?: 'bad';
  action?: { label: string; onClick: () => void };
}

/** Short messages, some with undo, that disappear by themselves. */
export function useToasts() {
  const [toasts, setToasts] = useState<StudioToast[]>([]);
  const next = useRef(1);
  /** Undo is valid until the next action. */
  const dropUndo = useCallback(() => setToasts((shown) => shown.filter((toast) => !toast.action)), []);
  const close = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  /** Returns its id, for `close`. */
  const show = useCallback(
    (toast: Omit<StudioToast, 'id'>) => {
      const id = next.current++;
      setToasts((shown) => [...shown.slice(-2), { ...toast, id }]);
      endToastLater(() => close(id), toast.action ? TOAST_TIME.withAction : TOAST_TIME.plain);
      return id;
    },
    [close],
  );
  return { toasts, show, close, dropUndo };
}
