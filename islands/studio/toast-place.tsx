import { Toast } from '../../views/ui/toast.tsx';
import { ToastShelf } from '../shell/toast-shelf.tsx';
import type { useToasts } from './use-toasts.ts';

/** The studio’s toasts, in the page’s live region. */
export function ToastPlace({ toasts }: { toasts: ReturnType<typeof useToasts> }) {
  if (toasts.toasts.length === 0) return null;
  return (
    <ToastShelf>
      {toasts.toasts.map((toast) => (
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
      ))}
    </ToastShelf>
  );
}
