import type { readReceipt } from './clip-api.ts';
import { UploadProblem } from './problem.ts';
import type { QueueState } from './queue-state.ts';
import type { UploadItem } from './upload-item.ts';

const FIRST = 1200;
const LONGEST = 10_000;

/**
 * Asks about each clip once, and polls those that are being prepared until they are ready or failed: first every second,
 * then less often, and only while the page is visible. `poke` polls at once, after a socket message.
 */
export function createClipWatch(state: QueueState, read: typeof readReceipt): { poke(): void; stop(): void } {
  const ends = new AbortController();
  let wait = FIRST;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  /** Clips asked about on this page: one may have been taken back since it was shown, and addresses of pictures expire. */
  const known = new Set<string>();
  const isWanted = (item: UploadItem) =>
    item.phase === 'in' && item.receipt !== null && (isPending(item) || !known.has(item.id));

  async function ask(): Promise<void> {
    if (asking || ends.signal.aborted) return;
    asking = true;
    for (const item of state.view().items.filter(isWanted)) await refresh(item);
    asking = false;
    schedule();
  }

  async function refresh(item: UploadItem): Promise<void> {
    try {
      const { media } = await read(item.receipt?.key ?? '', ends.signal);
      const { status, checks, error, posterUrl, length } = media;
      known.add(item.id);
      const isGone = media.deletedAt !== null;
      state.update(item.id, { media: { status, checks, error, posterUrl, length, isGone } });
      if (media.status === 'ready' || media.status === 'failed') wait = FIRST;
    } catch (error) {
      // Retried with the next poll, unless the clip is gone with its receipt.
      if (!(error instanceof UploadProblem) || error.remedy !== 'restart') return;
      known.add(item.id);
      if (item.media) state.update(item.id, { media: { ...item.media, isGone: true } });
    }
  }

  function schedule(): void {
    clearTimeout(timer);
    if (ends.signal.aborted || document.visibilityState === 'hidden' || !state.view().items.some(isWanted)) return;
    timer = setTimeout(() => void ask(), wait);
    wait = Math.min(LONGEST, wait * 1.4);
  }

  return {
    poke() {
      wait = FIRST;
      schedule();
    },
    stop() {
      ends.abort();
      clearTimeout(timer);
    },
  };
}

function isPending(item: UploadItem): boolean {
  return !item.media?.isGone && !['ready', 'failed'].includes(item.media?.status ?? '');
}
