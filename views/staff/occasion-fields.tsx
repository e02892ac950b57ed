import { OCCASION_TYPES, OCCASIONS, type OccasionType } from '../../src/shared/occasions.ts';
import { Checkbox } from '../ui/choice.tsx';

/** The occasions that a theme or song suits, folded; posted as `occasions[]`. */
export function OccasionFields({ chosen }: { chosen: readonly OccasionType[] }) {
  return (
    <details className="form-set__fold">
      <summary>Occasions that it suits: {chosen.length}</summary>
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
