import type { SecondFactorSetup } from '../../src/shared/contracts/second-factor.ts';
import { Island } from '../base/island.tsx';
import { CodeField } from '../door/code-field.tsx';
import type { PageHead } from '../layout/document.tsx';
import { Layout, type SiteProps } from '../layout/layout.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { List } from '../ui/list.tsx';
import { Banner } from '../ui/notice.tsx';

export function secondStepSetupHead(): PageHead {
  return { title: 'Second step: VidDay', indexed: false, referrer: 'strict-origin', sheet: 'settings' };
}

export interface SecondStepSetupPageProps {
  site: SiteProps;
  setup: SecondFactorSetup;
  error?: string | null;
}

/** `/settings/second-step`: sets up an authenticator app in three steps; posts `code` to itself. */
export function SecondStepSetupPage({ site, setup, error }: SecondStepSetupPageProps) {
  return (
    <Layout site={site} current="account" stays="as-signed-in" mainClass="l-page second-step">
      <div>
        <p className="l-small">
          <a href="/settings/profile#security">Back to my account</a>
        </p>
        <h1>Turn on the second step</h1>
        <p className="l-lead">From then on, we’ll ask for a code from your phone when you log in with your password.</p>
      </div>
      <List ordered className="second-step__steps">
        <li>
          <Card stack as="section">
            <h2>1. Get an app for codes</h2>
            <p>
              If your phone’s password manager can make codes, use that. Otherwise any authenticator app will do: Google
              Authenticator, Microsoft Authenticator, 2FAS, Aegis.
            </p>
          </Card>
        </li>
        <li>
          <Card stack as="section">
            <h2>2. Scan this with the app</h2>
            <div className="second-step__qr-row">
              <img
                className="second-step__qr"
                width="200"
                height="200"
                alt="QR code for your app"
                src={`data:image/svg+xml,${encodeURIComponent(setup.qr)}`}
              />
              <div className="l-stack">
                <p>Choose “add” or “+” in the app, then point your camera at the square.</p>
                <p>
                  Reading this on that phone? <a href={setup.uri}>Open the app</a>.
                </p>
                <p>
                  Or type this in: <span className="second-step__secret">{setup.secret}</span>
                </p>
              </div>
            </div>
          </Card>
        </li>
        <li>
          <Card stack as="section">
            <h2>3. Enter the code it shows</h2>
            <form method="post" action="/settings/second-step" className="settings__form" noValidate>
              <CodeField error={error} focused={Boolean(error)} />
              <Button type="submit">Turn it on</Button>
            </form>
          </Card>
        </li>
      </List>
    </Layout>
  );
}

export interface RecoveryCodesPageProps {
  site: SiteProps;
  codes: readonly string[];
  /** Two-factor has just been turned on; otherwise only the codes are new. */
  isFirst: boolean;
}

/** Shown once, as the answer to the form that made the codes. */
export function RecoveryCodesPage({ site, codes, isFirst }: RecoveryCodesPageProps) {
  return (
    <Layout site={site} current="account" stays="as-signed-in" mainClass="l-page second-step">
      <div role="status">
        <h1>{isFirst ? 'The second step is on' : 'Your new recovery codes'}</h1>
        <p className="l-lead">
          One thing left: keep these codes. If you lose your phone, each of them lets you in once.
        </p>
      </div>
      <Card stack>
        <List className="second-step__codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </List>
        <Island name="keep-codes" when="visible" props={{ codes: [...codes] }} />
      </Card>
      <Banner tone="warn" title="You’ll only see them once">
        Print them, write them down, or save them in your password manager, but don’t keep them only on this phone.
      </Banner>
      <p>
        <ButtonLink href="/settings/profile#security" size="big">
          I’ve saved them
        </ButtonLink>
      </p>
    </Layout>
  );
}
