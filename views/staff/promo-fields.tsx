import type { PromoValues } from '../../src/shared/contracts/promo-editor.ts';
import { OCCASION_TYPES } from '../../src/shared/occasions.ts';
import { PROMO } from '../../src/shared/promo.ts';
import { Checkbox, ChoiceGroup } from '../ui/choice.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { OccasionFields } from './occasion-fields.tsx';

const KINDS = [
  { value: 'percent', label: 'Percent off the film' },
  { value: 'amount', label: 'Dollars off the film' },
  { value: 'package', label: 'A package for free' },
];

const PACKAGES = [
  { value: 'essential', label: 'Essential' },
  { value: 'plus', label: 'Plus' },
  { value: 'premium', label: 'Premium' },
];

interface PromoFieldsProps {
  typed: PromoValues;
  /** Messages by field of the API. */
  problems: Readonly<Record<string, string>>;
}

/** Every field of a new code, as a form posts it; see `promoValues`. */
export function PromoFields({ typed, problems }: PromoFieldsProps) {
  const id = (name: keyof PromoValues, field: string = name) => ({
    id: `promo-${name}`,
    name,
    defaultValue: String(typed[name] ?? ''),
    error: problems[field] ?? null,
  });
  return (
    <>
      <div className="form-set__pair">
        <Field
          label="Code"
          {...id('name', 'code')}
          hint="Letters, digits and dashes."
          maxLength={40}
          autoComplete="off"
          required
        />
        <Field label="What it is for" {...id('reason')} hint="For the log." maxLength={200} required />
        <Select label="What it gives" {...id('kind')} options={KINDS} />
        <Field label="How much" {...id('value')} hint="Percent or dollars; empty for a package." inputMode="decimal" />
        <Field
          label="How many uses"
          {...id('maxUses')}
          type="number"
          min={1}
          max={PROMO.usesMax}
          hint="Empty: as many as there are."
        />
        <Field label="For each person" {...id('perUser')} type="number" min={1} max={PROMO.usesMax} />
        <Field label="First day" {...id('startsOn', 'startsAt')} type="date" hint="Empty: now." />
        <Field
          label="Last day"
          {...id('endsOn', 'endsAt')}
          type="date"
          hint="Empty: until you stop it. Days are UTC."
        />
      </div>
      <ChoiceGroup legend="Packages it’s for (none: all)" error={problems.packages ?? null}>
        {PACKAGES.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            name="packages[]"
            value={value}
            defaultChecked={typed.packages?.includes(value) ?? false}
          />
        ))}
      </ChoiceGroup>
      <OccasionFields
        label="Occasions it’s for (none: all)"
        chosen={OCCASION_TYPES.filter((type) => typed.occasions?.includes(type))}
      />
    </>
  );
}
