import { InvoicesPage, invoicesHead } from '../../views/settings/invoices.page.tsx';
import { MembershipPage, type MembershipPageProps, membershipHead } from '../../views/settings/membership.page.tsx';
import { billingOf } from '../features/invoices/billing.service.ts';
import { listInvoicesOf } from '../features/invoices/read-invoices.service.ts';
import { membershipOf, openPageOf, openPortal } from '../features/membership/membership.service.ts';
import { previewSwitch } from '../features/membership/plan-switch.service.ts';
import { ordersOf } from '../features/orders/place-order.service.ts';
import { getProfile } from '../features/profiles/profiles.service.ts';
import { signedInPerson } from '../features/users/own-account.service.ts';
import { AppError } from '../platform/errors.ts';
import { signedInUser } from '../platform/http/access-rules.ts';
import type { PlanSwitch } from '../shared/contracts/membership.ts';
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
    membershipPage(
      { user, viewer },
      { isPaid: query.paid !== undefined, isSwitched: query.switched !== undefined, switchTo: planOf(query.switch) },
    ),
  ),
  // The policy keeps forms, and the redirect after the login form, from leading to the provider’s site; these pages may.
  pageRoute(`${MEMBERSHIP}/pay`, signedInPerson, async ({ user, viewer, res }) => {
    const url = await openPageOf(user.id);
    if (!url) return { redirect: MEMBERSHIP };
    res.setHeader('Refresh', `0; url=${url}`);
    return membershipPage({ user, viewer }, { leadsTo: { title: 'Taking you to the payment page', url } });
  }),
  pageRoute(`${MEMBERSHIP}/card`, signedInPerson, async ({ user, viewer, res }) => {
    const { url } = await openPortal(user.id);
    res.setHeader('Refresh', `0; url=${url}`);
    return membershipPage({ user, viewer }, { leadsTo: { title: 'Taking you to the page for your card', url } });
  }),
];

interface Shown {
  isPaid?: boolean;
  isSwitched?: boolean;
  leadsTo?: MembershipPageProps['leadsTo'];
  /** Plan whose price is shown. */
  switchTo?: PlanSwitch['plan'] | null;
}

async function membershipPage(
  { user, viewer }: { user: ViewerUser; viewer: Viewer },
  { isPaid = false, isSwitched = false, leadsTo = null, switchTo = null }: Shown,
): Promise<AnyPage> {
  const [membership, orders, look] = await Promise.all([membershipOf(user.id), ordersOf(user.id), lookOf(user)]);
  const covered = orders.filter(({ film }) => film.covered > 0);
  const saved = {
    films: new Set(covered.map(({ eventId }) => eventId)).size,
    amount: covered.reduce((sum, { film }) => sum + film.covered, 0),
  };
  const isOther = switchTo !== null && !viewer.isImpersonated && membership.plan !== switchTo;
  const offer = isOther ? await offerOf(user, switchTo) : null;
  const props = { site: siteOf(viewer), membership, saved, look, isPaid, isSwitched, leadsTo, offer };
  return page({ view: MembershipPage, props, head: membershipHead() });
}

/** The price of the other plan; null where there is none, or the provider does not answer. */
async function offerOf({ id }: ViewerUser, plan: PlanSwitch['plan']): Promise<PlanSwitch | null> {
  try {
    return await previewSwitch(id, plan);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function planOf(asked: unknown): PlanSwitch['plan'] | null {
  return asked === 'monthly' || asked === 'yearly' ? asked : null;
}

async function lookOf({ id }: ViewerUser): Promise<{ timeZone: string; locale: string }> {
  const { timeZone, language } = await getProfile(id);
  return { timeZone: timeZone ?? 'UTC', locale: language ?? 'en' };
}
