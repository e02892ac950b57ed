import { useCallback, useRef, useState } from 'react';

export interface StudioToast {
  id: number;
  text: string;
  tone?: 'bad';
  action?: { label: string; onClick: () => void };
}

const SHOWN_FOR = 9000;
/** Undo needs time to be read and reached, for some users with a switch device. */
const ACTION_SHOWN_FOR = 20_000;

/** Short messages, some with undo, that disappear by themselves. */
export function useToasts() {
  const [toasts, setToasts] = useState<StudioToast[]>([]);
  const next = useRef(1);
  /** Undo is valid until the next action. */
  const dropUndo = useCallback(() => setToasts((shown) => shown.filter((toast) => !toast.action)), []);
  const close = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  const show = useCallback(
    (toast: Omit<StudioToast, 'id'>) => {
      const id = next.current++;
      setToasts((shown) => [...shown.slice(-2), { ...toast, id }]);
      setTimeout(() => close(id), toast.action ? ACTION_SHOWN_FOR : SHOWN_FOR);
    },
    [close],
  );
  return { toasts, show, close, dropUndo };
}
