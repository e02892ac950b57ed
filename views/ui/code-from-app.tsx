import { Field, type FieldProps } from './field.tsx';

/** A two-factor code: six digits from an app, or a recovery code. */
export function AnyCode(props: FieldProps & { id: string }) {
  return (
    <Field
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      required
      {...props}
    />
  );
}

/** For users with two-factor who last passed it some time ago. */
export function CodeFromApp(props: Omit<FieldProps, 'label'> & { id: string }) {
  return <AnyCode label="Code from your app" hint="Or one of your recovery codes." {...props} />;
}
