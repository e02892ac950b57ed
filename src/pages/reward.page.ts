import * as z from 'zod';
import { FIRST_REWARDS } from '../../views/presents/reward-cards.tsx';
import { RewardPage, type RewardPageProps, rewardHead } from '../../views/reward.page.tsx';
import { atEventOf } from '../features/events/event-rules.access.ts';
import type { SeenEvent } from '../features/events/events.access.ts';
import { orderRewardAction, resendRewardAction } from '../features/presents/presents.routes.ts';
import { hasPlayCards, productsOrNull, withName } from '../features/presents/reward-products.service.ts';
import { viewGift } from '../features/presents/view-pool.service.ts';
import { isCountry } from '../features/profiles/countries.service.ts';
import { type Form, form, type RefusedForm } from '../platform/http/forms.ts';
import { dollarsToCents } from '../shared/forms/dollars.ts';
import type { Viewer } from '../shared/viewer.ts';
import { countryOptions } from './country-options.ts';
import { type PageContext, type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';
import { siteAtEvent } from './site.ts';

const PATH = '/e/:ref/reward';
const EMPTY: RewardPageProps['values'] = { productId: '', recipientId: '', amount: '', email: '' };

const recipient = atEventOf('reward.choose', ({ params }: PageContext) => params.ref ?? '');

/** `/e/KEY/reward`: what everybody put in for the recipient, and what it becomes. */
export const rewardPages: readonly PageRoute[] = [
  pageRoute(PATH, recipient, (context) => {
    const { query } = context;
    const note = query.sent === undefined ? null : 'We’ve sent it again. Look in your spam folder, too.';
    return rewardPage(context, context.viewer, context.params.ref ?? '', {
      country: countryOr(query.country),
      q: (query.q ?? '').trim().slice(0, 60),
      values: { ...EMPTY, email: ownAddress(context) },
      errors: {},
      note,
      notSent: null,
    });
  }),
];

function countryOr(code = ''): string {
  return isCountry(code) ? code : 'US';
}

/** Where a single recipient’s gift went. */
function ownAddress({ event: { recipients } }: Pick<SeenEvent, 'event'>): string {
  return recipients.length === 1 ? (recipients[0]?.email ?? '') : '';
}

const words = z.string().max(300).default('');
const resent = z.object({ email: words });
const choice = z.object({ productId: words, recipientId: words, amount: words, email: words, country: words });

/** Choosing a reward, and having it mailed again, without script. */
export function rewardForms(pages: Pages): Form[] {
  const here = (ref = '') => `/e/${encodeURIComponent(ref)}/reward`;
  return [
    form(orderRewardAction, {
      path: PATH,
      body: choice,
      input: ({ params, body: { amount, email, country, ...rest } }) => ({
        body: {
          event: params.ref ?? '',
          ...rest,
          // What is no amount becomes one that is refused.
          ...(amount && { amount: dollarsToCents(amount) ?? 0 }),
          ...(email && { email }),
          ...(country && { country }),
        },
      }),
      done: ({ params }) => here(params.ref),
      async failed({ error, values, viewer, req, res }: RefusedForm) {
        const { ref } = req.params;
        if (!viewer || typeof ref !== 'string' || error.status === 404 || error.status === 403) throw error;
        const seen = await recipient.load({ params: { ref }, query: {}, viewer, req, res });
        const { country, ...typed } = choice.parse(values);
        const shown = await rewardPage(seen, viewer, ref, {
          country: countryOr(country),
          q: '',
          values: typed,
          errors: error.fields ?? { form: error.message },
          note: null,
          notSent: null,
        });
        await sendPage(pages, req, res, { ...shown, status: error.status });
      },
    }),
    form(resendRewardAction, {
      path: `${PATH}/:id/resend`,
      body: resent,
      input: ({ params, body: { email } }) => ({ params: { id: params.id ?? '' }, body: email ? { email } : {} }),
      done: ({ params }) => `${here(params.ref)}?sent=1`,
      async failed({ error, values, viewer, req, res }: RefusedForm) {
        const { ref, id } = req.params;
        const isShown = viewer && typeof ref === 'string' && typeof id === 'string';
        if (!isShown || error.status === 404 || error.status === 403) throw error;
        const seen = await recipient.load({ params: { ref }, query: {}, viewer, req, res });
        const { email } = resent.parse(values);
        const message = error.fields?.email ?? error.message;
        const shown = await rewardPage(seen, viewer, ref, {
          ...{ country: 'US', q: '', values: { ...EMPTY, email: ownAddress(seen) }, errors: {}, note: null },
          notSent: { id, email, message },
        });
        await sendPage(pages, req, res, { ...shown, status: error.status });
      },
    }),
  ];
}

type Shown = Pick<RewardPageProps, 'country' | 'q' | 'values' | 'errors' | 'note' | 'notSent'>;

async function rewardPage(
  { event, role }: Pick<SeenEvent, 'event' | 'role'>,
  viewer: Viewer,
  privateKey: string,
  shown: Shown,
): Promise<AnyPage> {
  const [gift, all] = await Promise.all([viewGift(event), productsOrNull(shown.country)]);
  const countries = countryOptions();
  const isSandbox = hasPlayCards() && gift.total > 0;
  const products = all && withName(all, shown.q);
  const hasMany = (all?.length ?? 0) >= FIRST_REWARDS;
  const site = siteAtEvent(viewer, role);
  const props = { site, gift, products, hasMany, countries, privateKey, isSandbox, ...shown };
  return page({ view: RewardPage, props, head: rewardHead(event.occasion) });
}
