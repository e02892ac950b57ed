import { InvoicesPage, invoicesHead } from '../../views/settings/invoices.page.tsx';
import { MembershipPage, membershipHead } from '../../views/settings/membership.page.tsx';
import { billingOf } from '../features/invoices/billing.service.ts';
import { listInvoicesOf } from '../features/invoices/read-invoices.service.ts';
import { membershipOf, openPageOf, openPortal } from '../features/membership/membership.service.ts';
import { ordersOf } from '../features/orders/place-order.service.ts';
import { getProfile } from '../features/profiles/profiles.service.ts';
import { signedInPerson } from '../features/users/own-account.service.ts';
import { signedInUser } from '../platform/http/access-rules.ts';
import type { Viewer, ViewerUser } from '../shared/viewer.ts';
import { type PageRoute, pageRoute } from './page-route.ts';
import { type AnyPage, page } from './render-page.tsx';
import { siteOf } from './site.ts';

const LISTED = 50;
const MEMBERSHIP = '/settings/membership';

/** What was paid for, and membership. */
export const billingPages: readonly PageRoute[] = [
  pageRoute('/settings/invoices', signedInUser, async ({ query, user, viewer }) => {
    const [{ invoices, nextCursor }, billing, look] = await Promise.all([
      listInvoicesOf(user.id, { cursor: query.cursor, limit: LISTED }),
      billingOf(user.id),
      lookOf(user),
    ]);
    const props = {
      site: siteOf(viewer),
      invoices,
      nextHref: nextCursor && `/settings/invoices?cursor=${nextCursor}`,
      billing,
      look,
      isSaved: query.saved === 'billing',
    };
    return page({ view: InvoicesPage, props, head: invoicesHead() });
  }),
  pageRoute(MEMBERSHIP, signedInUser, ({ query, user, viewer }) =>
    membershipPage({ user, viewer }, { isPaid: query.paid !== undefined }),
  ),
  // A form can't lead to the provider's site, but this page can.
  pageRoute(`${MEMBERSHIP}/pay`, signedInPerson, async ({ user, viewer, res }) => {
    const payUrl = await openPageOf(user.id);
    if (!payUrl) return { redirect: MEMBERSHIP };
    res.setHeader('Refresh', `0; url=${payUrl}`);
    return membershipPage({ user, viewer }, { payUrl });
  }),
  pageRoute(`${MEMBERSHIP}/card`, signedInPerson, async ({ user }) => ({ redirect: (await openPortal(user.id)).url })),
];

async function membershipPage(
  { user, viewer }: { user: ViewerUser; viewer: Viewer },
  { isPaid = false, payUrl = null }: { isPaid?: boolean; payUrl?: string | null },
): Promise<AnyPage> {
  const [membership, orders, look] = await Promise.all([membershipOf(user.id), ordersOf(user.id), lookOf(user)]);
  const covered = orders.filter(({ film }) => film.covered > 0);
  const saved = {
    films: new Set(covered.map(({ eventId }) => eventId)).size,
    amount: covered.reduce((sum, { film }) => sum + film.covered, 0),
  };
  const props = { site: siteOf(viewer), membership, saved, look, isPaid, payUrl };
  return page({ view: MembershipPage, props, head: membershipHead() });
}

async function lookOf({ id }: ViewerUser): Promise<{ timeZone: string; locale: string }> {
  const { timeZone, language } = await getProfile(id);
  return { timeZone: timeZone ?? 'UTC', locale: language ?? 'en' };
}
