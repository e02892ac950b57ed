import { EMAIL_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../src/shared/limits.ts';
import type { PageHead } from './document.tsx';
import { Door } from './door.tsx';
import type { SiteProps } from './layout.tsx';
import { Button } from './ui/button.tsx';
import { Field, FieldError } from './ui/field.tsx';
import { Banner } from './ui/notice.tsx';

export interface RegisterPageProps {
  site: SiteProps;
  /** Kept when the form comes back; never the password. */
  values?: { firstName?: string; email?: string };
  next?: string | null;
  fields?: { firstName?: string; email?: string; password?: string };
  /** Something that belongs to no field, e.g. too many tries. */
  error?: string | null;
  /** Title of an event that this browser prepared; registering keeps it. */
  prepared?: string | null;
}

export function registerHead(): PageHead {
  return {
    title: 'Create an account: VidDay',
    description: 'An account keeps your VidDays. Friends who send clips need none.',
    indexed: false,
    occasion: 'birthday',
    sheet: 'site',
  };
}

/** `/auth/register`: posts `firstName`, `email`, `password`, `next` to itself. */
export function RegisterPage({ site, values = {}, next, fields = {}, error, prepared }: RegisterPageProps) {
  const query = next ? `?next=${encodeURIComponent(next)}` : '';
  return (
    <Door site={site} art={['karl', 'lena', 'amara']}>
      <div>
        <h1>{prepared ? 'Keep what you’ve started' : 'Create an account'}</h1>
        <p className="small">Only you, the organiser, needs one. Your friends just open the link.</p>
      </div>
      {prepared && (
        <Banner tone="good" icon="gift">
          <p>
            <strong>{prepared}</strong> is ready and waits for you. It moves into your account.
          </p>
        </Banner>
      )}
      <form method="post" action="/auth/register" data-form="register">
        {next && <input type="hidden" name="next" value={next} />}
        <Field
          id="first-name"
          name="firstName"
          label="Your first name"
          hint="Friends see who is asking."
          autoComplete="given-name"
          maxLength={NAME_MAX}
          defaultValue={values.firstName}
          error={fields.firstName}
        />
        <Field
          id="email"
          name="email"
          type="email"
          label="E-mail"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={EMAIL_MAX}
          required
          defaultValue={values.email}
          error={fields.email}
        />
        <Field
          id="password"
          name="password"
          type="password"
          label="Password"
          hint={`${PASSWORD_MIN} characters or more. Four words in a row are easy to keep in mind.`}
          autoComplete="new-password"
          minLength={PASSWORD_MIN}
          maxLength={PASSWORD_MAX}
          required
          error={fields.password}
        />
        {error && <FieldError>{error}</FieldError>}
        <Button type="submit" size="big" wide>
          Create account
        </Button>
      </form>
      <p className="small">
        Been here before? <a href={`/auth/login${query}`}>Log in</a>
      </p>
    </Door>
  );
}
