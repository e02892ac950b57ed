import { useEffect } from 'react';
import type { Studio } from './use-studio.ts';

/** Event and time of the request; stored in this tab during registration. */
const KEPT = 'vd.publish';
/** Expiry of the request, in milliseconds. */
const HOLDS = 30 * 60_000;

/** Remembers that a visitor without an account wants to publish, until they return with one. */
export function wishToPublish(uuid: string): void {
  try {
    sessionStorage.setItem(KEPT, `${Date.now()} ${uuid}`);
  } catch {
    // Without storage, they press the button again.
  }
}

/**
 * Publishes after registration if it was requested before. A link can't trigger it: the request is stored in this tab.
 */
export function usePublishWish({ event, publish }: Studio, needsAccount: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (isWished(event.uuid) && !needsAccount) void publish();
  }, []);
}

/** Reads and deletes the request, so that it runs once. */
function isWished(uuid: string): boolean {
  try {
    const [at, whose] = sessionStorage.getItem(KEPT)?.split(' ') ?? [];
    sessionStorage.removeItem(KEPT);
    return whose === uuid && Date.now() - Number(at) < HOLDS;
  } catch {
    return false;
  }
}
