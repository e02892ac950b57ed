import { dismissalKey } from '../../islands/notice/dismissal.ts';
import { Island } from '../island.tsx';
import type { SiteProps } from './site-props.ts';

interface AnnouncementsProps {
  of?: SiteProps['announcements'];
  /** There is a place for those that come while the page is open. */
  areLive: boolean;
}

/** What is announced, with its place for what comes later. */
export function Announcements({ of: announcements = [], areLive }: AnnouncementsProps) {
  if (announcements.length === 0 && !areLive) return null;
  return (
    <aside id="announcements" aria-label="Announcements" hidden={announcements.length === 0}>
      {announcements.map((each) => (
        <Island key={each.id} name="notice" props={each} unless={dismissalKey(each.id)} />
      ))}
    </aside>
  );
}
