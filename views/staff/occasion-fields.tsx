import { OCCASION_TYPES, OCCASIONS, type OccasionType } from '../../src/shared/occasions.ts';
import { Checkbox } from '../ui/choice.tsx';

interface OccasionFieldsProps {
  chosen: readonly OccasionType[];
  /** Default: for a theme or song. */
  label?: string;
}

/** Occasions, folded; posted as `occasions[]`. */
export function OccasionFields({ chosen, label = 'Occasions that it suits' }: OccasionFieldsProps) {
  return (
    <details className="form-set__fold">
      <summary>
        {label}: {chosen.length}
      </summary>
      <div className="staff-themes__occasions">
        {OCCASION_TYPES.map((type) => (
          <Checkbox
            key={type}
            label={OCCASIONS[type].label}
            name="occasions[]"
            value={type}
            defaultChecked={chosen.includes(type)}
          />
        ))}
      </div>
    </details>
  );
}
