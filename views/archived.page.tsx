import type { SiteProps } from './layout/layout.tsx';
import { MessagePage } from './message.page.tsx';
import { Button } from './ui/button.tsx';

interface ArchivedPageProps {
  site: SiteProps;
  /** Where the button is sent. */
  action: string;
  /** The film as others see it; null without one. */
  filmHref: string | null;
}

/** The studio of an archived event: one click brings it back. */
export function ArchivedPage({ site, action, filmHref }: ArchivedPageProps) {
  const ways = [
    ...(filmHref ? [{ href: filmHref, label: 'Watch the film' }] : []),
    { href: '/dashboard', label: 'My VidDays' },
  ];
  return (
    <MessagePage
      site={site}
      title="This VidDay is put away"
      text="Nothing had changed here for months. Everything is kept, and the film still plays for everyone with its link."
      ways={ways}
    >
      <form method="post" action={action}>
        <Button type="submit">Bring it back</Button>
      </form>
    </MessagePage>
  );
}
