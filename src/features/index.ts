import { accounts } from './accounts/accounts.feature.ts';
import { checkout } from './checkout/checkout.feature.ts';
import { events } from './events/events.feature.ts';
import { films } from './films/films.feature.ts';
import { library } from './library/library.feature.ts';
import { media } from './media/media.feature.ts';
import { messages } from './messages/messages.feature.ts';
import { orders } from './orders/orders.feature.ts';
import { recipients } from './recipients/recipients.feature.ts';
import { support } from './support/support.feature.ts';

/** All features from left to right: each may import only from those before it. */
export const FEATURES = [
  accounts,
  orders,
  events,
  recipients,
  library,
  media,
  films,
  support,
  checkout,
  messages,
] as const;
