import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Field } from '../../views/ui/field.tsx';

export interface PasswordFieldProps {
  id: string;
  name: string;
  label: string;
  hint?: string;
  error?: string | null;
  /** What a password manager does here: fills in, or proposes a new one. */
  autoComplete: 'current-password' | 'new-password';
  minLength?: number;
  maxLength?: number;
  focused?: boolean;
  /** Stands at the end of the label's line. */
  link?: { href: string; label: string } | null;
}

/** What Apple's password managers make a new password of. */
const RULES = (minLength: number, maxLength: number) => ({
  passwordrules: `minlength: ${minLength}; maxlength: ${Math.min(maxLength, 64)}; allowed: ascii-printable;`,
});

/** A password that can be looked at while it is typed. Pasting is left alone. */
export default function PasswordField({ link, minLength, maxLength = 200, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  // Sent as a password it is not kept among what was typed into text fields.
  useEffect(() => {
    const form = button.current?.form;
    const hide = () => flushSync(() => setShown(false));
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  return (
    <Field
      {...field}
      {...(field.autoComplete === 'new-password' && RULES(minLength ?? 0, maxLength))}
      type={isShown ? 'text' : 'password'}
      minLength={minLength}
      maxLength={maxLength}
      required
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      aside={link && <a href={link.href}>{link.label}</a>}
      inside={
        <button
          ref={button}
          type="button"
          className="field__show l-needs-script"
          aria-controls={field.id}
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}
