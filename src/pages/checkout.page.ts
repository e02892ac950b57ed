import { CheckoutPage, checkoutHead } from '../../views/checkout.page.tsx';
import type { CheckoutPages } from '../features/checkout/carts.forms.ts';
import { viewCheckout } from '../features/checkout/checkout-view.service.ts';
import { AppError } from '../platform/errors.ts';
import { signedInUser } from '../platform/http/access-rules.ts';
import {
  type CheckoutProblem,
  type CheckoutState,
  type CheckoutView,
  stateOf,
} from '../shared/contracts/checkout-view.ts';
import type { Viewer } from '../shared/viewer.ts';
import { countryOptions } from './country-options.ts';
import { type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';
import { siteOf } from './site.ts';

export const checkoutPages: readonly PageRoute[] = [
  pageRoute('/checkout/:id', signedInUser, async ({ params, query, user, viewer, res }) => {
    const view = await viewCheckout(cartIdOf(params), user.id);
    const state = stateOf(view, query);
    // Without script too: the bank, or the film, is not ready yet.
    if (state === 'waiting' || (state === 'paid' && isMaking(view))) res.setHeader('Refresh', '4');
    return checkoutPage(view, { state, viewer, problem: null });
  }),
];

/** Shows the checkout again with a refused field, or a total that has changed; visitors log in first. */
export function checkoutAgain(pages: Pages, failed: CheckoutPages['renderCheckout']): CheckoutPages {
  return {
    async renderCheckout(form) {
      const { error, values, viewer, req, res } = form;
      const { id } = req.params;
      if (!viewer?.user || typeof id !== 'string' || error.status === 404) return failed(form);
      const view = await viewCheckout(cartIdOf({ id }), viewer.user.id);
      const problem = { message: error.message, fields: error.fields ?? {}, values, hasNewTotal: hasNewTotal(error) };
      const shown = checkoutPage(view, { state: stateOf(view, {}), viewer, problem });
      await sendPage(pages, req, res, { ...shown, status: error.status });
    },
  };
}

interface Shown {
  state: CheckoutState;
  viewer: Viewer;
  problem: CheckoutProblem | null;
}

function checkoutPage(view: CheckoutView, { state, viewer, problem }: Shown): AnyPage {
  const countries = countryOptions();
  return page({
    view: CheckoutPage,
    props: { site: siteOf(viewer), view, state, countries, problem },
    head: checkoutHead(view.event, state),
  });
}

function hasNewTotal({ details }: AppError): boolean {
  return details?.cart !== undefined;
}

function isMaking({ render }: CheckoutView): boolean {
  return render !== null && render.finishedAt === null;
}

/** NOT_FOUND for anything that is not an id. */
function cartIdOf({ id = '' }: Record<string, string>): string {
  if (/^[0-9a-f]{24}$/.test(id)) return id;
  throw new AppError('NOT_FOUND', { message: 'There is no such order.' });
}
