import type { AnalyticsMode } from '../../src/shared/analytics-marks.ts';
import type { StaffBarProps } from './staff-bar.tsx';

export interface LayoutUser {
  email: string;
  role: 'user' | 'editor' | 'admin';
  /** When the account goes for good; absent where nobody asked for that. */
  deletionDueAt?: string;
}

/** Places outside the app's own pages; a link whose place is not configured is left out. */
export interface SiteLinks {
  admin?: string;
  account?: string;
  help?: string;
  faq?: string;
  pricing?: string;
  privacy?: string;
  terms?: string;
  chat?: string;
  /** Where staff answer visitors. */
  desk?: string;
  idea?: string;
}

export type MenuPlace = 'home' | 'dashboard' | 'account' | 'start' | 'login' | 'register';

/** What every page knows of its visitor; loaded once, handed to each view as `site`. */
export interface SiteProps {
  user: LayoutUser | null;
  /** Staff is signed in as this user. */
  isImpersonated?: boolean;
  /** On the page of an event that these staff don’t make. */
  staffBar?: StaffBarProps;
  announcements?: readonly { id: string; type: string; message: string }[];
  links?: SiteLinks;
  /** Off unless told. */
  analytics?: AnalyticsMode;
}
