import type { UserProfile } from '../../src/shared/contracts/profiles.ts';
import { NOTIFICATION_NAMES, NOTIFICATIONS } from '../../src/shared/notifications.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox, ChoiceGroup, Radio } from '../ui/choice.tsx';
import { Section } from './section.tsx';
import type { SettingsNote } from './settings-props.ts';

interface MailsSectionProps {
  notifications: UserProfile['notifications'];
  pace: UserProfile['mailPace'];
  note: SettingsNote | null;
}

/** Mail preferences. */
export function MailsSection({ notifications, pace, note }: MailsSectionProps) {
  return (
    <Section id="mails" title="Emails" intro="Emails that keep your account safe always come." note={note}>
      <Card className="settings__card">
        <form method="post" action="/settings/profile/notifications" className="settings__mails-form">
          <div className="settings__mails">
            {NOTIFICATION_NAMES.map((name) => (
              <Checkbox
                key={name}
                id={`mail-${name}`}
                name={name}
                value="yes"
                label={NOTIFICATIONS[name].label}
                hint={NOTIFICATIONS[name].hint}
                defaultChecked={notifications[name]}
              />
            ))}
          </div>
          <ChoiceGroup legend="How often may we email you?" hint="Never about what you have seen here already.">
            <Radio
              name="mailPace"
              value="soon"
              label="As it happens"
              hint="News at most once an hour."
              defaultChecked={pace === 'soon'}
            />
            <Radio
              name="mailPace"
              value="daily"
              label="One email a day, at 6 pm"
              hint="Payments and your account don’t wait for it, and nor do gifts and invitations."
              defaultChecked={pace === 'daily'}
            />
          </ChoiceGroup>
          <Button type="submit" kind="second">
            Save my choice
          </Button>
        </form>
      </Card>
    </Section>
  );
}
