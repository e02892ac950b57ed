import { type FormEvent, useState } from 'react';
import { ApiError } from '../../src/shared/api-client.ts';
import { type Media, updateReceipt } from '../../src/shared/contracts/media.ts';
import { NAME_MAX } from '../../src/shared/limits.ts';
import { looksLikeMail } from '../../src/shared/looks-like-mail.ts';
import { Button } from '../../views/ui/button.tsx';
import { EmailField } from '../../views/ui/email-field.tsx';
import { Field, FieldError } from '../../views/ui/field.tsx';
import { SaveRow } from '../../views/ui/save-row.tsx';
import { api } from '../runtime/api.ts';
import { useFocusInvalid } from '../runtime/use-focus-invalid.ts';
import { OthersField, useOthers } from '../uploader/handin/others-field.tsx';

interface SenderFormProps {
  contributor: Media['contributor'];
  receiptKey: string;
  /** Until clips are closed. */
  canRename: boolean;
  canMail: boolean;
  onSaved(media: Media): void;
  onClose(): void;
}

/** Names and address of the sender. The address is never shown again, as anyone with the link could read it. */
export function SenderForm({ contributor, receiptKey, canRename, canMail, onSaved, onClose }: SenderFormProps) {
  const [name, setName] = useState(contributor.name);
  const others = useOthers(contributor.with);
  const [email, setEmail] = useState('');
  const [errors, setErrors] = useState<{ name?: string; email?: string; all?: string }>({});
  const form = useFocusInvalid(errors);
  const [isBusy, setBusy] = useState(false);
  const [saved, setSaved] = useState('');

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    const found = {
      ...(!name.trim() && { name: 'Please add your name.' }),
      ...(address && !looksLikeMail(address) && { email: 'Check the address: it should look like name@example.com.' }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const body = { ...(canRename && { name: name.trim(), with: others.all() }), ...(address && { email: address }) };
      const { media } = await api.call(updateReceipt, { params: { key: receiptKey }, body });
      onSaved(media);
      setSaved(address && canMail ? `Saved. We’ll email the link to ${address}.` : 'Saved.');
    } catch (error) {
      setErrors({ all: error instanceof ApiError ? error.message : 'That didn’t work. Please try again.' });
    } finally {
      setBusy(false);
    }
  };

  if (saved) {
    return (
      <>
        <p className="l-small" role="status">
          {saved}
        </p>
        <Button kind="quiet" size="small" icon="pen" onClick={() => setSaved('')}>
          Change it again
        </Button>
      </>
    );
  }
  return (
    <form ref={form} className="receipt__sender-form" noValidate onSubmit={(event) => void save(event)}>
      {canRename && (
        <Field
          label="Your name"
          name="name"
          focused
          value={name}
          maxLength={NAME_MAX}
          autoComplete="name"
          dir="auto"
          error={errors.name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      {canRename && <OthersField {...others} />}
      <EmailField
        label={
          <>
            Email <span className="field__optional">(optional)</span>
          </>
        }
        focused={!canRename}
        required={false}
        autoComplete="email"
        hint="An address you gave before is only replaced if you type another one."
        value={email}
        error={errors.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {errors.all && <FieldError spoken>{errors.all}</FieldError>}
      <SaveRow busy={isBusy} onCancel={onClose} />
    </form>
  );
}
