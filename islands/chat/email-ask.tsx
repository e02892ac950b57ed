import { type FormEvent, useState } from 'react';
import { looksLikeMail } from '../../src/shared/looks-like-mail.ts';
import { Button } from '../../views/ui/button.tsx';
import { EmailField } from '../../views/ui/email-field.tsx';
import { reasonOf } from '../runtime/api.ts';

/** Asks for the address to which answers go after the visitor leaves. */
export function EmailAsk({ onLeave }: { onLeave: (email: string) => Promise<void> }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function leave(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim();
    if (!looksLikeMail(email)) {
      setProblem('Check the address: it should look like name@example.com.');
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await onLeave(email);
    } catch (error) {
      setProblem(reasonOf(error));
      setBusy(false);
    }
  }
  return (
    <form className="chat__email" noValidate onSubmit={(event) => void leave(event)}>
      <EmailField id={undefined} label="Your email, so we can reply" autoComplete="email" error={problem} />
      <Button type="submit" kind="second" size="small" busy={isBusy}>
        Use this
      </Button>
    </form>
  );
}
