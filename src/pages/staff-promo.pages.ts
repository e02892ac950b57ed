import * as z from 'zod';
import { PromoPage, promoHead } from '../../views/staff-promo.page.tsx';
import { createPromoAction, endPromoAction } from '../features/promo/promo.routes.ts';
import { staffCodes } from '../features/promo/promo-codes.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { type Form, form, type RefusedForm } from '../platform/http/forms.ts';
import { NO_CODE, type PromoValues, promoForm, promoValues } from '../shared/contracts/promo-editor.ts';
import { may } from '../shared/permissions.ts';
import { siteRoles } from '../shared/roles.ts';
import type { Viewer } from '../shared/viewer.ts';
import { deskFrame } from './desk-frame.ts';
import { type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';

const LIST = '/staff/promo';

/** Where admins make promo codes, and stop them. */
export const staffPromoPages: readonly PageRoute[] = [
  pageRoute(LIST, staffWho('promo.edit'), ({ query, viewer }) => promoPage(viewer, { savedCode: query.saved ?? null })),
];

/** The page's forms, with and without script. */
export function staffPromoForms(pages: Pages): Form[] {
  const again = async ({ error, values, viewer, req, res }: RefusedForm) => {
    const isRefusedField = error.fields !== undefined || error.code === 'DUPLICATE';
    if (!viewer?.user || !may(siteRoles(viewer.user), 'promo.edit') || !isRefusedField) throw error;
    const typed = promoValues.safeParse(values);
    const problems = error.fields ?? { code: error.message };
    const shown = await promoPage(viewer, { typed: typed.success ? typed.data : NO_CODE, problems });
    await sendPage(pages, req, res, { ...shown, status: error.status });
  };
  const failed = ({ error }: RefusedForm) => {
    throw error;
  };
  return [
    form(createPromoAction, {
      path: LIST,
      body: promoForm,
      input: ({ body }) => ({ body }),
      done: ({ data }) => `${LIST}?saved=${data.code}`,
      failed: again,
    }),
    form(endPromoAction, {
      path: `${LIST}/:code/stop`,
      body: z.object({}),
      input: ({ params }) => ({ params: { code: params.code ?? '' } }),
      done: ({ data }) => `${LIST}?saved=${data.code}`,
      failed,
    }),
  ];
}

interface Shown {
  /** Made or stopped just now. */
  savedCode?: string | null;
  /** What was typed into a refused form. */
  typed?: PromoValues;
  problems?: Readonly<Record<string, string>>;
}

async function promoPage(
  viewer: Viewer,
  { savedCode = null, typed = NO_CODE, problems = {} }: Shown,
): Promise<AnyPage> {
  const [frame, codes] = await Promise.all([deskFrame(viewer), staffCodes()]);
  const props = { frame, codes, savedCode, typed, problems };
  return page({ view: PromoPage, props, head: promoHead() });
}
