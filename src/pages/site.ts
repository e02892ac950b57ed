import type { SiteProps } from '../../views/layout.tsx';
import { shownAnnouncements } from '../features/messages/announcements.service.ts';
import { platform } from '../platform/platform.ts';
import { isStaff } from '../shared/roles.ts';
import type { Viewer } from '../shared/viewer.ts';

/** Pages that every menu and footer names. */
const PLACES = { help: '/help', faq: '/faq', pricing: '/pricing', privacy: '/privacy', terms: '/terms' } as const;

/** What every page knows of its visitor. */
export function siteOf(viewer: Viewer | null): SiteProps {
  const user = viewer?.user ?? null;
  return {
    user: user && { email: user.email, role: user.role },
    isImpersonated: viewer?.isImpersonated ?? false,
    announcements: shownAnnouncements().map(({ id, type, message }) => ({ id, type, message })),
    links: { ...PLACES, ...(isStaff(user) && { admin: platform().config.adminUrl }) },
  };
}
