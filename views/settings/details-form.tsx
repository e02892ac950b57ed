import type { UserProfile } from '../../src/shared/contracts/profiles.ts';
import { NAME_MAX } from '../../src/shared/limits.ts';
import { problemsOf } from '../door/problems.ts';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Field, FieldError } from '../ui/field.tsx';
import { Select, type SelectOption } from '../ui/select.tsx';
import type { Refused } from './settings-props.ts';

/** Options of the selects, sorted. */
export interface DetailChoices {
  countries: readonly SelectOption[];
  timeZones: readonly SelectOption[];
  languages: readonly SelectOption[];
}

interface DetailsFormProps {
  profile: UserProfile;
  choices: DetailChoices;
  refused: Refused | null;
}

const FIELDS = [
  { name: 'firstName', id: 'first-name', label: 'First name' },
  { name: 'lastName', id: 'last-name', label: 'Last name' },
  { name: 'phone', id: 'phone', label: 'Phone' },
  { name: 'country', id: 'country', label: 'Country' },
  { name: 'timeZone', id: 'time-zone', label: 'Time zone' },
  { name: 'language', id: 'language', label: 'Language' },
] as const;
type Name = (typeof FIELDS)[number]['name'];

/** Names, phone, country, time zone and language; posts to `/settings/profile/details`. */
export function DetailsForm({ profile, choices, refused }: DetailsFormProps) {
  const mine = refused?.form === 'details' ? refused : null;
  const problems = problemsOf(FIELDS, mine?.fields);
  const first = problems[0]?.id;
  const field = (name: Name) => {
    const { id, label } = FIELDS.find((each) => each.name === name) ?? FIELDS[0];
    return { id, name, label, error: mine?.fields?.[name], focused: first === id };
  };
  const value = (name: Name, now: string | null) => mine?.values[name] ?? now ?? '';
  return (
    <form method="post" action="/settings/profile/details" className="settings__details" noValidate>
      <ErrorSummary problems={problems} />
      {mine?.error && <FieldError>{mine.error}</FieldError>}
      <div className="settings__pair">
        <Field
          {...field('firstName')}
          autoComplete="given-name"
          maxLength={NAME_MAX}
          defaultValue={value('firstName', profile.firstName)}
        />
        <Field
          {...field('lastName')}
          autoComplete="family-name"
          maxLength={NAME_MAX}
          defaultValue={value('lastName', profile.lastName)}
        />
      </div>
      <div className="settings__pair">
        <Select
          {...field('country')}
          autoComplete="country"
          options={[NONE, ...choices.countries]}
          defaultValue={value('country', profile.country)}
        />
        <Field
          {...field('phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={40}
          defaultValue={value('phone', profile.phoneInWords ?? profile.phone)}
        />
      </div>
      <div className="settings__pair">
        <Select
          {...field('timeZone')}
          options={[NONE, ...choices.timeZones]}
          defaultValue={value('timeZone', profile.timeZone)}
        />
        <Select
          {...field('language')}
          autoComplete="language"
          options={[NONE, ...choices.languages]}
          defaultValue={value('language', profile.language)}
        />
      </div>
      <Button type="submit">Save</Button>
    </form>
  );
}

const NONE: SelectOption = { value: '', label: 'Not set' };
