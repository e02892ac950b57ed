import type { CheckoutView } from '../../src/shared/contracts/checkout-view.ts';
import { money } from '../../src/shared/format.ts';
import { Pay } from './bill.tsx';

/** On small screens: the total and the button at the thumb. */
export function PayDock({ view }: { view: CheckoutView }) {
  const { cart, film } = view;
  if (film.clips === 0) return null;
  const [first, ...more] = cart.lineItems.filter(({ amount }) => amount > 0);
  return (
    <section className="checkout__dock" aria-label="Total">
      <div className="l-page">
        <p>
          <span className="checkout__dock-total l-display">{money(cart.totals.total)}</span>
          <span className="l-small">
            {first?.label.split(',')[0]}
            {more.length > 0 && ` and ${more.length} more`}, tax included
          </span>
        </p>
        <Pay view={view} isShort />
      </div>
    </section>
  );
}
