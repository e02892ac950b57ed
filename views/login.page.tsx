import type { PageHead } from './document.tsx';
import { Door } from './door.tsx';
import type { SiteProps } from './layout.tsx';
import { Button } from './ui/button.tsx';
import { Field } from './ui/field.tsx';
import { Banner } from './ui/notice.tsx';

export interface LoginPageProps {
  site: SiteProps;
  /** Kept when the form comes back. */
  email?: string;
  /** Local path to go on to. */
  next?: string | null;
  /** Beside the password; never says which half was wrong. */
  error?: string | null;
  /** Words at single fields, e.g. an e-mail without an ending. */
  fields?: { email?: string; password?: string };
  /** Why somebody came here, e.g. "Log in to keep Ruth’s birthday." */
  notice?: string | null;
  /** Left out where no such page is. */
  forgotHref?: string | null;
}

export function loginHead(): PageHead {
  return {
    title: 'Log in: VidDay',
    description: 'Log in to your VidDays.',
    indexed: false,
    occasion: 'thankyou',
    sheet: 'site',
  };
}

/** `/auth/login`: posts `email`, `password`, `next` to itself. */
export function LoginPage({ site, email, next, error, fields = {}, notice, forgotHref }: LoginPageProps) {
  const query = next ? `?next=${encodeURIComponent(next)}` : '';
  return (
    <Door site={site} art={['samira', 'cook', 'dog']}>
      <div>
        <h1>Good to see you</h1>
        <p className="small">Only you, the organiser, needs an account. Your friends don’t.</p>
      </div>
      {notice && <Banner>{notice}</Banner>}
      <form method="post" action="/auth/login" data-form="login">
        {next && <input type="hidden" name="next" value={next} />}
        <Field
          id="email"
          name="email"
          type="email"
          label="E-mail"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          defaultValue={email}
          error={fields.email}
        />
        <Field
          id="password"
          name="password"
          type="password"
          label="Password"
          autoComplete="current-password"
          required
          error={error ?? fields.password}
          aside={forgotHref && <a href={forgotHref}>Forgot it?</a>}
        />
        <Button type="submit" size="big" wide>
          Log in
        </Button>
      </form>
      <p className="small">
        New here? <a href={`/auth/register${query}`}>Create an account</a>
      </p>
    </Door>
  );
}
