import type { SiteProps } from '../../views/layout/layout.tsx';
import { shownAnnouncements } from '../features/messages/announcements.service.ts';
import { platform } from '../platform/platform.ts';
import { may, type Role } from '../shared/permissions.ts';
import { isMaker, siteRoles, staffRole } from '../shared/roles.ts';
import type { Viewer } from '../shared/viewer.ts';

/** Pages linked from every menu and footer. */
const PLACES = {
  help: '/help',
  faq: '/faq',
  pricing: '/pricing',
  privacy: '/privacy',
  terms: '/terms',
  idea: '/ideas',
  chat: '/help/contact',
} as const;

/** Where staff work. */
const DESK = '/staff';

/** The same on the page of an event, which staff who don’t make it see as anyone does. */
export function siteAtEvent(viewer: Viewer, role: Role): SiteProps {
  const staff = isMaker(role) ? null : staffRole(viewer.user);
  const staffBar = staff && may(staff, 'desk.open') ? { role: staff, desk: DESK } : undefined;
  return { ...siteOf(viewer), ...(staffBar && { staffBar }) };
}

/** What every page knows of its visitor. */
export function siteOf(viewer: Viewer | null): SiteProps {
  const user = viewer?.user ?? null;
  const roles = siteRoles(user);
  const { adminUrl, analytics } = platform().config;
  return {
    user: user && {
      email: user.email,
      ...(user.deletionDueAt && { deletionDueAt: user.deletionDueAt }),
    },
    isImpersonated: viewer?.isImpersonated ?? false,
    announcements: shownAnnouncements().map(({ id, type, message, link, places }) => ({
      id,
      type,
      message,
      link,
      places,
    })),
    // Don't count what staff does while impersonating.
    analytics: viewer?.isImpersonated ? 'off' : analytics,
    links: {
      ...PLACES,
      ...(user && { account: '/settings/profile' }),
      ...(may(roles, 'desk.open') && { desk: DESK }),
      ...(may(roles, 'promo.edit') && { codes: '/staff/promo' }),
      ...(may(roles, 'site.administer') && { admin: adminUrl ?? DESK }),
    },
  };
}
