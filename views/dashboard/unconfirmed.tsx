import { Button } from '../ui/button.tsx';
import { Banner } from '../ui/notice.tsx';

/** Asks for the click that confirms an address, and mails it again. */
export function Unconfirmed({ email, isSent }: { email: string; isSent: boolean }) {
  if (isSent) {
    return (
      <Banner tone="good" icon="mail" role="status" title="Look into your mailbox">
        {`We have mailed the link to ${email} once more. It can take a minute; look among spam too.`}
      </Banner>
    );
  }
  return (
    <Banner
      tone="warn"
      icon="mail"
      title="Please confirm your address"
      action={
        <form method="post" action="/auth/resend-verification">
          <Button type="submit" kind="second" size="small">
            Mail it again
          </Button>
        </form>
      }
    >
      {`We have mailed a link to ${email}. Open it, so that nothing about your VidDays gets lost.`}
    </Banner>
  );
}
