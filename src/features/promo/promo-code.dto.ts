import type { PromoCode } from '../../shared/contracts/promo.ts';
import { money } from '../../shared/format.ts';
import { isOneOf } from '../../shared/known-values.ts';
import type { StoredPromoCode } from './promo-code.model.ts';

const PACKAGES = { essential: 'Essential', plus: 'Plus', premium: 'Premium' } as const;
const PACKAGE_IDS = ['essential', 'plus', 'premium'] as const;

/** "20% off the film", "$5 off the film", "Plus for free". */
export function labelOf({ kind, value, packages }: Pick<StoredPromoCode, 'kind' | 'value' | 'packages'>): string {
  if (kind === 'percent') return `${value}% off the film`;
  if (kind === 'amount') return `${money(value, { short: true })} off the film`;
  return `${packagesOf(packages)
    .map((id) => PACKAGES[id])
    .join(' or ')} for free`;
}

export function toPromoCode(stored: StoredPromoCode): PromoCode {
  const { _id, kind, value, startsAt, endsAt, maxUses, perUser, occasions, ownerUserId, source, uses } = stored;
  return {
    code: _id,
    kind,
    value,
    label: labelOf(stored),
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    maxUses,
    used: uses.filter(({ heldUntil }) => !heldUntil).length,
    held: uses.filter(({ heldUntil }) => heldUntil && heldUntil > new Date()).length,
    perUser,
    occasions: [...occasions],
    packages: packagesOf(stored.packages),
    ownerUserId: ownerUserId ? String(ownerUserId) : null,
    source,
  };
}

function packagesOf(ids: readonly string[]) {
  return ids.filter((id) => isOneOf(PACKAGE_IDS, id));
}
