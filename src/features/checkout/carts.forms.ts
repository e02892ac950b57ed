import * as z from 'zod';
import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import { ADD_ON_IDS, type AddOnId } from '../../shared/catalogue.ts';
import { PACKAGE_IDS } from '../../shared/contracts/carts.ts';
import { shipToFields } from '../../shared/forms/ship-to.ts';
import { shipToOf } from '../../shared/forms/ship-to-of.ts';
import { finalizeCartAction, openCartAction, updateCartAction } from './carts.routes.ts';
import { payPageOf } from './checkout-view.service.ts';

/** The page that a refused form shows again. */
export interface CheckoutPages {
  renderCheckout(form: RefusedForm): Promise<void> | void;
}

const words = z.string().max(200);

/** The checkout, whole without script: each change is a button. */
export function cartForms({ renderCheckout: failed }: CheckoutPages): Form[] {
  const change = <S extends z.ZodType>(name: string, body: S, choose: (sent: z.output<S>) => object, at: string) =>
    form(updateCartAction, {
      path: `/checkout/:id/${name}`,
      body,
      input: ({ params, body: sent }) => ({ params: { id: params.id ?? '' }, body: choose(sent) }),
      done: ({ params }) => `${pathOf(params)}#${at}`,
      failed,
    });
  return [
    form(openCartAction, {
      path: '/checkout',
      body: z.object({ eventId: words }),
      input: ({ body }) => ({ body }),
      done: ({ data }) => `/checkout/${data.id}`,
      failed,
    }),
    change('package', z.object({ packageId: z.enum(PACKAGE_IDS) }), (sent) => sent, 'length'),
    change('addons', z.object({ addons: words }), ({ addons }) => ({ addons: addOnsOf(addons) }), 'more'),
    change(
      'details',
      z.object({ country: words, postalCode: words, email: words }),
      ({ postalCode, ...sent }) => ({ ...sent, postalCode: postalCode || null }),
      'where',
    ),
    change('ship', z.object(shipToFields), (sent) => ({ shipTo: shipToOf(sent) }), 'ship'),
    change('promo', z.object({ promo: words }), ({ promo }) => ({ promoCode: promo }), 'order'),
    form(finalizeCartAction, {
      path: '/checkout/:id/pay',
      body: z.object({ acceptedTotal: words }),
      input: ({ params, body }) => ({
        params: { id: params.id ?? '' },
        body: { acceptedTotal: Number(body.acceptedTotal) },
      }),
      async done({ params, viewer, data }) {
        if (data.status !== 'checkout') return `${pathOf(params)}${data.totals.total > 0 ? '?already=1' : ''}`;
        return (await payPageOf(data.id, viewer.user?.id ?? '')) ?? `${pathOf(params)}?down=1`;
      },
      failed,
    }),
  ];
}

function pathOf({ id = '' }: Record<string, string>): string {
  return `/checkout/${encodeURIComponent(id)}`;
}

/** As the page's buttons send them, such as `dvd:1,postcard:2`. */
function addOnsOf(sent: string): { id: AddOnId; quantity: number }[] {
  return sent.split(',').flatMap((line) => {
    const [name, quantity] = line.split(':');
    const id = ADD_ON_IDS.find((each) => each === name);
    return id ? [{ id, quantity: Number(quantity) }] : [];
  });
}
