import type { Address } from '../../src/shared/contracts/carts.ts';
import { ADDRESS_LINES } from '../../src/shared/forms/address-lines.ts';
import { Field } from '../ui/field.tsx';
import { Select, type SelectOption } from '../ui/select.tsx';

const PHONE = { field: 'phone', label: 'Phone for the delivery (optional)', maxLength: 30 } as const;

interface AddressFieldsProps {
  /** As it is stored, or as it was sent and refused. */
  values: Partial<Record<keyof Address, string | null>>;
  countries: readonly SelectOption[];
  /** Messages by field, such as `shipTo.city`. */
  fields: Record<string, string>;
}

/** Where something is posted: fields of a form that needs no script. */
export function AddressFields({ values, countries, fields }: AddressFieldsProps) {
  return (
    <>
      {[...ADDRESS_LINES, PHONE].map(({ field: name, label, maxLength }) => (
        <Field
          key={name}
          name={name}
          label={label}
          maxLength={maxLength}
          autoComplete="off"
          defaultValue={values[name] ?? ''}
          error={fields[`shipTo.${name}`] ?? null}
        />
      ))}
      <Select
        name="country"
        label="Country"
        options={countries}
        defaultValue={values.country ?? 'US'}
        error={fields['shipTo.country'] ?? null}
      />
    </>
  );
}
