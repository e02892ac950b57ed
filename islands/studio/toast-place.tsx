import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Toast } from '../../views/ui/toast.tsx';
import type { useToasts } from './use-toasts.ts';

/** Renders toasts into the layout's toast region. */
export function ToastPlace({ toasts }: { toasts: ReturnType<typeof useToasts> }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById('toasts')), []);
  if (!place) return null;
  return createPortal(
    toasts.toasts.map((toast) => (
      <Toast
        key={toast.id}
        tone={toast.tone}
        action={
          toast.action && {
            label: toast.action.label,
            onClick: () => {
              toast.action?.onClick();
              toasts.close(toast.id);
            },
          }
        }
        onClose={() => toasts.close(toast.id)}
      >
        {toast.text}
      </Toast>
    )),
    place,
  );
}
