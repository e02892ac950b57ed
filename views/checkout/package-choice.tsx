import type { Product } from '../../src/shared/contracts/carts.ts';
import type { CheckoutView } from '../../src/shared/contracts/checkout-view.ts';
import { duration, money } from '../../src/shared/format.ts';
import { Badge } from '../ui/badge.tsx';
import { cx } from '../ui/class-names.ts';
import { List } from '../ui/list.tsx';

/** The packages by length, with the one that fits and why; each is a button. */
export function PackageChoice({ view }: { view: CheckoutView }) {
  const { cart, film, packageId } = view;
  const fitting = cart.products.find(({ recommended }) => recommended);
  return (
    <section aria-labelledby="length" className="checkout__part">
      <div>
        <h2 id="length">How long is your film?</h2>
        <p className="l-small">{whyWords(film, fitting)}</p>
      </div>
      <form method="post" action={`/checkout/${cart.id}/package`}>
        <List className="checkout__packages">
          {cart.products.map((product) => (
            <li key={product.id}>
              <Package
                product={product}
                isChosen={product.id === packageId}
                isTooShort={isTooShort(product, fitting)}
              />
            </li>
          ))}
        </List>
      </form>
      <p className="l-small">Paid once. If the film outgrows its package, you only pay the difference.</p>
    </section>
  );
}

interface PackageProps {
  product: Product;
  isChosen: boolean;
  isTooShort: boolean;
}

function Package({ product, isChosen, isTooShort }: PackageProps) {
  const { id, name, amount, covers, why, description, recommended } = product;
  return (
    <button
      type="submit"
      name="packageId"
      value={id}
      className={cx('checkout__package', isChosen && 'checkout__package--chosen')}
      aria-pressed={isChosen}
      disabled={isTooShort}
    >
      <span className="checkout__package-name l-display">{name}</span>
      <span className="checkout__package-price l-display">{money(amount, { short: true })}</span>
      {recommended && (
        <Badge tone="good" icon="check">
          Fits your film
        </Badge>
      )}
      <span className="l-small">Up to {(covers ?? 0) / 60} min</span>
      <strong className={cx('checkout__fit', isTooShort && 'checkout__fit--not')}>{why}</strong>
      <span className="l-fine">{description}</span>
    </button>
  );
}

/** The film has outgrown it. */
function isTooShort({ covers }: Product, fitting: Product | undefined): boolean {
  return (covers ?? 0) < (fitting?.covers ?? 0);
}

function whyWords({ length, ownPart }: CheckoutView['film'], fitting: Product | undefined): string {
  if (fitting && ownPart) return `Your film has your own ${ownPart}, which comes with ${fitting.name}.`;
  if (!fitting || length === 0) return 'The smallest package fits the first clips.';
  if (length > (fitting.covers ?? 0))
    return `It runs ${duration(length)}: ${fitting.name}, and what is longer costs extra.`;
  return `It runs ${duration(length)}, so ${fitting.name} is the one that fits.`;
}
