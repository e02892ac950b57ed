import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Renders toasts into the page’s live region, which may arrive after an island has hydrated. Browser only. */
export function ToastShelf({ children }: { children: ReactNode }) {
  const region = document.getElementById('toasts');
  return region && createPortal(children, region);
}
