import type { NewsChange } from '../../src/shared/contracts/socket-events.ts';

/** What the bell hears goes to the rest of its page as this DOM event: one connection for both. */
const NAME = 'vd-news';

export function passOn(change: NewsChange): void {
  window.dispatchEvent(new CustomEvent<NewsChange>(NAME, { detail: change }));
}

/** Returns a function that unsubscribes. */
export function hearNews(onChange: (change: NewsChange) => void): () => void {
  const listener = (event: Event) => {
    if (event instanceof CustomEvent) onChange(event.detail);
  };
  window.addEventListener(NAME, listener);
  return () => window.removeEventListener(NAME, listener);
}
