import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Shows toasts in the page's own region, which readers watch since the page came. Only in browsers. */
export function ToastShelf({ children }: { children: ReactNode }) {
  const region = document.getElementById('toasts');
  return region && createPortal(children, region);
}
