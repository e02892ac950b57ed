import type { UserProfile } from '../src/shared/contracts/profiles.ts';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { AccountSection } from './settings/account-section.tsx';
import { AccountTabs } from './settings/account-tabs.tsx';
import { DataSection } from './settings/data-section.tsx';
import type { DetailChoices } from './settings/details-form.tsx';
import { MailsSection } from './settings/mails-section.tsx';
import { SecuritySection } from './settings/security-section.tsx';
import type { DateLook, Refused, SecurityFacts, SettingsNote } from './settings/settings-props.ts';

export interface SettingsPageProps extends SecurityFacts {
  site: SiteProps;
  profile: UserProfile;
  choices: DetailChoices;
  /** New address that is not confirmed yet. */
  pendingEmail: string | null;
  look: DateLook;
  /** Result of the last action. */
  note?: SettingsNote | null;
  /** The refused form. */
  refused?: Refused | null;
}

export function settingsHead(): PageHead {
  return { title: 'My Account: VidDay', indexed: false, sheet: 'settings' };
}

const PARTS = [
  { id: 'account', label: 'About you' },
  { id: 'security', label: 'Security' },
  { id: 'mails', label: 'Emails' },
  { id: 'data', label: 'My data' },
] as const;

/** `/settings/profile`: all account settings. */
export function SettingsPage(props: SettingsPageProps) {
  const { site, profile, choices, pendingEmail, look, note = null, refused = null, ...facts } = props;
  return (
    <Layout site={site} current="account" mainClass="l-page settings">
      <h1>My Account</h1>
      <div className="settings__tabs">
        <AccountTabs current="profile" />
      </div>
      <nav className="settings__nav" aria-label="On this page">
        {PARTS.map(({ id, label }) => (
          <a key={id} href={`#${id}`}>
            {label}
          </a>
        ))}
      </nav>
      <div className="settings__parts">
        <AccountSection
          user={facts.user}
          profile={profile}
          pendingEmail={pendingEmail}
          choices={choices}
          asksCode={facts.asksCode.withPassword}
          refused={refused}
          note={note}
        />
        <SecuritySection {...facts} isHidden={site.isImpersonated ?? false} refused={refused} note={note} look={look} />
        <MailsSection notifications={profile.notifications} pace={profile.mailPace} note={note} />
        <DataSection user={facts.user} asksCode={facts.asksCode.withPassword} refused={refused} note={note} />
      </div>
    </Layout>
  );
}
