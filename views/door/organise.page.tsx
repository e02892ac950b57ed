import type { PageHead } from '../layout/document.tsx';
import type { SiteProps } from '../layout/layout.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Door } from './door.tsx';
import { nextQuery } from './other-ways.tsx';

export interface OrganisePageProps {
  site: SiteProps;
  /** Target of the button, and where to return to after logging in. */
  action: string;
  /** Title of the event. */
  title: string;
  /** First name of its creator; may be empty. */
  from: string;
  /** Of the viewer's account; null without one. */
  account: string | null;
}

export function organiseHead(): PageHead {
  return { title: 'A hand, please: VidDay', indexed: false, referrer: 'strict-origin', sheet: 'door' };
}

/** A mailed invitation to organise an event: a button accepts it, because scanners open every link in a mail. */
export function OrganisePage({ site, action, title, from, account }: OrganisePageProps) {
  return (
    <Door site={site} art={['lena', 'jonas', 'ruth']}>
      <div>
        <h1>{from ? `${from} would like your help` : 'Would you like to help?'}</h1>
        <p>
          Make <strong>{title}</strong> together. You’ll see who is missing, invite people and choose the clips. Paying
          and deleting stay with {from || 'the owner'}.
        </p>
      </div>
      {account ? (
        <>
          <form method="post" action={action}>
            <Button type="submit" size="big" wide>
              Yes, I’ll help
            </Button>
          </form>
          <p className="l-small">You’re logged in as {account}.</p>
        </>
      ) : (
        <>
          <ButtonLink href={`/auth/register${nextQuery(action)}`} size="big" wide>
            Create an account
          </ButtonLink>
          <ButtonLink href={`/auth/login${nextQuery(action)}`} kind="second" wide>
            Log in
          </ButtonLink>
        </>
      )}
      <p className="l-small">No time? Just close this page.</p>
    </Door>
  );
}
