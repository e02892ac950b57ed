import type { Address } from '../../src/shared/contracts/carts.ts';
import { Field } from '../ui/field.tsx';
import { Select, type SelectOption } from '../ui/select.tsx';

const LINES = [
  { name: 'name', label: 'Name', maxLength: 100 },
  { name: 'line1', label: 'Street and number', maxLength: 100 },
  { name: 'line2', label: 'Apartment, floor (optional)', maxLength: 100 },
  { name: 'city', label: 'City', maxLength: 100 },
  { name: 'region', label: 'State or region', maxLength: 60 },
  { name: 'postalCode', label: 'Postcode', maxLength: 16 },
  { name: 'phone', label: 'Phone for the delivery (optional)', maxLength: 30 },
] as const;

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
      {LINES.map(({ name, label, maxLength }) => (
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
