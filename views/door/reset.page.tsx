import type { SiteProps } from '../layout/layout.tsx';
import { Button } from '../ui/button.tsx';
import { Banner } from '../ui/notice.tsx';
import { Door } from './door.tsx';
import { NewPassword } from './password-input.tsx';
import type { FormProblems } from './problems.ts';
import { UserName } from './user-name.tsx';

export interface ResetPageProps extends FormProblems {
  site: SiteProps;
  /** Target of the form. */
  action: string;
  /** Address of the account. */
  email: string;
}

/** `/auth/reset-password/TOKEN`: posts `password` to itself. */
export function ResetPage({ site, action, email, error, fields = {} }: ResetPageProps) {
  return (
    <Door site={site} art={['karl', 'beach', 'kids']}>
      <div>
        <h1>Choose a new password</h1>
        {email && (
          <p>
            For <strong>{email}</strong>.
          </p>
        )}
      </div>
      {error && (
        <Banner tone="bad" role="alert">
          {error}
        </Banner>
      )}
      <form method="post" action={action} noValidate>
        <UserName email={email} />
        <NewPassword label="New password" error={fields.password} focused={Boolean(fields.password)} />
        <Button type="submit" size="big" wide>
          Save and log in
        </Button>
      </form>
      <p className="l-small">You’ll be logged out everywhere else.</p>
    </Door>
  );
}
