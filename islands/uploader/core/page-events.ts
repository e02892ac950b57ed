import { askBeforeLeaving } from '../../../views/ui/use-unsaved.ts';

/** Page events that the queue handles. */
export interface PageEvents {
  onLine(online: boolean): void;
  onBack(): void;
  onOtherTab(): void;
  /** Whether to warn before the page is left. */
  isUnsafe(): boolean;
}

/** Returns a function that removes the listeners. */
export function listen({ onLine, onBack, onOtherTab, isUnsafe }: PageEvents): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  window.addEventListener('online', () => onLine(true), { signal });
  window.addEventListener('offline', () => onLine(false), { signal });
  window.addEventListener('pageshow', onBack, { signal });
  window.addEventListener('storage', onOtherTab, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && onBack(), { signal });
  window.addEventListener('beforeunload', (event) => isUnsafe() && askBeforeLeaving(event), { signal });
  return () => ends.abort();
}
