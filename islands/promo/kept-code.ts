import type { EarnedCode } from '../../src/shared/contracts/media.ts';

/** Key in `localStorage` for the code that this browser has earned with a clip. */
const KEPT_CODE = 'vd.contributorPromoCode';

/** Keeps a code until it is used. A later one replaces it. */
export function keepCode(earned: EarnedCode): void {
  try {
    localStorage.setItem(KEPT_CODE, JSON.stringify(earned));
  } catch {
    // Storage is full or blocked; the code is on the receipt and in its mail.
  }
}

/** The code that this browser has earned, unless it came from this very event; null if there is none. */
export function keptCode(eventId: string | null): EarnedCode | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT_CODE) ?? 'null');
    return isEarned(kept) && kept.eventId !== eventId ? kept : null;
  } catch {
    return null;
  }
}

/** Forgets the code, once it is used up or over. */
export function forgetCode(): void {
  try {
    localStorage.removeItem(KEPT_CODE);
  } catch {
    // Blocked meanwhile.
  }
}

function isEarned(value: unknown): value is EarnedCode {
  if (typeof value !== 'object' || value === null) return false;
  return ['code', 'label', 'eventId'].every((name) => typeof Reflect.get(value, name) === 'string');
}
