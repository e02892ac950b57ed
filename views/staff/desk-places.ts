import { may, type Permission } from '../../src/shared/permissions.ts';
import type { StaffRole } from '../../src/shared/roles.ts';
import type { IconName } from '../ui/icon.tsx';

/** How much waits, by what waits. */
export interface Waiting {
  reports: number;
  /** Clips that were reported or marked. */
  clips: number;
  renders: number;
  chats: number;
  /** Null for editors, who don't see money. */
  disputes: number | null;
  /** Refunds that did not go through; null for editors. */
  refunds: number | null;
  /** Gift cards whose email came back; null for editors. */
  cards: number | null;
}

interface Place {
  href: `/staff${string}`;
  label: string;
  icon: IconName;
  needs: Permission;
  counts?: readonly (keyof Waiting)[];
}

const PLACES: readonly { title: string; places: readonly Place[] }[] = [
  {
    title: 'Today',
    places: [
      { href: '/staff', label: 'Overview', icon: 'grid', needs: 'desk.open' },
      { href: '/staff/reports', label: 'Reports', icon: 'warn', needs: 'report.handle', counts: ['reports'] },
      { href: '/staff/media', label: 'Clips', icon: 'photo', needs: 'media.moderate', counts: ['clips'] },
      { href: '/staff/jobs', label: 'Jobs', icon: 'retry', needs: 'job.handle', counts: ['renders'] },
      {
        href: '/staff/orders',
        label: 'Orders',
        icon: 'gift',
        needs: 'order.read',
        counts: ['disputes', 'refunds', 'cards'],
      },
      { href: '/staff/chat', label: 'Chat', icon: 'chat', needs: 'chat.answer', counts: ['chats'] },
    ],
  },
  {
    title: 'Look up',
    places: [
      { href: '/staff/events', label: 'VidDays', icon: 'film', needs: 'event.suspend' },
      { href: '/staff/users', label: 'Users', icon: 'users', needs: 'user.read' },
      { href: '/staff/audit', label: 'Audit', icon: 'clock', needs: 'audit.read' },
    ],
  },
  {
    title: 'Run the site',
    places: [
      { href: '/staff/announcements', label: 'Announcements', icon: 'bell', needs: 'announcement.edit' },
      { href: '/staff/broadcast', label: 'Letters', icon: 'mail', needs: 'broadcast.send' },
      { href: '/staff/promo', label: 'Promo codes', icon: 'star', needs: 'promo.edit' },
      { href: '/staff/themes', label: 'Themes', icon: 'text', needs: 'theme.edit' },
      { href: '/staff/tracks', label: 'Music', icon: 'music', needs: 'track.publish' },
      { href: '/staff/feedback', label: 'Feedback', icon: 'heart', needs: 'idea.moderate' },
      { href: '/staff/metrics', label: 'Metrics', icon: 'chart', needs: 'metrics.read' },
      { href: '/staff/errors', label: 'Errors', icon: 'info', needs: 'error.handle' },
      { href: '/staff/switches', label: 'Switches', icon: 'settings', needs: 'switch.edit' },
    ],
  },
];

/** The places of the desk that a role may enter. */
export function placesFor(role: StaffRole) {
  const allowed = PLACES.map(({ title, places }) => ({
    title,
    places: places.filter(({ needs }) => may(role, needs)),
  }));
  return allowed.filter(({ places }) => places.length > 0);
}
