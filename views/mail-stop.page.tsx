import type { PageHead } from './document.tsx';
import type { SiteProps } from './layout.tsx';
import { MessagePage, messageHead } from './message.page.tsx';
import { Button } from './ui/button.tsx';

export interface MailStopPageProps {
  site: SiteProps;
  /** Path that the button posts to. */
  action: string;
  /** What these mails tell, such as "My film is ready". */
  label: string;
  isWanted: boolean;
}

export function mailStopHead(): PageHead {
  return messageHead('Your mails');
}

/** Stops one kind of mail, or lets it come again, for whoever opened the link of such a mail. */
export function MailStopPage({ site, action, label, isWanted }: MailStopPageProps) {
  const ways = [{ href: '/settings/profile#mails', label: 'Choose all your mails' }];
  return (
    <MessagePage site={site} title={isWanted ? 'No more of these mails?' : 'These mails have stopped'} ways={ways}>
      <p>
        {isWanted ? 'We write to you under this heading: ' : 'We no longer write to you under this heading: '}
        <strong>{label}</strong>.
      </p>
      <form method="post" action={action}>
        <input type="hidden" name={isWanted ? 'stop' : 'again'} value="1" />
        <Button type="submit" kind={isWanted ? 'main' : 'second'}>
          {isWanted ? 'Stop these mails' : 'Let them come again'}
        </Button>
      </form>
    </MessagePage>
  );
}
