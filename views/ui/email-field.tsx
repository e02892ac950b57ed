import { EMAIL_MAX } from '../../src/shared/limits.ts';
import { Field, type FieldProps } from './field.tsx';

/** An address for mail; `username` unless told, as that is what people sign in with. */
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
