import { Layout, type SiteProps } from './layout/layout.tsx';
import { Button } from './ui/button.tsx';
import { Card } from './ui/card.tsx';
import { Checkbox } from './ui/choice.tsx';
import { Field } from './ui/field.tsx';
import { Banner } from './ui/notice.tsx';

const NAMES: Record<string, string> = { google: 'Google', apple: 'Apple' };

export interface SandboxSignInProps {
  site: SiteProps;
  provider: string;
  /** The original request, posted back with the form. */
  request: string;
}

/** Stand-in for a provider's sign-in page: visitors choose any identity. */
export function SandboxSignInPage({ site, provider, request }: SandboxSignInProps) {
  const name = NAMES[provider] ?? provider;
  return (
    <Layout site={site} mainClass="l-page message">
      <Card stack>
        <Banner tone="warn" icon="info" title={`This is not ${name}`}>
          It stands in for {name} in development, and accepts any name. It doesn’t exist in production.
        </Banner>
        <h1>Who are you at {name}?</h1>
        <form method="post" action={`/sandbox/sign-in/${provider}`} className="l-stack">
          <input type="hidden" name="request" value={request} />
          <Field label="Email" name="email" type="email" defaultValue="ada@example.com" required />
          <Field label="First name" name="firstName" defaultValue="Ada" />
          <Field label="Last name" name="lastName" defaultValue="Lovelace" />
          <Checkbox name="isConfirmed" value="yes" defaultChecked label={`The address is confirmed at ${name}`} />
          {provider === 'google' && (
            <Checkbox
              name="isHosted"
              value="yes"
              defaultChecked
              label="Google runs the address’s domain"
              hint="Otherwise we email the address to confirm it."
            />
          )}
          <div className="l-row">
            <Button type="submit" size="big">
              Continue
            </Button>
            <Button type="submit" kind="quiet" name="answer" value="back" formNoValidate>
              Go back
            </Button>
          </div>
        </form>
      </Card>
    </Layout>
  );
}

export interface SandboxReturnProps {
  site: SiteProps;
  provider: string;
  action: string;
  fields: Record<string, string>;
}

/** Apple's page posts its result by script; this one has a button. */
export function SandboxReturnPage({ site, provider, action, fields }: SandboxReturnProps) {
  return (
    <Layout site={site} mainClass="l-page message">
      <Card stack>
        <Banner tone="warn" icon="info" title={`This is not ${NAMES[provider] ?? provider}`}>
          The real one continues automatically.
        </Banner>
        <h1>Back to VidDay</h1>
        <form method="post" action={action}>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" size="big">
            Continue
          </Button>
        </form>
      </Card>
    </Layout>
  );
}
