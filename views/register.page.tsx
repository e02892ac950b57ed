import { NAME_MAX } from '../src/shared/limits.ts';
import { Island } from './base/island.tsx';
import { Door } from './door/door.tsx';
import { nextQuery, OtherWays, type Ways } from './door/other-ways.tsx';
import { NewPassword } from './door/password-input.tsx';
import { type FormField, type FormProblems, problemsOf } from './door/problems.ts';
import type { PageHead } from './layout/document.tsx';
import type { SiteProps } from './layout/layout.tsx';
import { Button, ButtonLink } from './ui/button.tsx';
import { ErrorSummary } from './ui/error-summary.tsx';
import { Field } from './ui/field.tsx';
import { Banner } from './ui/notice.tsx';

export interface RegisterPageProps extends FormProblems {
  site: SiteProps;
  /** Submitted values to show again; never the password. */
  values?: { firstName?: string; email?: string };
  next?: string | null;
  /** Error of the whole form, such as too many attempts. */
  error?: string | null;
  /** Title of an event prepared in this browser; registering keeps it. */
  prepared?: string | null;
  /** An account with this address exists. */
  isKnown?: boolean;
  ways?: Ways;
}

export function registerHead(): PageHead {
  return {
    title: 'Create an account: VidDay',
    description: 'An account keeps your VidDays. Friends who send clips need none.',
    indexed: false,
    occasion: 'birthday',
    sheet: 'door',
  };
}

const FIELDS: readonly FormField[] = [
  { name: 'firstName', id: 'first-name', label: 'Your first name' },
  { name: 'email', id: 'email', label: 'Email' },
  { name: 'password', id: 'password', label: 'Password' },
];

/** `/auth/register`: posts `firstName`, `email`, `password`, `next` to itself. */
export function RegisterPage(props: RegisterPageProps) {
  const { site, values = {}, next, fields = {}, error, prepared, isKnown, ways } = props;
  const problems = problemsOf(FIELDS, fields);
  const first = problems[0]?.id;
  return (
    <Door site={site} art={['karl', 'lena', 'amara']}>
      <div>
        <h1>{prepared ? 'Keep what you’ve started' : 'Create an account'}</h1>
        <p className="l-small">Only you, the organiser, needs one. Your friends just open the link.</p>
      </div>
      {prepared && (
        <Banner tone="good" icon="gift">
          <p>
            <strong>{prepared}</strong> is ready and waiting. Your new account will keep it.
          </p>
        </Banner>
      )}
      {error && (
        <Banner tone="bad" role="alert">
          {error}
        </Banner>
      )}
      {isKnown && (
        <Banner
          title="You’ve been here before"
          action={
            <>
              <ButtonLink kind="second" size="small" href={`/auth/login${nextQuery(next)}`}>
                Log in
              </ButtonLink>
              <ButtonLink kind="second" size="small" href={`/auth/sign-in-link${nextQuery(next)}`}>
                Email me a link
              </ButtonLink>
            </>
          }
        />
      )}
      <ErrorSummary problems={problems} />
      <form method="post" action="/auth/register" data-form="register" noValidate>
        {next && <input type="hidden" name="next" value={next} />}
        <Field
          id="first-name"
          name="firstName"
          label="Your first name"
          hint="Friends see who’s asking."
          autoComplete="given-name"
          maxLength={NAME_MAX}
          defaultValue={values.firstName}
          error={fields.firstName}
          focused={(first ?? 'first-name') === 'first-name'}
        />
        <Island
          name="email-field"
          props={{ value: values.email ?? '', error: fields.email ?? null, focused: first === 'email' }}
        />
        <NewPassword error={fields.password} focused={first === 'password'} />
        <Button type="submit" size="big" wide>
          Create account
        </Button>
        <p className="l-fine">
          By creating an account, you agree to the <a href={site.links?.terms ?? '/terms'}>terms</a>. Our{' '}
          <a href={site.links?.privacy ?? '/privacy'}>privacy notice</a> says what we store.
        </p>
      </form>
      {ways && <OtherWays ways={{ ...ways, link: false, passkey: false }} next={next} />}
      <p className="l-small">
        Been here before? <a href={`/auth/login${nextQuery(next)}`}>Log in</a>
      </p>
    </Door>
  );
}
