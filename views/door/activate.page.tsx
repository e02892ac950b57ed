import type { SiteProps } from '../layout/layout.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Banner } from '../ui/notice.tsx';
import { Door } from './door.tsx';

export interface LogInToConfirmProps {
  site: SiteProps;
  /** URL of the link's page, target of its forms. */
  action: string;
  /** The address to confirm. */
  email: string | null;
  /** Email of the user who is logged in instead; null if none. */
  otherEmail: string | null;
  /** Error of the last attempt. */
  error?: string | null;
}

/**
 * Confirmation link opened in a browser that is not logged in to its account: asks for the password, or lets someone
 * who never registered report it.
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
