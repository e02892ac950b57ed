import { reportError } from '../../src/shared/contracts/errors.ts';
import { ERRORS_PER_PAGE } from '../../src/shared/gathered-errors.ts';

const told = new Set<string>();

/** Reports an error of our scripts (`error` or `unhandledrejection`), without cookies; each once, and few in all. Extensions are not ours. */
export function tellError(event: Event): void {
  const error: unknown = 'reason' in event ? event.reason : 'error' in event ? event.error : null;
  if (!(error instanceof Error) || error.name === 'AbortError' || error.name === 'ApiError') return;
  const { name: type, message, stack = '' } = error;
  const known = type + message;
  if (/-extension:/.test(stack) || told.has(known) || told.size >= ERRORS_PER_PAGE) return;
  told.add(known);
  fetch(reportError.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ type, message, stack, page: location.pathname }),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => {});
}
