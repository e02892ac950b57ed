import { isOutdated } from '../runtime/fetch-first.ts';

let wasGone = false;

/**
 * Takes note of code that could not be loaded after a press. If it is gone since the site was updated, the second such
 * press reloads the page: edits that were begun are kept in the tab.
 */
export function noteUnloaded(error: unknown): void {
  if (!isOutdated(error)) return;
  if (wasGone) location.reload();
  wasGone = true;
}
