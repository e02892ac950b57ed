import type { ReactNode } from 'react';
import type { CheckoutState, CheckoutView } from '../../src/shared/contracts/checkout-view.ts';
import { duration, money } from '../../src/shared/format.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Banner } from '../ui/notice.tsx';
import { Bow, Ribbon, Wrap } from '../ui/paper.tsx';
import { Progress } from '../ui/progress.tsx';
import { Pay } from './bill.tsx';

type Outcome = Exclude<CheckoutState, 'open'>;

/** What became of a payment: what happened, whether money moved, and one way on. */
export function After({ view, state }: { view: CheckoutView; state: Outcome }) {
  const Words = WORDS[state];
  return (
    <div className="after">
      {state === 'paid' ? <Parcel /> : <Seal icon={SEALS[state].icon} tone={SEALS[state].tone} />}
      <div className="after__words">
        <Words view={view} />
      </div>
    </div>
  );
}

const SEALS: Record<Exclude<Outcome, 'paid'>, { icon: IconName; tone: 'info' | 'warn' | 'bad' }> = {
  waiting: { icon: 'clock', tone: 'info' },
  'other-tab': { icon: 'info', tone: 'info' },
  grew: { icon: 'clock', tone: 'warn' },
  declined: { icon: 'close', tone: 'bad' },
  expired: { icon: 'clock', tone: 'warn' },
  down: { icon: 'offline', tone: 'warn' },
  refunded: { icon: 'undo', tone: 'info' },
};

const WORDS: Record<Outcome, (props: { view: CheckoutView }) => ReactNode> = {
  waiting: Waiting,
  paid: Paid,
  'other-tab': OtherTab,
  grew: Grew,
  declined: Declined,
  expired: Expired,
  down: Down,
  refunded: Refunded,
};

function Parcel() {
  return (
    <div className="after__art" aria-hidden="true">
      <Wrap className="after__parcel">
        <Ribbon />
        <Ribbon down />
        <Bow />
      </Wrap>
    </div>
  );
}

function Seal({ icon, tone }: { icon: IconName; tone: string }) {
  return (
    <div className="after__art" aria-hidden="true">
      <Wrap className="after__parcel">
        <span className={`after__seal after__seal--${tone}`}>
          <Icon name={icon} />
        </span>
      </Wrap>
    </div>
  );
}

function Waiting({ view }: { view: CheckoutView }) {
  return (
    <>
      <h1>Waiting for your bank</h1>
      <p className="l-lead" role="status">
        This usually takes a few seconds. The page looks again by itself, and you can leave it: we start the film as
        soon as the payment is confirmed.
      </p>
      <div className="l-row">
        <StudioLink view={view} />
      </div>
    </>
  );
}

function Paid({ view }: { view: CheckoutView }) {
  const { cart, render, payment } = view;
  const total = cart.totals.total;
  const isMaking = render !== null && render.finishedAt === null;
  const card = payment?.cardLast4 ? ` with the card ending ${payment.cardLast4}` : '';
  return (
    <>
      <h1>
        {total > 0 ? 'Paid. ' : ''}
        {isMaking ? 'We’re making the film.' : render?.status === 'done' ? 'Your film is ready.' : 'Thank you.'}
      </h1>
      <p className="l-lead">
        {total > 0 && `${money(total)} was charged once${card}. `}
        {isMaking && 'You can leave this page: we’ll email you when the film is ready to watch.'}
      </p>
      {isMaking && (
        <div className="after__progress">
          <Progress
            label="Making the film"
            value={render.status === 'queued' ? null : Math.round(render.progress * 100)}
            text={render.step}
          />
        </div>
      )}
      <div className="l-row">
        <StudioLink view={view} isMain />
        <ThingsLink view={view} />
        {total > 0 && (
          <ButtonLink kind="quiet" href="/settings/invoices">
            Receipt
          </ButtonLink>
        )}
      </div>
    </>
  );
}

/** Where what was bought beside the film is: trees are not made and posted. */
function ThingsLink({ view: { cart, event } }: { view: CheckoutView }) {
  const things = cart.lineItems.filter(({ kind }) => kind === 'thing');
  if (things.length === 0) return null;
  const isPosted = things.some(({ id }) => id !== 'tree');
  return (
    <ButtonLink kind="second" href={`/e/${event.uuid}/${isPosted ? 'orders' : 'presents'}`}>
      {isPosted ? 'Your orders' : 'Your trees'}
    </ButtonLink>
  );
}

function OtherTab({ view }: { view: CheckoutView }) {
  const { cart, payment } = view;
  return (
    <>
      <h1>You’ve already paid for this</h1>
      <p className="l-lead">This tab was still open, so we stopped it. You were charged once.</p>
      <Sum label={payment?.cardLast4 ? `Card ending ${payment.cardLast4}` : 'Paid'} amount={cart.totals.total} />
      <div className="l-row">
        <StudioLink view={view} isMain />
        <ButtonLink kind="quiet" href="/settings/invoices">
          Receipt
        </ButtonLink>
      </div>
    </>
  );
}

function Grew({ view: { cart, event, film, due } }: { view: CheckoutView }) {
  return (
    <>
      <h1>The film grew while you paid</h1>
      <p className="l-lead">
        {money(cart.totals.total)} was charged.{' '}
        {film.ownPart
          ? `The film has your own ${film.ownPart} now, which comes with a larger package than the one you paid for.`
          : `The film is ${duration(film.length)} long now, more than the package you paid for.`}
      </p>
      <Sum label="Difference" amount={due ?? 0} />
      <div className="l-row">
        <form method="post" action="/checkout">
          <input type="hidden" name="eventId" value={event.id} />
          <Button type="submit" size="big">
            Pay the difference
          </Button>
        </form>
        <ButtonLink kind="second" href={`/e/${event.uuid}`}>
          Leave something out
        </ButtonLink>
      </div>
      <p className="l-small">Or decide later. What you paid stays paid, and counts towards the longer film.</p>
    </>
  );
}

function Declined({ view }: { view: CheckoutView }) {
  const { cart, payment } = view;
  const card = payment?.decline?.cardLast4;
  return (
    <>
      <h1>Your bank said no</h1>
      <p className="l-lead">Nothing was charged. Everything in your film is just as you left it.</p>
      <Banner tone="bad" title={card ? `Card ending ${card}` : 'Your card'}>
        {payment?.decline?.reason ?? ''} Your bank can tell you more.
      </Banner>
      <Sum label="Still to pay" amount={cart.totals.total} />
      <TryAgain view={view} />
    </>
  );
}

function Expired({ view }: { view: CheckoutView }) {
  return (
    <>
      <h1>This payment page has timed out</h1>
      <p className="l-lead">Nothing was charged, and your order is still here.</p>
      <Sum label="Your order" amount={view.cart.totals.total} />
      <TryAgain view={view} />
    </>
  );
}

function Down({ view }: { view: CheckoutView }) {
  return (
    <>
      <h1>We can’t take payments right now</h1>
      <p className="l-lead">
        It’s on our side, not yours. Nothing was charged, and your order is kept. Clips still come in and the preview
        still plays.
      </p>
      <div className="l-row">
        <StudioLink view={view} isMain />
        <ButtonLink kind="quiet" icon="retry" href={`/checkout/${view.cart.id}`}>
          Try again
        </ButtonLink>
      </div>
    </>
  );
}

function Refunded({ view }: { view: CheckoutView }) {
  const { event, cart } = view;
  return (
    <>
      <h1>This order was refunded</h1>
      <p className="l-lead">
        {money(cart.totals.total)} is on its way back, or has arrived. Banks take up to ten days.
      </p>
      <div className="l-row">
        <form method="post" action="/checkout">
          <input type="hidden" name="eventId" value={event.id} />
          <Button type="submit" size="big">
            Order again
          </Button>
        </form>
        <ButtonLink kind="quiet" href={`/e/${event.uuid}`}>
          Back to the studio
        </ButtonLink>
      </div>
    </>
  );
}

function TryAgain({ view }: { view: CheckoutView }) {
  return (
    <>
      <div className="l-row">
        <Pay view={view} />
        <ButtonLink kind="quiet" href={`/checkout/${view.cart.id}`}>
          Look at the order
        </ButtonLink>
      </div>
      <p className="l-small">
        Friends can still add clips meanwhile. Stuck? <a href="/help/contact">Talk to us</a>
      </p>
    </>
  );
}

function StudioLink({ view: { event }, isMain }: { view: CheckoutView; isMain?: boolean }) {
  return (
    <ButtonLink href={`/e/${event.uuid}`} {...(isMain ? { size: 'big' } : { kind: 'second' })}>
      Back to the studio
    </ButtonLink>
  );
}

function Sum({ label, amount }: { label: string; amount: number }) {
  return (
    <dl className="checkout__sums after__sum">
      <div className="checkout__total">
        <dt>{label}</dt>
        <dd className="l-display">{money(amount)}</dd>
      </div>
    </dl>
  );
}
