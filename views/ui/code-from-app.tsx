import { Field, type FieldProps } from './field.tsx';

/** Any code of the second step: six digits of an app, or a recovery code. */
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

/** Stands in the forms of who has a second step on and passed it a while ago. */
export function CodeFromApp(props: Omit<FieldProps, 'label'> & { id: string }) {
  return <AnyCode label="Code from your app" hint="Or one of your recovery codes." {...props} />;
}
