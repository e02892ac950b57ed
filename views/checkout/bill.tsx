import type { CheckoutProblem, CheckoutView } from '../../src/shared/contracts/checkout-view.ts';
import { money } from '../../src/shared/format.ts';
import { Island } from '../base/island.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/class-names.ts';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';

/** The order with its sum, and the button that pays it. */
export function Bill({ view, problem }: { view: CheckoutView; problem: CheckoutProblem | null }) {
  const { cart } = view;
  return (
    <aside className="checkout__right" aria-labelledby="order">
      <div className={cx('card', 'checkout__bill')}>
        <h2 id="order">Your order</h2>
        {(cart.canUsePromoCode || cart.promoCode !== null) && <PromoCode view={view} />}
        <Sums view={view} hasNewTotal={problem?.hasNewTotal ?? false} />
        <Pay view={view} className="checkout__pay" />
        {cart.totals.total > 0 && (
          <p className="l-fine">You pay on Stripe’s page, by card or wallet. We never see your card’s number.</p>
        )}
      </div>
    </aside>
  );
}

interface PayProps {
  view: CheckoutView;
  className?: string;
  /** The total is next to it. */
  isShort?: boolean;
}

/** The form that accepts the total. */
export function Pay({ view: { cart, film }, className, isShort }: PayProps) {
  const { total } = cart.totals;
  const words = isShort ? 'Pay' : `Pay ${money(total)}`;
  if (film.clips === 0) {
    return <p className="l-small">Add the first clip to make a film. This order waits for you.</p>;
  }
  return (
    <form method="post" action={`/checkout/${cart.id}/pay`} className={className}>
      <input type="hidden" name="acceptedTotal" value={total} />
      <Button type="submit" size="big" wide icon={total > 0 ? 'lock' : 'film'}>
        {total > 0 ? words : 'Make the film'}
      </Button>
    </form>
  );
}

function PromoCode({ view: { cart, codeProblem } }: { view: CheckoutView }) {
  const { promoCode, promotion } = cart;
  const action = `/checkout/${cart.id}/promo`;
  if (promoCode !== null && promotion && codeProblem === null) {
    return (
      <form method="post" action={action} className="checkout__code">
        <p className="checkout__code-ok">
          <Icon name="check" />
          <span>
            <strong>{promoCode}</strong>: {promotion.label}
          </span>
        </p>
        <input type="hidden" name="promo" value="" />
        <Button type="submit" kind="second" size="small" aria-label="Remove the code">
          Remove
        </Button>
      </form>
    );
  }
  return (
    <form method="post" action={action} className="checkout__code">
      <Field
        id="promo-code"
        label="Promo code"
        name="promo"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        defaultValue={promoCode ?? ''}
        error={codeProblem}
      />
      <Button type="submit" kind="second">
        Apply
      </Button>
      <Island name="kept-code" when="load" props={{ eventId: cart.eventId, field: 'promo-code' }} />
    </form>
  );
}

function Sums({ view: { cart }, hasNewTotal }: { view: CheckoutView; hasNewTotal: boolean }) {
  const { lineItems, promotion, totals, taxation } = cart;
  return (
    <dl className="checkout__sums">
      {lineItems.map(({ id, label, quantity, amount }) => (
        <Sum key={id} label={quantity > 1 ? `${label}, ${quantity}` : label} amount={amount} />
      ))}
      {totals.shipping > 0 && <Sum label="Shipping" amount={totals.shipping} />}
      {totals.discount > 0 && promotion && (
        <Sum label={`${promotion.code}, ${promotion.label}`} amount={-totals.discount} />
      )}
      {totals.credit > 0 && <Sum label="Already paid" amount={-totals.credit} />}
      <div>
        <dt>Tax</dt>
        <dd>{taxation.label}</dd>
      </div>
      <div className={cx('checkout__total', hasNewTotal && 'checkout__total--new')}>
        <dt>Total{hasNewTotal && <span className="l-small"> (new)</span>}</dt>
        <dd className="l-display">{money(totals.total)}</dd>
      </div>
    </dl>
  );
}

function Sum({ label, amount }: { label: string; amount: number }) {
  return (
    <div className={cx(amount < 0 && 'checkout__less')}>
      <dt>{label}</dt>
      <dd>{amount < 0 ? `−${money(-amount)}` : money(amount)}</dd>
    </div>
  );
}
