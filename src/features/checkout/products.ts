import { ADD_ON_IDS, ADD_ONS, type AddOnId, addOnPrice, MEMBERSHIPS } from '../../shared/catalogue.ts';
import type { Product } from '../../shared/contracts/carts.ts';
import { duration } from '../../shared/format.ts';
import {
  CURRENCY,
  decidingPart,
  type OwnPart,
  PACKAGE_WORDS,
  type Packages,
  type PriceInput,
  packageFor,
} from '../../shared/pricing.ts';

/** The packages, with the one that fits a film and why. */
export function packageProducts(packages: Packages, film: Pick<PriceInput, 'length' | 'needs'>): Product[] {
  const { length } = film;
  const fitting = packageFor(packages, film);
  const part = decidingPart(packages, film);
  return packages.map(({ id, name, amount, covers }) => ({
    id,
    name,
    description: PACKAGE_WORDS[id],
    amount,
    currency: CURRENCY,
    kind: 'package',
    covers,
    recommended: id === fitting.id,
    why:
      part && length <= covers && covers <= fitting.covers
        ? partWords(part, id === fitting.id)
        : whyOf({ covers, isFitting: id === fitting.id, isLongest: id === packages[2].id }, length),
    images: [],
  }));
}

function whyOf(
  { covers, isFitting, isLongest }: { covers: number; isFitting: boolean; isLongest: boolean },
  length: number,
) {
  if (length > covers)
    return isLongest ? `${duration(length - covers)} more cost extra` : `${duration(length - covers)} too long`;
  if (length === 0) return isFitting ? 'Fits your first clips' : 'More than you need today';
  return isFitting ? `${roomWords(covers - length)} to spare for late clips` : 'More than you need today';
}

function partWords(part: OwnPart, isFitting: boolean): string {
  return isFitting ? `Has your own ${part}` : `Not with your own ${part}`;
}

/** In whole minutes, as long as there is one. */
function roomWords(seconds: number): string {
  return duration(seconds >= 60 ? Math.floor(seconds / 60) * 60 : seconds);
}

interface Offered {
  /** Add-ons that the operator of this copy sends. */
  offers: readonly AddOnId[];
  /** The film can be made in 4K. */
  canBeLarge: boolean;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** Whether an add-on is sold for a film now. */
export function isSold(id: AddOnId, { offers, canBeLarge }: Omit<Offered, 'country'>): boolean {
  return id === 'large' ? canBeLarge : offers.includes(id);
}

/** Add-ons that are sold for a film. */
export function addOnProducts({ country, ...sold }: Offered): Product[] {
  return ADD_ON_IDS.filter((id) => isSold(id, sold)).map((id) => ({
    id,
    name: ADD_ONS[id].name,
    description: ADD_ONS[id].description,
    amount: addOnPrice(id, country),
    currency: CURRENCY,
    kind: ADD_ONS[id].kind,
    covers: null,
    recommended: false,
    why: null,
    images: [],
  }));
}

export function membershipProducts(packages: Packages): Product[] {
  const { covers } = packages[2];
  return [MEMBERSHIPS.monthly, MEMBERSHIPS.yearly].map(({ id, name, amount }) => ({
    id,
    name,
    description: `All your films up to ${covers / 60} minutes, without paying for each`,
    amount,
    currency: CURRENCY,
    kind: 'membership',
    covers,
    recommended: false,
    why: null,
    images: [],
  }));
}
