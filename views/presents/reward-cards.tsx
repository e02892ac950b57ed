import type { RewardProduct } from '../../src/shared/contracts/rewards.ts';
import { money } from '../../src/shared/format.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

const TINTS = ['a', 'b', 'c', 'd', 'e'] as const;
/** Shown at once; the others open on demand. */
export const FIRST_REWARDS = 6;

interface RewardCardsProps {
  products: readonly RewardProduct[];
  /** Id of the chosen one. */
  chosen: string;
}

/** What a pool can become, to choose from. */
export function RewardCards({ products, chosen }: RewardCardsProps) {
  const sorted = [...products].sort((a, b) => Number(b.id === chosen) - Number(a.id === chosen));
  const more = sorted.slice(FIRST_REWARDS);
  return (
    <>
      <div className="reward__cards">
        {sorted.slice(0, FIRST_REWARDS).map((product, at) => (
          <RewardCard key={product.id} product={product} tint={at} isChosen={product.id === chosen} />
        ))}
      </div>
      {more.length > 0 && (
        <details className="reward__more">
          <summary>{more.length} more</summary>
          <div className="reward__cards">
            {[...more]
              .sort((a, b) => a.name.localeCompare(b.name))
              .map((product, at) => (
                <RewardCard key={product.id} product={product} tint={at} isChosen={false} />
              ))}
          </div>
        </details>
      )}
    </>
  );
}

function RewardCard({ product, tint, isChosen }: { product: RewardProduct; tint: number; isChosen: boolean }) {
  const { id, name, category, min, max, disclosure } = product;
  return (
    <label className="reward__card">
      <input type="radio" name="productId" value={id} defaultChecked={isChosen} required />
      <span className={`reward__picture reward__picture--${TINTS[tint % TINTS.length]}`} aria-hidden="true">
        <Icon name={iconOf(category)} />
      </span>
      <span className="reward__words">
        <strong>{name}</strong>
        <span className="l-small">
          {money(min, { short: true })} to {money(max, { short: true })}
        </span>
        {disclosure && <span className="l-fine">{disclosure}</span>}
      </span>
    </label>
  );
}

/** By the partner’s categories. */
function iconOf(category: string): IconName {
  if (category === 'charity') return 'heart';
  return /^(?:ach|bank|paypal|venmo|cash_app|instant_debit_transfer|international_bank)$/.test(category)
    ? 'send'
    : 'gift';
}
