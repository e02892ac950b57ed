import { type InputEvent, useEffect, useRef, useState } from 'react';
import { verifyMail } from '../../src/shared/contracts/mail.ts';
import { looksLikeMail } from '../../src/shared/looks-like-mail.ts';
import { EmailField } from '../../views/ui/email-field.tsx';
import { api } from '../runtime/api.ts';

export interface EmailFieldProps {
  value: string;
  error: string | null;
  focused: boolean;
}

/**
 * The address of a new account: suggests a correction of typing errors, and adds the browser's time zone. Never blocks
 * the form.
 */
export default function EmailFieldIsland({ value, error, focused }: EmailFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const asked = useRef('');
  const [suggestion, setSuggestion] = useState<string | null>(null);
  const [timeZone, setTimeZone] = useState('');

  useEffect(() => setTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone), []);

  const input = () => place.current?.querySelector<HTMLInputElement>('input[name=email]') ?? null;

  async function ask(): Promise<void> {
    const email = input()?.value.trim() ?? '';
    if (email === asked.current || !looksLikeMail(email)) return;
    asked.current = email;
    try {
      const answer = await api.call(verifyMail, { body: { email } });
      if (asked.current === email && input()?.value.trim() === email) setSuggestion(answer.suggestion ?? null);
    } catch {
      // Optional: the form itself reports invalid addresses.
    }
  }

  function typed({ currentTarget }: InputEvent<HTMLInputElement>): void {
    setSuggestion(null);
    // Autofilled, or typed and left before hydration.
    if (document.activeElement !== currentTarget) void ask();
  }

  function take(): void {
    const field = input();
    if (!field || !suggestion) return;
    field.value = suggestion;
    asked.current = suggestion;
    setSuggestion(null);
    field.focus();
  }

  return (
    <div ref={place} className="field__email">
      <input type="hidden" name="timeZone" value={timeZone} />
      <EmailField defaultValue={value} error={error} focused={focused} onBlur={() => void ask()} onInput={typed} />
      <div role="status">
        {suggestion && (
          <p className="field__suggestion">
            Did you mean <strong>{suggestion}</strong>?{' '}
            <button type="button" onClick={take}>
              Yes, use that
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
