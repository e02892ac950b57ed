import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';

export interface ToastProps {
  children: ReactNode;
  /** Undo action. */
  action?: { label: string; onClick: () => void } | null;
  onClose?: () => void;
  tone?: 'bad';
}

/** A short message on what just happened, with undo. */
export function Toast({ children, action, onClose, tone }: ToastProps) {
  return (
    <div className={cx('toast', tone && `toast--${tone}`)}>
      <span className="toast__text">{children}</span>
      {action && (
        <button type="button" className="l-push" onClick={action.onClick}>
          {action.label}
        </button>
      )}
      {onClose && <IconButton icon="close" label="Close" onClick={onClose} className={action ? undefined : 'l-push'} />}
    </div>
  );
}

/** Toast region; the layout adds one to each page. `raised` keeps clear of a bar at the bottom. */
export function ToastRegion({ raised, children }: { raised?: boolean; children?: ReactNode }) {
  return (
    <div className={cx('toast__shelf', raised && 'toast__shelf--raised')} id="toasts" role="status" aria-live="polite">
      {children}
    </div>
  );
}
