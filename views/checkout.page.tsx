import type { CheckoutProblem, CheckoutState, CheckoutView } from '../src/shared/contracts/checkout-view.ts';
import { count, duration } from '../src/shared/format.ts';
import { OCCASIONS } from '../src/shared/occasions.ts';
import { Island } from './base/island.tsx';
import { AddOns } from './checkout/add-ons.tsx';
import { After } from './checkout/after.tsx';
import { Bill } from './checkout/bill.tsx';
import { Details } from './checkout/details.tsx';
import { PackageChoice } from './checkout/package-choice.tsx';
import { PayDock } from './checkout/pay-dock.tsx';
import { ShipTo } from './checkout/ship-to.tsx';
import { PAYMENT_PAGES, type PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { Icon } from './ui/icon.tsx';
import { Banner } from './ui/notice.tsx';
import type { SelectOption } from './ui/select.tsx';

export interface CheckoutPageProps {
  site: SiteProps;
  view: CheckoutView;
  state: CheckoutState;
  countries: SelectOption[];
  problem: CheckoutProblem | null;
}

export function checkoutHead({ title, occasion }: CheckoutView['event'], state: CheckoutState): PageHead {
  return {
    title: `${state === 'open' ? 'Checkout' : 'Payment'}: ${title}`,
    indexed: false,
    referrer: 'strict-origin',
    sheet: 'checkout',
    occasion,
    formOrigins: PAYMENT_PAGES,
    ...(OCCASIONS[occasion].tone === 'quiet' && { tone: 'quiet' }),
  };
}

/** What a film costs and why, and what became of its payment. Whole without script. */
export function CheckoutPage({ site, view, state, countries, problem }: CheckoutPageProps) {
  if (state !== 'open') {
    return (
      <Layout site={site} announces="account" mainClass="l-page" isPaying>
        <After view={view} state={state} />
      </Layout>
    );
  }
  const { event, film } = view;
  return (
    <Layout site={site} announces="account" mainClass="l-page" isPaying hasBar after={<PayDock view={view} />}>
      <div className="checkout">
        <div className="checkout__left">
          <header className="checkout__head">
            <a className="checkout__back" href={`/e/${event.uuid}`}>
              <Icon name="arrow-left" />
              Back to the studio
            </a>
            <h1>{event.title}</h1>
            <p className="l-small">{filmWords(film)}</p>
          </header>
          {problem && <Problem problem={problem} />}
          <PackageChoice view={view} />
          <AddOns view={view} />
          <ShipTo view={view} countries={countries} problem={problem} />
          <Details view={view} countries={countries} problem={problem} />
        </div>
        <Bill view={view} problem={problem} />
        <Island name="save-typed" when="load" props={{ cartId: view.cart.id }} />
      </div>
    </Layout>
  );
}

function Problem({ problem }: { problem: CheckoutProblem }) {
  const [field] = Object.values(problem.fields);
  return (
    <Banner tone={problem.hasNewTotal ? 'warn' : 'bad'} role="alert" title={field ?? problem.message}>
      {problem.hasNewTotal ? 'Something in the film or the order is different now. Nothing was charged.' : null}
    </Banner>
  );
}

function filmWords({ length, clips }: CheckoutView['film']): string {
  if (clips === 0) return 'No clips yet';
  // Clips that are being prepared have no length yet.
  return length === 0 ? count(clips, 'clip') : `${duration(length)}, ${count(clips, 'clip')}`;
}
