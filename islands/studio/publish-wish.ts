import { useEffect } from 'react';
import type { Studio } from './use-studio.ts';

/** Which VidDay, and when; kept in this tab while an account is made. */
const KEPT = 'vd.publish';
/** A wish that is older than this is forgotten, in milliseconds. */
const HOLDS = 30 * 60_000;

/** Somebody without an account wants to publish: it happens when they come back with one. */
export function wishToPublish(uuid: string): void {
  try {
    sessionStorage.setItem(KEPT, `${Date.now()} ${uuid}`);
  } catch {
    // They press the button once more.
  }
}

/** Publishes at once where that was asked for before the account was made. A link can't do that: only this tab knows. */
export function usePublishWish({ event, publish }: Studio, needsAccount: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (isWished(event.uuid) && !needsAccount) void publish();
  }, []);
}

/** Asking forgets it, so that it is granted once. */
function isWished(uuid: string): boolean {
  try {
    const [at, whose] = sessionStorage.getItem(KEPT)?.split(' ') ?? [];
    sessionStorage.removeItem(KEPT);
    return whose === uuid && Date.now() - Number(at) < HOLDS;
  } catch {
    return false;
  }
}
