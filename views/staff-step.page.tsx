import type { StaffRole } from '../src/shared/roles.ts';
import type { PageHead } from './layout/document.tsx';
import type { SiteProps } from './layout/layout.tsx';
import { MessagePage, messageHead } from './message.page.tsx';

export interface StaffStepPageProps {
  site: SiteProps;
  /** The role without effect. */
  role: StaffRole;
  /** Two-factor methods of the account. */
  factors: { hasApp: boolean; hasPasskey: boolean };
  /** Path to redirect to after logging in again. */
  next: string;
}

const TITLE = 'This needs your second step';

export function staffStepHead(): PageHead {
  return messageHead(TITLE);
}

/** Tells staff without two-factor how to make their role effective. */
export function StaffStepPage({ site, role, factors: { hasApp, hasPasskey }, next }: StaffStepPageProps) {
  const you = `You’re an ${role} here and can open other people’s VidDays.`;
  if (!hasApp && !hasPasskey) {
    return (
      <MessagePage
        site={site}
        title={TITLE}
        text={`${you} That’s why you need a second step to log in: besides your password, a code from an app on your phone. Turning it on takes two minutes.`}
        action={{ href: '/settings/second-step', label: 'Turn on the second step' }}
        ways={[
          { href: '/settings/profile#security', label: 'Or add a passkey, then log in with it' },
          { href: '/dashboard', label: 'My VidDays' },
        ]}
      />
    );
  }
  const means = hasApp ? `the code from your app${hasPasskey ? ', or with your passkey' : ''}` : 'your passkey';
  return (
    <MessagePage
      site={site}
      title={TITLE}
      text={`${you} That’s why you need your second step, and you logged in without it. Log in again, with ${means}.`}
      action={{ href: `/auth/login?again=second-step&next=${encodeURIComponent(next)}`, label: 'Log in again' }}
      ways={[{ href: '/dashboard', label: 'My VidDays' }]}
    />
  );
}
