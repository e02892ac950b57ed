import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';

export interface FieldText {
  label: ReactNode;
  /** Below the field, linked by `aria-describedby`. */
  hint?: ReactNode;
  /** Error below the field, linked by `aria-describedby`. */
  error?: string | null;
  /** At the end of the label's line, such as a link. */
  aside?: ReactNode;
  /** Visually hidden; use it only where the context is clear. */
  hideLabel?: boolean;
  /** Autofocus, such as for the first field with an error. */
  focused?: boolean;
}

interface FrameProps extends FieldText {
  id: string;
  className?: string | undefined;
  children: ReactNode;
}

const FOCUSED = { autoFocus: true };

/** Ids for `aria-describedby`. */
function described(id: string, { hint, error }: FieldText) {
  return cx(hint ? `${id}-hint` : null, error ? `${id}-error` : null);
}

interface ControlText extends FieldText {
  id?: string | undefined;
  className?: string | undefined;
}

/** What a labelled control has in common: props of its frame, and of the control itself. */
export function useControl({ id, className, focused, ...texts }: ControlText) {
  const made = useId();
  const own = id ?? made;
  const control = {
    ...(focused && FOCUSED),
    id: own,
    className: 'field__input',
    'aria-invalid': texts.error ? true : undefined,
    'aria-describedby': described(own, texts),
  };
  return { frame: { id: own, className, ...texts }, control };
}

/** A control with its label, hint and error. */
export function FieldFrame({ id, label, hint, error, aside, hideLabel, className, children }: FrameProps) {
  const name = (
    <label htmlFor={id} className={hideLabel ? 'l-unseen' : undefined}>
      {label}
    </label>
  );
  return (
    <div className={cx('field', className)}>
      {aside ? (
        <div className="field__label-row">
          {name}
          {aside}
        </div>
      ) : (
        name
      )}
      {children}
      {hint && (
        <span className="field__hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

interface FieldErrorProps {
  id?: string;
  /** Read out when it appears, where no field has the focus. */
  spoken?: boolean;
  children: ReactNode;
}

/** Error below a field or form: what happened and what to do. */
export function FieldError({ id, spoken, children }: FieldErrorProps) {
  return (
    <p className="field__error" id={id} role={spoken ? 'alert' : undefined}>
      <Icon name="warn" />
      <span>{children}</span>
    </p>
  );
}

export interface FieldProps extends FieldText, Omit<ComponentProps<'input'>, 'className'> {
  className?: string;
  /** A button inside the field, at its end. */
  inside?: ReactNode;
}

/** A single-line input with label. Other props go to the `input`. */
export function Field(props: FieldProps) {
  const { label, hint, error, aside, hideLabel, focused, inside, className, id, ...rest } = props;
  const { frame, control } = useControl({ label, hint, error, aside, hideLabel, focused, className, id });
  const input = <input type="text" {...rest} {...control} />;
  return (
    <FieldFrame {...frame}>
      {inside ? (
        <div className="field__box">
          {input}
          {inside}
        </div>
      ) : (
        input
      )}
    </FieldFrame>
  );
}

export interface TextAreaProps extends FieldText, Omit<ComponentProps<'textarea'>, 'className'> {
  className?: string;
}

/** Multi-line input. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, aside, hideLabel, focused, className, id, rows = 4, ...rest } = props;
  const { frame, control } = useControl({ label, hint, error, aside, hideLabel, focused, className, id });
  return (
    <FieldFrame {...frame}>
      <textarea {...rest} {...control} rows={rows} />
    </FieldFrame>
  );
}
