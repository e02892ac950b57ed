import type { Order } from '../../src/shared/contracts/orders.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import type { IconName } from '../ui/icon.tsx';

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
