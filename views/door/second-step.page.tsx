import type { PageHead } from '../layout/document.tsx';
import type { SiteProps } from '../layout/layout.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { CodeField } from './code-field.tsx';
import { Door } from './door.tsx';

export interface SecondStepPageProps {
  site: SiteProps;
  next?: string | null;
  /** Message at the submitted field. */
  error?: string | null;
  /** The recovery code was submitted, not the app's. */
  wasRecovery?: boolean;
}

export function secondStepHead(): PageHead {
  return { title: 'One more step: VidDay', indexed: false, occasion: 'thankyou', sheet: 'door' };
}

/** `/auth/second-step`: posts `code` and `next` to itself; the user is in the session. */
export function SecondStepPage({ site, next, error, wasRecovery = false }: SecondStepPageProps) {
  return (
    <Door site={site} art={['lena', 'cook', 'amara']}>
      <div>
        <h1>One more step</h1>
        <p>Open the app on your phone that makes codes for VidDay, and type the six digits it shows.</p>
      </div>
      <form method="post" action="/auth/second-step" noValidate>
        {next && <input type="hidden" name="next" value={next} />}
        <CodeField error={wasRecovery ? null : error} focused={!wasRecovery} />
        <Button type="submit" size="big" wide>
          Log in
        </Button>
      </form>
      <details className="door__reveal" open={wasRecovery}>
        <summary>I don’t have my phone</summary>
        <form method="post" action="/auth/second-step" noValidate>
          {next && <input type="hidden" name="next" value={next} />}
          <input type="hidden" name="kind" value="recovery" />
          <Field
            id="recovery"
            name="code"
            label="One of your recovery codes"
            hint="You got them when you turned this step on. Each one works once."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            required
            error={wasRecovery ? error : null}
            focused={wasRecovery}
          />
          <Button type="submit" kind="second" wide>
            Use this code
          </Button>
        </form>
        <p className="l-small">
          No codes either? Write to us from the address of your account; we’ll help you get back in once we’re sure it’s
          you.
        </p>
      </details>
      <p className="l-small">
        <a href="/auth/login">Log in as someone else</a>
      </p>
    </Door>
  );
}
