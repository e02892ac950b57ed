import { Field } from '../ui/field.tsx';

interface CodeFieldProps {
  id?: string;
  error?: string | null;
  focused?: boolean;
}

/** Six digits from an app or message; phones offer to fill them in. */
export function CodeField({ id = 'code', error, focused }: CodeFieldProps) {
  return (
    <Field
      id={id}
      name="code"
      label="Six digits"
      className="field--code"
      autoComplete="one-time-code"
      inputMode="numeric"
      pattern="\s*(\d\s*){6}"
      title="Six digits"
      maxLength={12}
      required
      error={error}
      focused={focused}
    />
  );
}
