import { dismissalKey } from '../../islands/notice/dismissal.ts';
import { ANNOUNCEMENTS_MAX, type AnnouncementPlace } from '../../src/shared/announcement-places.ts';
import { Island } from '../base/island.tsx';
import type { SiteProps } from './site-props.ts';

interface AnnouncementsProps {
  of?: SiteProps['announcements'];
  /** Kind of the page. */
  place: AnnouncementPlace;
  /** Announcements may arrive while the page is open. */
  areLive: boolean;
}

/** Current announcements, and a live region for later ones, so that screen readers announce only those. */
export function Announcements({ of: all = [], place, areLive }: AnnouncementsProps) {
  const announcements = all.filter(({ places }) => places.includes(place)).slice(0, ANNOUNCEMENTS_MAX);
  if (announcements.length === 0 && !areLive) return null;
  return (
    <div id="announcements" role="status" aria-atomic="false" aria-label="Announcements">
      {announcements.map(({ id, type, message, link }) => (
        <Island key={id} name="notice" props={{ id, type, message, link }} unless={dismissalKey(id)} />
      ))}
    </div>
  );
}
