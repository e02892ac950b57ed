import { date } from '../src/shared/format.ts';
import type { SiteProps } from './layout/layout.tsx';
import { MessagePage } from './message.page.tsx';
import { Button } from './ui/button.tsx';

interface DeletedPageProps {
  site: SiteProps;
  id: string;
  /** Until when it can be restored. */
  until: string;
  timeZone: string;
  /** Whether the viewer may restore it. */
  mayRestore: boolean;
}

/** The studio of a deleted event. */
export function DeletedPage({ site, id, until, timeZone, mayRestore }: DeletedPageProps) {
  const day = date(until, { timeZone });
  return (
    <MessagePage
      site={site}
      title="This VidDay was deleted"
      text={
        mayRestore
          ? `Nobody else can open it, and its links don’t work. You can bring it back until ${day}. After that, its clips and films are gone for good.`
          : `Nobody can open it, and its links don’t work. Its owner can bring it back until ${day}.`
      }
      ways={[{ href: '/dashboard', label: 'My VidDays' }]}
    >
      {mayRestore && (
        <form method="post" action="/dashboard/deleted">
          <Button type="submit" name="id" value={id}>
            Bring it back
          </Button>
        </form>
      )}
    </MessagePage>
  );
}
