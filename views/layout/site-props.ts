import type { AnalyticsMode } from '../../src/shared/analytics-marks.ts';
import type { Announcement } from '../../src/shared/contracts/announcements.ts';
import type { StaffBarProps } from './staff-bar.tsx';

export interface LayoutUser {
  email: string;
  /** When the account will be erased; absent unless deletion was requested. */
  deletionDueAt?: string;
}

/** Links in menus; those that are not configured are left out. */
export interface SiteLinks {
  admin?: string;
  account?: string;
  help?: string;
  faq?: string;
  pricing?: string;
  privacy?: string;
  terms?: string;
  chat?: string;
  /** The staff’s desk. */
  desk?: string;
  /** Where admins keep promo codes. */
  codes?: string;
  idea?: string;
}

export type MenuPlace = 'home' | 'dashboard' | 'news' | 'account' | 'start' | 'login' | 'register';

/** What every page knows of its visitor; loaded once and passed to views as `site`. */
export interface SiteProps {
  user: LayoutUser | null;
  /** Staff is impersonating this user. */
  isImpersonated?: boolean;
  /** Set on an event's page for staff who are not its makers. */
  staffBar?: StaffBarProps;
  announcements?: readonly Pick<Announcement, 'id' | 'type' | 'message' | 'link' | 'places'>[];
  links?: SiteLinks;
  /** Default: off. */
  analytics?: AnalyticsMode;
}
