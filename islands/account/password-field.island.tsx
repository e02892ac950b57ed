import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Field } from '../../views/ui/field.tsx';

export interface PasswordFieldProps {
  id: string;
  name: string;
  label: string;
  hint?: string;
  error?: string | null;
  /** For password managers: fill in, or suggest a new one. */
  autoComplete: 'current-password' | 'new-password';
  minLength?: number;
  maxLength?: number;
  focused?: boolean;
  /** At the end of the label's line. */
  link?: { href: string; label: string } | null;
}

/** Rules for Apple's password generator. */
const RULES = (minLength: number, maxLength: number) => ({
  passwordrules: `minlength: ${minLength}; maxlength: ${Math.min(maxLength, 64)}; allowed: ascii-printable;`,
});

/** A password field with a button that reveals it. Pasting works. */
export default function PasswordField({ link, minLength, maxLength = 200, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  // Submit it as a password, so that browsers don't remember it as text.
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
