import type { Order } from '../../src/shared/contracts/orders.ts';
import { date } from '../../src/shared/format.ts';
import { Icon } from '../ui/icon.tsx';
import { List } from '../ui/list.tsx';

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
