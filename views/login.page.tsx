import { CodeElsewhere } from './door/code-elsewhere.tsx';
import { Door } from './door/door.tsx';
import { nextQuery, OtherWays, type Ways } from './door/other-ways.tsx';
import { CurrentPassword } from './door/password-input.tsx';
import { type FormField, type FormProblems, problemsOf } from './door/problems.ts';
import type { PageHead } from './layout/document.tsx';
import type { SiteProps } from './layout/layout.tsx';
import { Button } from './ui/button.tsx';
import { EmailField } from './ui/email-field.tsx';
import { ErrorSummary } from './ui/error-summary.tsx';
import { Banner } from './ui/notice.tsx';

export interface LoginPageProps extends FormProblems {
  site: SiteProps;
  /** Submitted value to show again. */
  email?: string;
  /** Local path to redirect to. */
  next?: string | null;
  /** Message at the password; never says which of both was wrong. */
  error?: string | null;
  /** Why the user came here, such as "Your password is changed. Log in with the new one." */
  notice?: string | null;
  /** Code for users who read the mail on another device. */
  code?: string | null;
  ways?: Ways;
}

export function loginHead(): PageHead {
  return {
    title: 'Log in: VidDay',
    description: 'Log in to your VidDays.',
    indexed: false,
    occasion: 'thankyou',
    sheet: 'door',
  };
}

const FIELDS: readonly FormField[] = [
  { name: 'email', id: 'email', label: 'Email' },
  { name: 'password', id: 'password', label: 'Password' },
];

/** `/auth/login`: posts `email`, `password`, `next` to itself. */
export function LoginPage({ site, email, next, error, fields = {}, notice, code, ways }: LoginPageProps) {
  const refused = error ? { ...fields, password: error } : fields;
  const problems = problemsOf(FIELDS, refused);
  const first = problems[0]?.id;
  return (
    <Door site={site} art={['samira', 'cook', 'dog']}>
      <div>
        <h1>Good to see you</h1>
        <p className="l-small">Only you, the organiser, needs an account. Your friends don’t.</p>
      </div>
      {notice && <Banner role="status">{notice}</Banner>}
      {code && <CodeElsewhere code={code} />}
      <ErrorSummary problems={problems} />
      <form method="post" action="/auth/login" data-form="login" noValidate>
        {next && <input type="hidden" name="next" value={next} />}
        <EmailField
          autoComplete={ways?.passkey ? 'username webauthn' : 'username'}
          defaultValue={email}
          error={refused.email}
          focused={first === 'email'}
        />
        <CurrentPassword
          error={refused.password}
          focused={first === 'password'}
          link={{ href: '/auth/forgot-password', label: 'Forgot it?' }}
        />
        <Button type="submit" size="big" wide>
          Log in
        </Button>
      </form>
      {ways && <OtherWays ways={ways} next={next} />}
      <p className="l-small">
        New here? <a href={`/auth/register${nextQuery(next)}`}>Create an account</a>
      </p>
    </Door>
  );
}
