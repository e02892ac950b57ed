import { MEMBERSHIPS } from '../../src/shared/catalogue.ts';
import type { Membership, PlanSwitch } from '../../src/shared/contracts/membership.ts';
import { money } from '../../src/shared/format.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

const PATH = '/settings/membership';

interface PlanChangeProps {
  membership: Membership;
  /** Null before it was asked for. */
  offer: PlanSwitch | null;
  look: { timeZone: string; locale: string };
}

/** Two taps to the other plan: the first shows what it costs. */
export function PlanChange({ membership, offer, look }: PlanChangeProps) {
  const { status, plan, cancelAtPeriodEnd } = membership;
  if (status !== 'active' || cancelAtPeriodEnd || !plan) return null;
  if (offer && offer.plan !== plan) return <Offer offer={offer} look={look} />;
  const other = plan === 'yearly' ? 'monthly' : 'yearly';
  return (
    <p>
      <a href={`${PATH}?switch=${other}#switch`}>{TEASERS[other]}</a>
    </p>
  );
}

const TEASERS = {
  yearly: `Switch to yearly, ${money(MEMBERSHIPS.yearly.amount, { short: true })} a year`,
  monthly: `Switch to monthly, ${money(MEMBERSHIPS.monthly.amount, { short: true })} a month`,
} as const;

function Offer({ offer, look }: { offer: PlanSwitch; look: PlanChangeProps['look'] }) {
  const { plan, due, unused, credit, currentPeriodEnd, shownAt } = offer;
  const { amount } = MEMBERSHIPS[plan];
  const fromBefore = Math.max(0, amount - unused) - due;
  const period = plan === 'yearly' ? 'year' : 'month';
  const renews = new Intl.DateTimeFormat(look.locale, { dateStyle: 'long', timeZone: look.timeZone });
  return (
    <Card as="section" stack id="switch" aria-labelledby="switch-title">
      <h2 id="switch-title">Switch to {plan}</h2>
      <dl className="membership__sums">
        <div>
          <dt>A {period}, from today</dt>
          <dd>{money(amount)}</dd>
        </div>
        {unused > 0 && (
          <div>
            <dt>Paid already, not used yet</dt>
            <dd>−{money(unused)}</dd>
          </div>
        )}
        {fromBefore > 0 && (
          <div>
            <dt>Your credit</dt>
            <dd>−{money(fromBefore)}</dd>
          </div>
        )}
        <div>
          <dt>
            <strong>To pay now</strong>
          </dt>
          <dd>
            <strong>{money(due)}</strong>
          </dd>
        </div>
      </dl>
      <p>
        {credit > 0 && `The other ${money(credit)} pays your next months. `}
        It renews on <strong>{renews.format(new Date(currentPeriodEnd))}</strong>.
      </p>
      <form className="l-row" method="post" action={`${PATH}/switch`}>
        <input type="hidden" name="plan" value={plan} />
        <input type="hidden" name="shownAt" value={shownAt} />
        <Button type="submit">{due > 0 ? `Switch and pay ${money(due)}` : 'Switch now'}</Button>
        <ButtonLink kind="quiet" href={PATH}>
          Stay as you are
        </ButtonLink>
      </form>
    </Card>
  );
}
