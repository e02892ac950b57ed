import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';
import { FieldError } from './field.tsx';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: ReactNode;
  hint?: ReactNode;
}

/** A switch with immediate effect. In forms, use `Checkbox`. */
export function Switch({ label, hint, id, ...rest }: SwitchProps) {
  const made = useId();
  const own = id ?? made;
  return (
    <div className="switch__row">
      <label className="switch">
        {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells by itself whether it is checked */}
        <input {...rest} id={own} type="checkbox" role="switch" aria-describedby={hint ? `${own}-hint` : undefined} />
        {label}
      </label>
      {hint && (
        <span className="field__hint" id={`${own}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

export interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: ReactNode;
  hint?: ReactNode;
  /** Error below it, linked by `aria-describedby`; it gets the focus. */
  error?: string | null | undefined;
  /** As a card that can be pressed anywhere. */
  boxed?: boolean;
}

const REFUSED = { autoFocus: true, 'aria-invalid': true };

function Choice({ type, label, hint, error, boxed, id, ...rest }: ChoiceProps & { type: 'checkbox' | 'radio' }) {
  const made = useId();
  const own = id ?? made;
  return (
    <div className={cx('choice', boxed && 'choice--boxed')}>
      <label>
        <input
          {...rest}
          {...(error && REFUSED)}
          id={own}
          type={type}
          aria-describedby={cx(hint ? `${own}-hint` : null, error ? `${own}-error` : null)}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <span className="field__hint" id={`${own}-hint`}>
          {hint}
        </span>
      )}
      {error && <FieldError id={`${own}-error`}>{error}</FieldError>}
    </div>
  );
}

export function Checkbox(props: ChoiceProps) {
  return <Choice type="checkbox" {...props} />;
}

export function Radio(props: ChoiceProps) {
  return <Choice type="radio" {...props} />;
}

export interface ChoiceGroupProps {
  legend: ReactNode;
  hint?: ReactNode;
  error?: string | null;
  id?: string;
  className?: string;
  /** `Checkbox`es or `Radio`s. */
  children: ReactNode;
}

/** A group of choices; screen readers read the hint and the error with the question. */
export function ChoiceGroup({ legend, hint, error, id, className, children }: ChoiceGroupProps) {
  const made = useId();
  const own = id ?? made;
  return (
    <fieldset
      className={cx('choice__group', className)}
      id={own}
      aria-describedby={cx(hint ? `${own}-hint` : null, error ? `${own}-error` : null)}
    >
      <legend className="field__label">{legend}</legend>
      {hint && (
        <p className="field__hint" id={`${own}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error && <FieldError id={`${own}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
