import { dismissalKey } from '../../islands/notice/dismissal.ts';
import { Island } from '../base/island.tsx';
import type { SiteProps } from './site-props.ts';

interface AnnouncementsProps {
  of?: SiteProps['announcements'];
  /** There is a place for those that come while the page is open. */
  areLive: boolean;
}

/** What is announced, with its place for what comes later: readers watch it since the page came, and are told only of that. */
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
