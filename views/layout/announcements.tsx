import { dismissalKey } from '../../islands/notice/dismissal.ts';
import { Island } from '../base/island.tsx';
import type { SiteProps } from './site-props.ts';

interface AnnouncementsProps {
  of?: SiteProps['announcements'];
  /** Announcements may arrive while the page is open. */
  areLive: boolean;
}

/** Current announcements, and a live region for later ones, so that screen readers announce only those. */
export function Announcements({ of: announcements = [], areLive }: AnnouncementsProps) {
  if (announcements.length === 0 && !areLive) return null;
  return (
    <div id="announcements" role="status" aria-atomic="false" aria-label="Announcements">
      {announcements.map((each) => (
        <Island key={each.id} name="notice" props={each} unless={dismissalKey(each.id)} />
      ))}
    </div>
  );
}
