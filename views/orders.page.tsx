import type { Event } from '../src/shared/contracts/events.ts';
import type { Order, OrderGlance } from '../src/shared/contracts/orders.ts';
import { date, money } from '../src/shared/format.ts';
import { OCCASIONS } from '../src/shared/occasions.ts';
import { Island } from './base/island.tsx';
import { ProductPicture } from './checkout/product-picture.tsx';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { AddressFields } from './orders/address-fields.tsx';
import { MendAddress } from './orders/mend-address.tsx';
import { OrderBadge } from './orders/order-badge.tsx';
import { OrderSteps, TrackingLink } from './orders/order-steps.tsx';
import { Button, ButtonLink } from './ui/button.tsx';
import { Card } from './ui/card.tsx';
import { Empty } from './ui/empty.tsx';
import { Field } from './ui/field.tsx';
import { IconLink } from './ui/icon-link.tsx';
import { List } from './ui/list.tsx';
import { Banner } from './ui/notice.tsx';
import type { SelectOption } from './ui/select.tsx';

/** Something that was paid and waits for an address. */
interface Waiting {
  cartId: string;
  product: Order['product'];
  name: string;
  left: number;
  /** Where the postage that was paid is enough. */
  countries: readonly string[];
}

export interface OrdersPageProps {
  site: SiteProps;
  event: Pick<Event, 'id' | 'uuid' | 'title' | 'timeZone'>;
  orders: readonly Order[];
  waiting: readonly Waiting[];
  /** Postcards that are paid for and not sent. */
  cardsLeft: number;
  /** What somebody else has ordered for this film. */
  others: readonly OrderGlance[];
  /** Whether the viewer may order something. */
  canOrder: boolean;
  countries: readonly SelectOption[];
  /** Nothing of it is really made: this copy has no keys of the makers. */
  isPretended: boolean;
  /** What a form said; null for none. */
  note: string | null;
  /** A form that was refused; null for none. */
  refused: { message: string; fields: Record<string, string>; values: Record<string, string> } | null;
}

export function ordersHead({ occasion, title }: Pick<Event, 'occasion' | 'title'>): PageHead {
  return {
    title: `${title}: orders`,
    indexed: false,
    referrer: 'strict-origin',
    sheet: 'orders',
    occasion,
    ...(OCCASIONS[occasion].tone === 'quiet' && { tone: 'quiet' }),
  };
}

const NAMES: Readonly<Record<Order['product'], { name: string; picture: string }>> = {
  dvd: { name: 'DVD in a case', picture: 'dvd' },
  usb: { name: 'USB stick', picture: 'usb' },
  videobook: { name: 'Video book', picture: 'book' },
  postcard: { name: 'Postcard', picture: 'postcard' },
};

/** What was ordered for a film, and how it stands. Whole without script. */
export function OrdersPage({
  site,
  event,
  orders,
  waiting,
  cardsLeft,
  others,
  canOrder,
  note,
  refused,
  ...more
}: OrdersPageProps) {
  const here = `/e/${event.uuid}/orders`;
  const hasAny = orders.length + waiting.length + cardsLeft + others.length > 0;
  const start = canOrder && (
    <form method="post" action="/checkout">
      <input type="hidden" name="eventId" value={event.id} />
      <Button type="submit" kind="second" icon="plus">
        Order something
      </Button>
    </form>
  );
  return (
    <Layout site={site} announces="account" mainClass="l-page orders">
      <header className="orders__head">
        <IconLink href={`/e/${event.uuid}`} icon="arrow-left" label="Back to the studio" />
        <div>
          <h1>Orders</h1>
          <p className="l-small">What goes with “{event.title}”.</p>
        </div>
      </header>
      {more.isPretended && hasAny && (
        <Banner tone="warn" icon="info" title="This is a sandbox">
          This copy of VidDay has no keys of the workshops, so nothing is made or posted.
        </Banner>
      )}
      {note && <Banner tone="info" role="status" title={note} />}
      {refused && <Banner tone="bad" role="alert" title={refused.message} />}
      {waiting.map((thing) => (
        <WaitingThing
          key={`${thing.cartId} ${thing.product}`}
          thing={thing}
          here={here}
          countries={more.countries}
          refused={refused?.values.cartId === thing.cartId && refused.values.product === thing.product ? refused : null}
        />
      ))}
      {cardsLeft > 0 && <WaitingCards left={cardsLeft} uuid={event.uuid} />}
      {site.user && <Island name="live-part" when="idle" props={{ event: event.uuid, part: 'orders' }} />}
      {!hasAny && (
        <Empty title="Nothing ordered yet" {...(start && { action: start })}>
          A DVD, a USB stick or a video book: have the film made into something to hold.
        </Empty>
      )}
      <section id="orders" className="orders__all" aria-label="What was ordered">
        {orders.length > 0 && (
          <List className="orders__list">
            {orders.map((order) => (
              <Line
                key={order.id}
                order={order}
                here={here}
                {...event}
                countries={more.countries}
                refused={refused?.values.orderId === order.id ? refused : null}
              />
            ))}
          </List>
        )}
        {others.length > 0 && <Others of={others} timeZone={event.timeZone} />}
      </section>
      {hasAny && start}
      <p>
        <a href={`/e/${event.uuid}/presents`}>Gift pool and trees</a>
      </p>
    </Layout>
  );
}

/** What others have ordered: how it stands, and no more. */
function Others({ of, timeZone }: { of: readonly OrderGlance[]; timeZone: string }) {
  return (
    <section aria-labelledby="others" className="orders__others">
      <h2 id="others">Ordered by others</h2>
      <List className="orders__glances">
        {of.map(({ id, product, quantity, status, fixBy, at }) => (
          <li key={id}>
            <span>{quantity > 1 ? `${NAMES[product].name}, ${quantity}` : NAMES[product].name}</span>
            <OrderBadge product={product} status={status} fixBy={fixBy} />
            <time dateTime={at} className="l-small">
              {date(at, { timeZone })}
            </time>
          </li>
        ))}
      </List>
    </section>
  );
}

interface LineProps extends Pick<OrdersPageProps, 'countries' | 'refused'> {
  order: Order;
  here: string;
  uuid: string;
  timeZone: string;
}

function Line({ order, here, uuid, timeZone, countries, refused }: LineProps) {
  const { id, product, quantity, shipTo, status, amount, canCancel, trackingUrl } = order;
  const { name, picture } = NAMES[product];
  const isOver = status === 'failed' || status === 'cancelled';
  return (
    <Card as="li" className="orders__order">
      <ProductPicture id={picture} />
      <div className="orders__what">
        <h2>{quantity > 1 ? `${name}, ${quantity}` : name}</h2>
        {shipTo.name && <p className="l-small">{`To ${[shipTo.name, shipTo.city].filter(Boolean).join(', ')}`}</p>}
        <OrderBadge product={product} status={status} fixBy={order.fixBy} />
      </div>
      <OrderSteps order={order} timeZone={timeZone} />
      <MendAddress order={order} orders={here} countries={countries} timeZone={timeZone} refused={refused} />
      <div className="l-row">
        {isOver && amount > 0 && <p className="l-small">{`${money(amount)} went back to your card.`}</p>}
        <TrackingLink url={trackingUrl} />
        {product === 'postcard' && <a href={`/e/${uuid}/postcards`}>Your postcards</a>}
        {canCancel && (
          <form method="post" action={`${here}/${id}/cancel`}>
            <Button type="submit" kind="quiet" size="small" aria-label={`Cancel and refund: ${name}`}>
              Cancel and refund
            </Button>
          </form>
        )}
        {!canCancel && (status === 'submitted' || status === 'inProduction') && (
          <p className="l-fine">Too late to cancel: it’s being made.</p>
        )}
      </div>
    </Card>
  );
}

interface WaitingThingProps extends Pick<OrdersPageProps, 'countries' | 'refused'> {
  thing: Waiting;
  here: string;
}

function WaitingThing({ thing, here, countries, refused }: WaitingThingProps) {
  const { cartId, product, name, left } = thing;
  const paidTo = countries.filter(({ value }) => thing.countries.includes(value));
  return (
    <Card as="form" stack className="orders__waiting" {...{ method: 'post', action: `${here}/${formOf(product)}` }}>
      <h2>Where should it go?</h2>
      <p className="l-small">{`${name}: paid, and ready to be made.`}</p>
      <input type="hidden" name="cartId" value={cartId} />
      <input type="hidden" name="product" value={product} />
      {left > 1 ? (
        <Field
          name="quantity"
          label="How many go there"
          type="number"
          min={1}
          max={left}
          hint={`${left} are paid. You can send them to different people.`}
          defaultValue={refused?.values.quantity ?? String(left)}
        />
      ) : (
        <input type="hidden" name="quantity" value="1" />
      )}
      <AddressFields values={refused?.values ?? {}} countries={paidTo} fields={refused?.fields ?? {}} />
      <div className="l-row">
        <Button type="submit">Have it made</Button>
        <ButtonLink kind="quiet" href="/help/contact">
          Ask us
        </ButtonLink>
      </div>
    </Card>
  );
}

/** Cards have an address of their own, which is written with them. */
function WaitingCards({ left, uuid }: { left: number; uuid: string }) {
  return (
    <Card stack className="orders__waiting">
      <h2>{left === 1 ? 'A postcard to write' : `${left} postcards to write`}</h2>
      <p className="l-small">Paid, and posted as soon as you’ve written {left === 1 ? 'it' : 'them'}.</p>
      <div className="l-row">
        <ButtonLink href={`/e/${uuid}/postcards`}>Write a postcard</ButtonLink>
      </div>
    </Card>
  );
}

function formOf(product: Order['product']): string {
  return product === 'videobook' ? 'book' : 'disc';
}
