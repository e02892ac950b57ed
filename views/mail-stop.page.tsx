import type { PageHead } from './layout/document.tsx';
import type { SiteProps } from './layout/layout.tsx';
import { MessagePage, messageHead } from './message.page.tsx';
import { Button } from './ui/button.tsx';

export interface MailStopPageProps {
  site: SiteProps;
  /** Target of the buttons. */
  action: string;
  /** Label of these mails, such as "My film is ready". */
  label: string;
  isWanted: boolean;
  /** Whether mails caused by this sender are wanted; null when nobody else caused the mail. */
  fromSender: boolean | null;
}

export function mailStopHead(): PageHead {
  return messageHead('Your emails');
}

/** Unsubscribes from one kind of mail, or subscribes again, for anyone with the link from such a mail. */
export function MailStopPage({ site, action, label, isWanted, fromSender }: MailStopPageProps) {
  const ways = [{ href: '/settings/profile#mails', label: 'Choose all your emails' }];
  const titles = {
    all: 'These emails have stopped',
    sender: 'No more emails from this person',
    none: 'Unsubscribe from these emails?',
  };
  const stopped = !isWanted ? 'all' : fromSender === false ? 'sender' : 'none';
  return (
    <MessagePage site={site} title={titles[stopped]} ways={ways}>
      {fromSender === null ? (
        <p>
          {isWanted ? 'You get emails of this kind: ' : 'You no longer get emails of this kind: '}
          <strong>{label}</strong>.
        </p>
      ) : (
        <p>{FROM_OTHERS[stopped]}</p>
      )}
      <form method="post" action={action} className="l-stack">
        {stopped === 'none' && fromSender !== null && (
          <Button type="submit" name="stop" value="sender">
            Stop emails from this person
          </Button>
        )}
        {stopped === 'sender' && (
          <Button type="submit" kind="second" name="again" value="sender">
            Turn them back on
          </Button>
        )}
        {isWanted ? (
          <Button type="submit" kind={fromSender === null ? 'main' : 'second'} name="stop" value="all">
            {fromSender === null ? 'Stop these emails' : 'Stop emails from everyone'}
          </Button>
        ) : (
          <Button type="submit" kind="second" name="again" value="all">
            Turn them back on
          </Button>
        )}
      </form>
    </MessagePage>
  );
}

const FROM_OTHERS = {
  none: 'Someone who knows your address asked us to write to you. You can stop that for this person, or for everyone.',
  sender: 'This person can’t ask us to write to you any more. Others still can.',
  all: 'Nobody can ask us to write to you any more.',
};
