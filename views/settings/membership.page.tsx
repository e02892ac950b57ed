import { MEMBERSHIPS } from '../../src/shared/catalogue.ts';
import type { Membership, PlanSwitch } from '../../src/shared/contracts/membership.ts';
import { money } from '../../src/shared/format.ts';
import type { PageHead } from '../layout/document.tsx';
import { Layout, type SiteProps } from '../layout/layout.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card, Tag } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { Banner } from '../ui/notice.tsx';
import { AccountTabs } from './account-tabs.tsx';
import { PlanChange } from './plan-change.tsx';

const PATH = '/settings/membership';

export interface MembershipPageProps {
  site: SiteProps;
  membership: Membership;
  /** Films published with it, and what they would have cost, in cents. */
  saved: { films: number; amount: number };
  look: { timeZone: string; locale: string };
  /** Back from the payment page; the provider's news may still be on their way. */
  isPaid: boolean;
  /** The plan was switched just now. */
  isSwitched: boolean;
  /** What the other plan costs, once it was asked for. */
  offer: PlanSwitch | null;
  /** The provider’s page that the browser is being taken to. */
  leadsTo: { title: string; url: string } | null;
}

export function membershipHead(): PageHead {
  return { title: 'Membership: VidDay', indexed: false, sheet: 'billing' };
}

/** `/settings/membership` */
export function MembershipPage(props: MembershipPageProps) {
  const { site, membership, leadsTo, isPaid, isSwitched } = props;
  const isMember = membership.status === 'active' || membership.status === 'pastDue';
  const isOther = site.isImpersonated === true;
  return (
    <Layout site={site} current="account" mainClass="l-page billing">
      <h1>Membership</h1>
      <AccountTabs current="membership" />
      {leadsTo && (
        <Banner tone="info" role="status" title={leadsTo.title} action={<a href={leadsTo.url}>Go there now</a>} />
      )}
      {isPaid && !isMember && (
        <Banner tone="info" role="status" title="Thank you. We’re waiting for the bank">
          This takes a few seconds. <a href={`${PATH}?paid=1`}>Look again</a>
        </Banner>
      )}
      {isPaid && membership.status === 'active' && (
        <Banner tone="good" role="status" title="You’re a member now">
          Films up to 60 minutes are included from here on.
        </Banner>
      )}
      {isSwitched && membership.status === 'active' && (
        <Banner tone="good" role="status" title={`You’re on the ${membership.plan} plan now`} />
      )}
      <CardTrouble {...props} />
      <div className="membership__parts">
        <div className="membership__column">
          {isMember && <Ticket {...props} />}
          {isMember && !isOther && <PlanChange {...props} />}
          {!isMember && !isPaid && <Plans {...props} isOther={isOther} />}
          <Saved {...props} />
        </div>
        <div className="membership__column">
          {isMember && !membership.cancelAtPeriodEnd && !isOther && <Cancel {...props} />}
          <Perks />
        </div>
      </div>
    </Layout>
  );
}

type Part = Pick<MembershipPageProps, 'membership' | 'look' | 'saved' | 'site'>;

/** After a failed renewal. */
function CardTrouble({ membership, look, site }: Part) {
  const { status, dueSince, nextAttempt, graceUntil, isGood } = membership;
  if (status !== 'pastDue' || !dueSince || !graceUntil) return null;
  const until = isGood
    ? `You can publish until ${day(graceUntil, look)}, and your films stay either way.`
    : 'Until it works, films cost what they cost without a membership. Those you’ve published stay.';
  return (
    <Banner
      tone="bad"
      icon="warn"
      role="alert"
      title={`Your card didn’t work on ${day(dueSince, look)}. You weren’t charged.`}
      action={!site.isImpersonated && <ButtonLink href={`${PATH}/card`}>Change the card</ButtonLink>}
    >
      {nextAttempt ? `We’ll try again on ${day(nextAttempt, look)}. ` : ''}
      {until}
    </Banner>
  );
}

/** The membership that somebody has. */
function Ticket({ membership, look, site }: Part) {
  const { status, plan, currentPeriodEnd, cancelAtPeriodEnd, dueSince, cardLast4 } = membership;
  const isLate = status === 'pastDue';
  const card = cardLast4 ? ` with the card ending ${cardLast4}` : '';
  return (
    <Tag className="membership__ticket">
      <p>
        {isLate ? (
          <Badge tone="bad" icon="warn">
            Payment missing
          </Badge>
        ) : cancelAtPeriodEnd ? (
          <Badge tone="warn">Cancelled</Badge>
        ) : (
          <Badge tone="good" icon="check">
            Active
          </Badge>
        )}
      </p>
      <h2>{plan === 'yearly' ? `Yearly, ${price('yearly')}` : `Monthly, ${price('monthly')}`}</h2>
      <p>
        {isLate ? 'Was due on ' : cancelAtPeriodEnd ? 'Yours until ' : 'Renews on '}
        <strong>{day((isLate ? dueSince : currentPeriodEnd) ?? '', look)}</strong>
        {cancelAtPeriodEnd ? '. We won’t charge you again.' : `${card}.`}
      </p>
      {!site.isImpersonated && (
        <div className="l-row">
          {cancelAtPeriodEnd ? (
            <form method="post" action={`${PATH}/resume`}>
              <Button type="submit">Keep it after all</Button>
            </form>
          ) : (
            !isLate && (
              <ButtonLink kind="second" size="small" icon="pen" href={`${PATH}/card`}>
                Change the card
              </ButtonLink>
            )
          )}
        </div>
      )}
    </Tag>
  );
}

/** What it costs to become a member. */
function Plans({ membership, look, isOther }: Part & { isOther: boolean }) {
  const { status, currentPeriodEnd } = membership;
  return (
    <Card as="section" className="membership__plans" aria-labelledby="plans">
      <h2 id="plans">{status === 'cancelled' ? 'Come back any time' : 'Publish without paying per film'}</h2>
      {status === 'cancelled' && currentPeriodEnd && (
        <p>Your membership ended on {day(currentPeriodEnd, look)}. Everything you published is still there.</p>
      )}
      {isOther ? (
        <p className="l-small">Only they can become a member themselves.</p>
      ) : (
        <>
          <Plan plan="yearly" note={`${money(Math.round(MEMBERSHIPS.yearly.amount / 12))} a month`} kind="main" />
          <Plan plan="monthly" note="Leave any month" kind="second" />
        </>
      )}
      <p className="l-fine">Renews by itself until you cancel, which takes two taps here. Prices include tax.</p>
    </Card>
  );
}

function Plan({ plan, note, kind }: { plan: 'monthly' | 'yearly'; note: string; kind: 'main' | 'second' }) {
  return (
    <form className="membership__plan" method="post" action={`${PATH}/start`}>
      <input type="hidden" name="plan" value={plan} />
      <p>
        <strong>
          {price(plan)} a {plan === 'yearly' ? 'year' : 'month'}
        </strong>
        <span className="l-small">{note}</span>
      </p>
      <Button type="submit" kind={kind}>
        {plan === 'yearly' ? 'Go yearly' : 'Go monthly'}
      </Button>
    </form>
  );
}

function Saved({ saved }: Part) {
  if (saved.films === 0) return null;
  return (
    <Card as="section" aria-labelledby="saved">
      <h2 id="saved">{saved.films === 1 ? 'One film so far' : `${saved.films} films so far`}</h2>
      <p className="l-small">
        {saved.films === 1 ? 'It would' : 'One by one they’d'} have cost {money(saved.amount, { short: true })}.
      </p>
    </Card>
  );
}

/** Two taps. */
function Cancel({ membership, look }: Part) {
  const { status, currentPeriodEnd } = membership;
  return (
    <details className="card membership__cancel">
      <summary>
        Cancel membership <Icon name="chevron" />
      </summary>
      <div className="l-stack">
        <p>
          {status === 'pastDue' ? (
            'We won’t try your card for the next period.'
          ) : (
            <>
              You keep it until <strong>{day(currentPeriodEnd ?? '', look)}</strong>.
            </>
          )}{' '}
          Films you’ve published stay, for good. We won’t charge you again.
        </p>
        <form className="l-row" method="post" action={`${PATH}/cancel`}>
          <Button type="submit" kind="second">
            Yes, cancel it
          </Button>
          <a href={PATH}>Keep it</a>
        </form>
      </div>
    </details>
  );
}

function Perks() {
  return (
    <section className="membership__perks" aria-labelledby="perks">
      <h2 id="perks">What’s in it</h2>
      <ul>
        <li>Publish as many films as you like, up to 60 minutes each</li>
        <li>Cancel any time. What you’ve published stays</li>
        <li>DVDs, postcards and other things still cost extra</li>
      </ul>
    </section>
  );
}

function price(plan: 'monthly' | 'yearly'): string {
  return money(MEMBERSHIPS[plan].amount, { short: true });
}

function day(when: string, { timeZone, locale }: MembershipPageProps['look']): string {
  return when && new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(when));
}
