import { Button } from '../ui/button.tsx';
import { Banner } from '../ui/notice.tsx';

/** Asks the user to confirm their address, and sends the link again. */
export function Unconfirmed({ email, isSent }: { email: string; isSent: boolean }) {
  if (isSent) {
    return (
      <Banner tone="good" icon="mail" role="status" title="Check your inbox">
        {`We’ve sent the link to ${email} again. It can take a minute; check your spam folder too.`}
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
            Resend email
          </Button>
        </form>
      }
    >
      {`We’ve emailed a link to ${email}. Open it, so you don’t miss anything about your VidDays.`}
    </Banner>
  );
}
