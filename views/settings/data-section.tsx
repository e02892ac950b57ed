import type { User } from '../../src/shared/contracts/accounts.ts';
import { CurrentPassword } from '../door/password-input.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { CodeFromApp } from '../ui/code-from-app.tsx';
import { FieldError } from '../ui/field.tsx';
import { FixedRow, Row } from './row.tsx';
import { Section } from './section.tsx';
import type { Refused, SettingsNote } from './settings-props.ts';

interface DataSectionProps {
  user: User;
  asksCode: boolean;
  refused: Refused | null;
  note: SettingsNote | null;
}

/** Data export and account deletion. */
export function DataSection({ user, asksCode, refused, note }: DataSectionProps) {
  const mine = refused?.form === 'delete' ? refused : null;
  const fields = mine?.fields ?? {};
  return (
    <Section id="data" title="My data" note={note}>
      <Card className="settings__card">
        <FixedRow
          title="A copy of everything"
          value="Everything we store about you, your VidDays and your clips, in one file (JSON)."
          action={
            <form method="post" action="/settings/profile/export">
              <Button type="submit" kind="second" size="small" icon="download">
                Download my data
              </Button>
            </form>
          }
        />
        <Row
          id="delete-account"
          title="Delete my account"
          value="You have 30 days to change your mind."
          act="Delete …"
          isOpen={mine !== null}
          danger
        >
          <form method="post" action="/settings/profile/delete" className="settings__form" noValidate>
            <p>
              You’ll be logged out everywhere right away. We’ll email you a link so you can come back within 30 days.
              After that, your account and the VidDays you haven’t given yet are gone for good, except those with
              another organiser, which become theirs. Films you’ve given stay with their recipients.
            </p>
            {mine?.error && <FieldError>{mine.error}</FieldError>}
            {user.hasPassword && (
              <CurrentPassword
                id="delete-password"
                name="currentPassword"
                label="Your password"
                error={fields.currentPassword}
                focused={Boolean(fields.currentPassword)}
              />
            )}
            {asksCode && (
              <CodeFromApp
                id="delete-code"
                error={fields.code}
                focused={Boolean(fields.code) && !fields.currentPassword}
              />
            )}
            <Checkbox
              id="delete-sure"
              name="sure"
              value="yes"
              required
              label="Yes, delete my account and everything in it"
              error={fields.sure && 'Please tick the box, so we know you mean it.'}
            />
            <Button type="submit" kind="danger" icon="trash">
              Delete my account
            </Button>
          </form>
        </Row>
      </Card>
    </Section>
  );
}
