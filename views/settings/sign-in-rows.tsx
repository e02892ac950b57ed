import type { User } from '../../src/shared/contracts/accounts.ts';
import { CurrentPassword, NewPassword } from '../door/password-input.tsx';
import { firstOf } from '../door/problems.ts';
import { UserName } from '../door/user-name.tsx';
import { Button } from '../ui/button.tsx';
import { CodeFromApp } from '../ui/code-from-app.tsx';
import { EmailField } from '../ui/email-field.tsx';
import { FieldError } from '../ui/field.tsx';
import { Row } from './row.tsx';
import type { Refused } from './settings-props.ts';

interface RowsProps {
  user: User;
  /** New address that is not confirmed yet. */
  pendingEmail: string | null;
  /** Whether a two-factor code is required. */
  asksCode: boolean;
  refused: Refused | null;
}

/** Email address and password. */
export function SignInRows({ refused, ...facts }: RowsProps) {
  return (
    <>
      <EmailRow {...facts} refused={refused?.form === 'email' ? refused : null} />
      <PasswordRow {...facts} refused={refused?.form === 'password' ? refused : null} />
    </>
  );
}

function EmailRow({ user, pendingEmail, asksCode, refused }: RowsProps) {
  const fields = refused?.fields ?? {};
  const first = firstOf(['email', 'currentPassword', 'code'], fields);
  return (
    <Row
      id="change-email"
      title="Email"
      value={
        pendingEmail ? (
          <>
            {user.email}. It becomes <strong>{pendingEmail}</strong> once you’ve opened the links we emailed.
          </>
        ) : (
          user.email
        )
      }
      badge={user.verified ? null : { tone: 'warn', text: 'Not confirmed' }}
      isOpen={refused !== null}
    >
      <form method="post" action="/settings/profile/email" className="settings__form" noValidate>
        {refused?.error && <FieldError>{refused.error}</FieldError>}
        <EmailField
          id="new-email"
          label="New email"
          autoComplete="email"
          hint={
            user.verified ? 'We’ll send a link to both your old and your new address, and wait for both.' : undefined
          }
          defaultValue={refused?.values.email}
          error={fields.email}
          focused={first === 'email'}
        />
        {user.hasPassword && (
          <CurrentPassword
            id="email-password"
            name="currentPassword"
            label="Your password"
            error={fields.currentPassword}
            focused={first === 'currentPassword'}
          />
        )}
        {asksCode && <CodeFromApp id="email-code" error={fields.code} focused={first === 'code'} />}
        <Button type="submit" kind="second">
          Send the links
        </Button>
      </form>
    </Row>
  );
}

function PasswordRow({ user, asksCode, refused }: RowsProps) {
  const fields = refused?.fields ?? {};
  const first = firstOf(['currentPassword', 'newPassword', 'code'], fields);
  return (
    <Row
      id="change-password"
      title="Password"
      value={user.hasPassword ? 'Set' : 'None yet. You log in another way.'}
      act={user.hasPassword ? 'Change' : 'Choose one'}
      isOpen={refused !== null}
    >
      <form method="post" action="/settings/profile/password" className="settings__form" noValidate>
        {refused?.error && <FieldError>{refused.error}</FieldError>}
        <UserName email={user.email} />
        {user.hasPassword && (
          <CurrentPassword
            id="current-password"
            name="currentPassword"
            label="Current password"
            error={fields.currentPassword}
            focused={first === 'currentPassword'}
            link={{ href: '/auth/forgot-password', label: 'Forgot it?' }}
          />
        )}
        <NewPassword
          id="new-password"
          name="newPassword"
          label="New password"
          error={fields.newPassword}
          focused={first === 'newPassword'}
        />
        {asksCode && <CodeFromApp id="password-code" error={fields.code} focused={first === 'code'} />}
        <p className="l-small">You’ll be logged out everywhere else.</p>
        <Button type="submit" kind="second">
          Save the new password
        </Button>
      </form>
    </Row>
  );
}
