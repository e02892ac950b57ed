import type { GiftCards } from '../../integrations/tremendous.ts';
import { AppError } from '../../platform/errors.ts';
import type { RewardProduct } from '../../shared/contracts/rewards.ts';
import { giftCards } from './presents.parts.ts';

/** How long a list is kept, in milliseconds. */
const KEPT = 600_000;
/** Countries that are kept. */
const MOST = 50;

type Kept = Map<string, { at: number; products: RewardProduct[] }>;
/** For each client: tests have several. */
const lists = new WeakMap<GiftCards, Kept>();

/** What a pool can become in a country. PROVIDER_DOWN. @param country ISO 3166-1 alpha-2 */
export async function productsIn(country: string): Promise<RewardProduct[]> {
  const cards = giftCards();
  const kept: Kept = lists.get(cards) ?? new Map();
  lists.set(cards, kept);
  const known = kept.get(country);
  if (known && Date.now() - known.at < KEPT) return known.products;
  const found = await cards.products(country);
  const products = found.map((each) => ({ ...each, currency: 'USD' as const }));
  if (kept.size >= MOST) kept.clear();
  kept.set(country, { at: Date.now(), products });
  return products;
}

/** Those whose name holds the words, whatever their case and accents. @param q may be empty */
export function withName(products: readonly RewardProduct[], q: string): RewardProduct[] {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain(q).split(/\s+/).filter(Boolean);
  return products.filter(({ name }) => words.every((word) => plain(name).includes(word)));
}

/** The products of a country for a page; null while the partner does not answer. */
export async function productsOrNull(country: string): Promise<RewardProduct[] | null> {
  try {
    return await productsIn(country);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}

/** Whether there is no partner, so that no shop takes the cards. */
export function hasPlayCards(): boolean {
  return giftCards().isSandbox;
}
