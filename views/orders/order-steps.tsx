import type { Order } from '../../src/shared/contracts/orders.ts';
import { date } from '../../src/shared/format.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { List } from '../ui/list.tsx';

const STATES: Readonly<Record<Order['status'], { words: string; tone?: BadgeTone; icon?: IconName }>> = {
  created: { words: 'Waits for the film' },
  paid: { words: 'Paid', tone: 'info' },
  submitted: { words: 'At the workshop', tone: 'info' },
  inProduction: { words: 'Being made', tone: 'info' },
  shipped: { words: 'In the post', tone: 'info' },
  delivered: { words: 'Delivered', tone: 'good', icon: 'check' },
  failed: { words: 'Not made', tone: 'bad', icon: 'warn' },
  cancelled: { words: 'Cancelled' },
};

/** As the list of postcards says it. */
const CARD_WORDS: Partial<Record<Order['status'], string>> = {
  submitted: 'At the printer',
  inProduction: 'Being printed',
  failed: 'Not sent',
};

/** How an order stands. */
export function OrderBadge({ product, status, fixBy }: Pick<Order, 'product' | 'status' | 'fixBy'>) {
  const { words, tone, icon } = STATES[status];
  if (fixBy) return <AddressNeeded />;
  return (
    <Badge {...(tone && { tone })} {...(icon && { icon })}>
      {(product === 'postcard' && CARD_WORDS[status]) || words}
    </Badge>
  );
}

/** Its maker could not deliver to the address. */
export function AddressNeeded() {
  return (
    <Badge tone="warn" icon="warn">
      Needs an address
    </Badge>
  );
}

/** What has happened to an order, oldest first, and what comes next. */
export function OrderSteps({ order, timeZone }: { order: Order; timeZone: string }) {
  const next = nextWords(order, timeZone);
  return (
    <List className="order-steps">
      {order.events.map(({ at, text }, index) => {
        const isLast = index === order.events.length - 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
          <li key={index} className="order-steps__step" data-state={stateOf(order, isLast)}>
            {text}
            <time dateTime={at}>{date(at, { timeZone })}</time>
          </li>
        );
      })}
      {next && <li className="order-steps__step">{next}</li>}
    </List>
  );
}

/** The link that follows the parcel, once there is one. */
export function TrackingLink({ url }: { url: string | null }) {
  return (
    url && (
      <a href={url} rel="noreferrer" className="order-steps__track">
        <Icon name="external" />
        Tracking
      </a>
    )
  );
}

function stateOf({ status, fixBy }: Order, isLast: boolean): 'done' | 'now' | 'bad' {
  if (isLast && (status === 'failed' || fixBy)) return 'bad';
  return isLast && status !== 'delivered' && status !== 'cancelled' ? 'now' : 'done';
}

function nextWords({ product, status, submitAt, canCancel, fixBy }: Order, timeZone: string): string | null {
  const where = product === 'postcard' ? 'printer' : 'workshop';
  if (fixBy) return `Waits for another address until ${date(fixBy, { timeZone })}`;
  if (status === 'created') return 'Starts when the film is ready';
  if (status !== 'paid') return null;
  if (!canCancel || !submitAt) return `On its way to the ${where}`;
  return `Goes to the ${where} ${date(submitAt, { timeZone, style: 'day-time' })}`;
}
