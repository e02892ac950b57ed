import type { Order } from '../../src/shared/contracts/orders.ts';
import { date } from '../../src/shared/format.ts';
import { OrderBadge } from '../orders/order-badge.tsx';
import { List } from '../ui/list.tsx';

/** Something that was ordered for a film. */
export interface OrderedThing extends Pick<Order, 'id' | 'product' | 'quantity' | 'status' | 'fixBy'> {
  name: string;
  /** Title and page of its VidDay. */
  title: string;
  href: string;
  /** When it last moved on, in this zone. */
  at: string;
  timeZone: string;
}

/** What the user ordered last, and how it stands; nothing without any. */
export function Things({ of }: { of: readonly OrderedThing[] }) {
  if (of.length === 0) return null;
  return (
    <section className="dashboard__things" aria-labelledby="things">
      <h2 id="things">Your orders</h2>
      <List className="dashboard__things-list">
        {of.map(({ id, name, quantity, title, href, at, timeZone, ...state }) => (
          <li key={id}>
            <a href={href}>
              {quantity > 1 ? `${name}, ${quantity}` : name} <span className="l-small">for “{title}”</span>
            </a>
            <OrderBadge {...state} />
            <time dateTime={at} className="l-small">
              {date(at, { timeZone })}
            </time>
          </li>
        ))}
      </List>
    </section>
  );
}
