import { Card } from '../ui/card.tsx';
import { Banner } from '../ui/notice.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecondStep } from './second-step.tsx';
import { Section } from './section.tsx';
import { Sessions } from './sessions.tsx';
import type { DateLook, Refused, SecurityFacts, SettingsNote } from './settings-props.ts';
import { WaitingRole } from './waiting-role.tsx';
import { WaysIn } from './ways-in.tsx';

interface SecuritySectionProps extends SecurityFacts {
  /** During impersonation: security is the user's own business. */
  isHidden: boolean;
  refused: Refused | null;
  note: SettingsNote | null;
  look: DateLook;
}

/** Sign-in methods and sessions. */
export function SecuritySection({ isHidden, refused, note, look, ...facts }: SecuritySectionProps) {
  if (isHidden) {
    return (
      <Section id="security" title="Security" note={note}>
        <Banner icon="lock">Only the account’s owner sees this.</Banner>
      </Section>
    );
  }
  return (
    <Section id="security" title="Security" note={note}>
      {facts.waitingRole && (
        <WaitingRole role={facts.waitingRole} hasFactor={facts.secondFactor.isOn || facts.passkeys.length > 0} />
      )}
      <Card className="settings__card">
        <SecondStep state={facts.secondFactor} refused={refused} look={look} />
        <Passkeys
          userId={facts.user.id}
          passkeys={facts.passkeys}
          asksCode={facts.asksCode.alone}
          refused={refused?.form === 'passkey' ? refused : null}
          look={look}
        />
        <WaysIn
          identities={facts.identities}
          providers={facts.providers}
          asksCode={facts.asksCode.alone}
          refused={refused?.form === 'providers' ? refused : null}
          look={look}
        />
      </Card>
      <Card className="settings__card">
        <Sessions sessions={facts.sessions} look={look} />
      </Card>
    </Section>
  );
}
