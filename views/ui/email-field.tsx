import { EMAIL_MAX } from '../../src/shared/limits.ts';
import { Field, type FieldProps } from './field.tsx';

/** Email field. Default `autocomplete`: `username`, because people sign in with it. */
export function EmailField(given: Partial<FieldProps>) {
  return (
    <Field
      id="email"
      name="email"
      label="Email"
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={EMAIL_MAX}
      required
      {...given}
    />
  );
}
