import type { ComponentProps } from 'react';
import { FieldFrame, type FieldText, useControl } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps extends FieldText, Omit<ComponentProps<'select'>, 'className'> {
  className?: string;
  /** Options; alternatively pass `option`s as `children`, for groups. */
  options?: readonly SelectOption[];
}

/** A native select. */
export function Select(props: SelectProps) {
  const { label, hint, error, aside, hideLabel, focused, className, id, options, children, ...rest } = props;
  const { frame, control } = useControl({ label, hint, error, aside, hideLabel, focused, className, id });
  return (
    <FieldFrame {...frame}>
      <select {...rest} {...control}>
        {children}
        {options?.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
