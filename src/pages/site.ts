import type { SiteProps } from '../../views/layout/layout.tsx';
import { shownAnnouncements } from '../features/messages/announcements.service.ts';
import { platform } from '../platform/platform.ts';
import { isStaff } from '../shared/roles.ts';
import type { Viewer } from '../shared/viewer.ts';

/** Pages that every menu and footer names. */
const PLACES = {
  help: '/help',
  faq: '/faq',
  pricing: '/pricing',
  privacy: '/privacy',
  terms: '/terms',
  idea: '/ideas',
  chat: '/help/contact',
} as const;

/** What every page knows of its visitor. */
export function siteOf(viewer: Viewer | null): SiteProps {
  const user = viewer?.user ?? null;
  const { adminUrl, analytics } = platform().config;
  return {
    user: user && {
      email: user.email,
      role: user.role,
      ...(user.deletionDueAt && { deletionDueAt: user.deletionDueAt }),
    },
    isImpersonated: viewer?.isImpersonated ?? false,
    announcements: shownAnnouncements().map(({ id, type, message }) => ({ id, type, message })),
    // What staff does in somebody's name is not that person's doing.
    analytics: viewer?.isImpersonated ? 'off' : analytics,
    links: {
      ...PLACES,
      ...(user && { account: '/settings/profile' }),
      ...(isStaff(user) && { desk: '/staff/chat' }),
      ...(user?.role === 'admin' && adminUrl && { admin: adminUrl }),
    },
  };
}
