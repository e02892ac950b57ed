import type { PageHead } from './document.tsx';
import type { SiteProps } from './layout.tsx';
import { MessagePage, messageHead } from './message.page.tsx';
import { Button } from './ui/button.tsx';

export interface MailStopPageProps {
  site: SiteProps;
  /** Path that the buttons post to. */
  action: string;
  /** What these mails tell, such as "My film is ready". */
  label: string;
  isWanted: boolean;
  /** Whether mails that one sender causes still come; null where nobody else caused the mail. */
  fromSender: boolean | null;
}

export function mailStopHead(): PageHead {
  return messageHead('Your mails');
}

/** Stops one kind of mail, or lets it come again, for whoever opened the link of such a mail. */
export function MailStopPage({ site, action, label, isWanted, fromSender }: MailStopPageProps) {
  const ways = [{ href: '/settings/profile#mails', label: 'Choose all your mails' }];
  const titles = {
    all: 'These mails have stopped',
    sender: 'No more mails from this person',
    none: 'No more of these mails?',
  };
  const stopped = !isWanted ? 'all' : fromSender === false ? 'sender' : 'none';
  return (
    <MessagePage site={site} title={titles[stopped]} ways={ways}>
      {fromSender === null ? (
        <p>
          {isWanted ? 'We write to you under this heading: ' : 'We no longer write to you under this heading: '}
          <strong>{label}</strong>.
        </p>
      ) : (
        <p>{FROM_OTHERS[stopped]}</p>
      )}
      <form method="post" action={action} className="stack">
        {stopped === 'none' && fromSender !== null && (
          <Button type="submit" name="stop" value="sender">
            Stop mails from this person
          </Button>
        )}
        {stopped === 'sender' && (
          <Button type="submit" kind="second" name="again" value="sender">
            Let them come again
          </Button>
        )}
        {isWanted ? (
          <Button type="submit" kind={fromSender === null ? 'main' : 'second'} name="stop" value="all">
            {fromSender === null ? 'Stop these mails' : 'Stop mails from everybody'}
          </Button>
        ) : (
          <Button type="submit" kind="second" name="again" value="all">
            Let them come again
          </Button>
        )}
      </form>
    </MessagePage>
  );
}

const FROM_OTHERS = {
  none: 'Somebody who knows your address had us write to you. You can stop that for this person, or for everybody.',
  sender: 'This person can’t have us write to you any more. Others still can.',
  all: 'Nobody can have us write to you any more.',
};
