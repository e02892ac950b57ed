import type { SiteProps } from '../layout.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Banner } from '../ui/notice.tsx';
import { Door } from './door.tsx';

export interface LogInToConfirmProps {
  site: SiteProps;
  /** Of the link's page, where its forms post to. */
  action: string;
  /** The address that waits to be confirmed. */
  email: string | null;
  /** Who is logged in here instead; null for nobody. */
  otherEmail: string | null;
  /** Why it did not work just now. */
  error?: string | null;
}

/**
 * The link that confirms an address, in a browser that is not logged in to its account: whoever has the password is asked
 * for it, and whoever never made the account can say so.
 */
export function LogInToConfirmPage({ site, action, email, otherEmail, error }: LogInToConfirmProps) {
  return (
    <Door site={site} art={['ruth', 'kids', 'lena']}>
      <div>
        <h1>Did you make this account?</h1>
        {email && <p className="door__address">{email}</p>}
        <p>
          {otherEmail
            ? `You’re logged in as ${otherEmail} here. If this account is yours too, log out and log in to it, then confirm its address.`
            : 'Someone made an account with this address. If that was you, log in and confirm it, so nobody else can do it in your name.'}
        </p>
      </div>
      {error && (
        <Banner tone="bad" role="alert">
          {error}
        </Banner>
      )}
      {otherEmail ? (
        <form method="post" action="/auth/logout">
          <input type="hidden" name="next" value={action} />
          <Button type="submit" size="big" wide>
            Log out here
          </Button>
        </form>
      ) : (
        <>
          <ButtonLink href={`/auth/login?next=${encodeURIComponent(action)}`} size="big" wide>
            Log in to confirm
          </ButtonLink>
          <p className="l-small">
            Forgot your password? <a href="/auth/forgot-password">Choose a new one</a>
          </p>
        </>
      )}
      <form method="post" action={`${action}/not-mine`}>
        <Button type="submit" kind="second" wide>
          I didn’t make this account
        </Button>
        <p className="l-small">Then we’ll lock out the person who did. You won’t lose anything.</p>
      </form>
    </Door>
  );
}
