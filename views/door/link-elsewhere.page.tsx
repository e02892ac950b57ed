import type { SiteProps } from '../layout/layout.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Field } from '../ui/field.tsx';
import { Banner } from '../ui/notice.tsx';
import { Door } from './door.tsx';
import type { FormProblems } from './problems.ts';

export interface LinkElsewherePageProps extends FormProblems {
  site: SiteProps;
  /** Target of the form. */
  action: string;
  /** Address of the account. */
  email: string | null;
  /** This browser has drafts that move to the account only with consent. */
  hasOwn: boolean;
}

/** `/auth/sign-in-link/TOKEN` in a browser that did not request it: posts `code` to itself. */
export function LinkElsewherePage({ site, action, email, hasOwn, error, fields = {} }: LinkElsewherePageProps) {
  return (
    <Door site={site} art={['samira', 'cook', 'dog']}>
      <div>
        <h1>Check the other screen</h1>
        {email && <p className="door__address">{email}</p>}
        <p>
          You asked for this link in another browser. It shows a six-digit code there. Type it here, and you’ll be
          logged in on this device.
        </p>
      </div>
      {error && (
        <Banner tone="bad" role="alert">
          {error}
        </Banner>
      )}
      <form method="post" action={action} noValidate>
        <Field
          id="code"
          name="code"
          label="Code from the other screen"
          className="field--code"
          autoComplete="off"
          inputMode="numeric"
          pattern="\s*(\d\s*){6}"
          title="Six digits"
          maxLength={12}
          required
          error={fields.code}
          focused={Boolean(fields.code)}
        />
        {hasOwn && <OwnToo />}
        <Button type="submit" size="big" wide>
          Log me in
        </Button>
      </form>
      <p className="l-small">
        Lost the other screen? <a href="/auth/sign-in-link">Ask for a new link here</a>
      </p>
      <p className="l-small">
        Didn’t ask for this, or someone sent you this link or a code? Just close this page; nothing will happen.
      </p>
    </Door>
  );
}

/** Asks for consent to move this browser's drafts to the account. */
export function OwnToo() {
  return (
    <Checkbox
      name="withOwn"
      value="yes"
      label="This is my account: also add what I started on this device"
      hint="A VidDay or clips were made here before anyone logged in."
    />
  );
}
