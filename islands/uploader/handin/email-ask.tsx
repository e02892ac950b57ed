import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../../src/shared/api-client.ts';
import { updateReceipt } from '../../../src/shared/contracts/media.ts';
import { looksLikeMail } from '../../../src/shared/looks-like-mail.ts';
import { Button } from '../../../views/ui/button.tsx';
import { EmailField } from '../../../views/ui/email-field.tsx';
import { api } from '../../runtime/api.ts';
import type { ReceiptLink } from '../core/upload-item.ts';

interface EmailAskProps {
  /** Clips that the address is for. */
  receipts: readonly ReceiptLink[];
  /** Purpose of the address. */
  hint: ReactNode;
  onGiven(email: string): void;
}

/** A field for the address to which the links go. */
export function EmailAsk({ receipts, hint, onGiven }: EmailAskProps) {
  const [email, setEmail] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!looksLikeMail(email)) return setError('Check the address: it should look like name@example.com.');
    setBusy(true);
    try {
      for (const { key } of receipts) await api.call(updateReceipt, { params: { key }, body: { email: email.trim() } });
      onGiven(email.trim());
    } catch (trouble) {
      setError(trouble instanceof ApiError ? trouble.message : 'That didn’t work. Please try again.');
      setBusy(false);
    }
  };
  return (
    <form className="handin__email" noValidate onSubmit={(event) => void send(event)}>
      <EmailField
        autoComplete="email"
        focused
        hint={hint}
        value={email}
        error={error}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" kind="second" size="small" icon="mail" busy={isBusy}>
        Email it to me
      </Button>
    </form>
  );
}
