import type { StoredPromoCode } from './promo-code.model.ts';

/** Whether there is a use for this cart, beside those of others. */
export function hasUseLeft(
  code: StoredPromoCode,
  { userId, cartId }: { userId: string; cartId: string | null },
): boolean {
  const others = takenUses(code).filter((use) => use.cartId !== cartId);
  return others.length < code.maxUses && others.filter((use) => use.userId === userId).length < code.perUser;
}

/** Without reservations that have ended. */
export function takenUses({ uses }: StoredPromoCode): StoredPromoCode['uses'][number][] {
  const now = Date.now();
  return uses.filter(({ heldUntil }) => !heldUntil || heldUntil.getTime() > now);
}
