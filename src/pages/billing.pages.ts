import { InvoicesPage, invoicesHead } from '../../views/settings/invoices.page.tsx';
import { billingOf } from '../features/invoices/billing.service.ts';
import { listInvoicesOf } from '../features/invoices/read-invoices.service.ts';
import { getProfile } from '../features/profiles/profiles.service.ts';
import { signedInUser } from '../platform/http/access-rules.ts';
import { type PageRoute, pageRoute } from './page-route.ts';
import { page } from './render-page.tsx';
import { siteOf } from './site.ts';

const LISTED = 50;

/** What was paid for. */
export const billingPages: readonly PageRoute[] = [
  pageRoute('/settings/invoices', signedInUser, async ({ query, user, viewer }) => {
    const [{ invoices, nextCursor }, billing, profile] = await Promise.all([
      listInvoicesOf(user.id, { cursor: query.cursor, limit: LISTED }),
      billingOf(user.id),
      getProfile(user.id),
    ]);
    const props = {
      site: siteOf(viewer),
      invoices,
      nextHref: nextCursor && `/settings/invoices?cursor=${nextCursor}`,
      billing,
      look: { timeZone: profile.timeZone ?? 'UTC', locale: profile.language ?? 'en' },
      isSaved: query.saved === 'billing',
    };
    return page({ view: InvoicesPage, props, head: invoicesHead() });
  }),
];
