import * as z from 'zod';
import { OrdersPage, type OrdersPageProps, ordersHead } from '../../views/orders.page.tsx';
import { atEventOf } from '../features/events/event-rules.access.ts';
import type { SeenEvent } from '../features/events/events.access.ts';
import { present } from '../features/events/view-event.service.ts';
import { isMade, isPretended } from '../features/parcels/made-things.service.ts';
import {
  cancelOrderAction,
  createBookOrderAction,
  createDiscOrderAction,
  mendOrderAction,
} from '../features/parcels/parcels.routes.ts';
import { listOrdersOf, ordersAt, waitingThings } from '../features/parcels/parcels.service.ts';
import { paidCards } from '../features/parcels/post-cards.service.ts';
import { type Form, form, type RefusedForm } from '../platform/http/forms.ts';
import { shipToFields } from '../shared/forms/ship-to.ts';
import { shipToOf } from '../shared/forms/ship-to-of.ts';
import { may } from '../shared/permissions.ts';
import type { Viewer } from '../shared/viewer.ts';
import { countryOptions } from './country-options.ts';
import { type PageContext, type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';
import { siteAtEvent } from './site.ts';

const PAGE = '/e/:ref/orders';
/** Orders on the page: nobody has more. */
const SHOWN = 100;

const maker = atEventOf('parcel.read', ({ params }: PageContext) => params.ref ?? '');
const buyer = atEventOf('event.pay', ({ params }: PageContext) => params.ref ?? '');

/** `/e/UUID/orders`: what was ordered for a film. */
export const ordersPages: readonly PageRoute[] = [
  pageRoute(PAGE, maker, ({ event, role, viewer, query }) =>
    ordersPage({ event, role }, viewer, { note: NOTES[query.done ?? ''] ?? null, refused: null }),
  ),
];

const NOTES: Readonly<Record<string, string>> = {
  ordered: 'It’s ordered. You can cancel for half an hour.',
  cancelled: 'It’s cancelled, and your money is on its way back.',
  mended: 'Thank you. It goes there now.',
};

type Shown = Pick<OrdersPageProps, 'note' | 'refused'>;

async function ordersPage(
  { event: stored, role }: Pick<SeenEvent, 'event' | 'role'>,
  viewer: Viewer,
  shown: Shown,
): Promise<AnyPage> {
  const userId = viewer.user?.id ?? '';
  const canOrder = may(role, 'event.pay');
  const [event, { orders }, waiting, cards, others] = await Promise.all([
    present(stored, role),
    userId ? listOrdersOf(userId, { limit: SHOWN, eventId: stored.id }) : { orders: [] },
    userId && canOrder ? waitingThings(stored.id, userId) : [],
    userId && canOrder && isMade('postcard') ? paidCards(stored.id, userId) : [],
    ordersAt(stored.id, userId || null),
  ]);
  const pretended =
    [...orders, ...waiting].some(({ product }) => isPretended(product)) ||
    (cards.length > 0 && isPretended('postcard'));
  const props = {
    site: siteAtEvent(viewer, role),
    event,
    orders,
    waiting,
    cardsLeft: cards.reduce((sum, { left }) => sum + left, 0),
    others,
    canOrder,
    countries: countryOptions(),
    isPretended: pretended,
    ...shown,
  };
  return page({ view: OrdersPage, props, head: ordersHead(event) });
}

const words = z.string().max(200).default('');
const addressForm = z.object({ cartId: words, product: words, quantity: words, ...shipToFields });
const mendForm = z.object({ orderId: words, ...shipToFields });
type AddressForm = z.output<typeof addressForm>;

/** Ordering and cancelling without script. */
export function ordersForms(pages: Pages): Form[] {
  const back = ({ ref = '' }: Record<string, string>, done: string) =>
    `/e/${encodeURIComponent(ref)}/orders?done=${done}`;
  const failed = async ({ error, values, viewer, req, res }: RefusedForm) => {
    const { ref } = req.params;
    if (!viewer || typeof ref !== 'string' || error.status === 404) throw error;
    const { event, role } = await buyer.load({ params: { ref }, query: {}, viewer, req, res });
    const refused = { message: error.message, fields: error.fields ?? {}, values: textsOf(values) };
    const shown = await ordersPage({ event, role }, viewer, { note: null, refused });
    await sendPage(pages, req, res, { ...shown, status: error.status });
  };
  return [
    form(createDiscOrderAction, {
      path: `${PAGE}/disc`,
      body: addressForm,
      input: ({ body }) => ({
        body: { ...contentOf(body), product: body.product === 'usb' ? ('usb' as const) : ('dvd' as const) },
      }),
      done: ({ params }) => back(params, 'ordered'),
      failed,
    }),
    form(createBookOrderAction, {
      path: `${PAGE}/book`,
      body: addressForm,
      input: ({ body }) => ({ body: contentOf(body) }),
      done: ({ params }) => back(params, 'ordered'),
      failed,
    }),
    form(mendOrderAction, {
      path: `${PAGE}/:id/address`,
      body: mendForm,
      input: ({ params, body: { orderId: _, ...sent } }) => ({
        params: { id: params.id ?? '' },
        body: { shipTo: shipToOf(sent) },
      }),
      done: ({ params }) => back(params, 'mended'),
      failed,
    }),
    form(cancelOrderAction, {
      path: `${PAGE}/:id/cancel`,
      body: z.object({}),
      input: ({ params }) => ({ params: { id: params.id ?? '' } }),
      done: ({ params }) => back(params, 'cancelled'),
      failed,
    }),
  ];
}

function contentOf({ cartId, quantity, ...sent }: AddressForm) {
  return { cartId, quantity: Number(quantity), shipTo: shipToOf(sent) };
}

function textsOf(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.keys({ ...addressForm.shape, ...mendForm.shape }).map((name) => [
      name,
      typeof values[name] === 'string' ? values[name] : '',
    ]),
  );
}
