import type { User } from '../../src/shared/contracts/accounts.ts';
import type { UserProfile } from '../../src/shared/contracts/profiles.ts';
import { Island } from '../base/island.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { type DetailChoices, DetailsForm } from './details-form.tsx';
import { Section } from './section.tsx';
import type { Refused, SettingsNote } from './settings-props.ts';
import { SignInRows } from './sign-in-rows.tsx';

interface AccountSectionProps {
  user: User;
  profile: UserProfile;
  pendingEmail: string | null;
  choices: DetailChoices;
  asksCode: boolean;
  refused: Refused | null;
  note: SettingsNote | null;
}

/** Profile and sign-in data. */
export function AccountSection(props: AccountSectionProps) {
  const { user, profile, pendingEmail, choices, asksCode, refused, note } = props;
  return (
    <Section id="account" title="About you" note={note}>
      <Card className="settings__card">
        <div className="settings__setting">
          <Island
            name="picture"
            when="visible"
            props={{
              userId: user.id,
              name: profile.firstName || user.email,
              sources: profile.picture?.sources ?? [],
            }}
          />
          <PictureForm hasPicture={profile.picture !== null} />
        </div>
        <div className="settings__setting">
          <DetailsForm profile={profile} choices={choices} refused={refused} />
        </div>
      </Card>
      <Card className="settings__card">
        <SignInRows user={user} pendingEmail={pendingEmail} asksCode={asksCode} refused={refused} />
      </Card>
    </Section>
  );
}

/** Replaces the island without script. */
function PictureForm({ hasPicture }: { hasPicture: boolean }) {
  return (
    <noscript>
      <form
        method="post"
        action="/settings/profile/picture"
        encType="multipart/form-data"
        className="l-stack l-stack--tight"
      >
        <input type="file" name="picture" accept="image/*" aria-label="A picture of you" />
        <div className="l-row">
          <Button type="submit" kind="second" size="small">
            Save this picture
          </Button>
          {hasPicture && (
            <Button type="submit" kind="quiet" size="small" name="remove" value="1">
              Remove it
            </Button>
          )}
        </div>
      </form>
    </noscript>
  );
}
