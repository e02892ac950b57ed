import { type FormEvent, useState } from 'react';
import { ApiError } from '../../src/shared/api-client.ts';
import { type Rsvp, removeRsvp, updateRsvp } from '../../src/shared/contracts/rsvps.ts';
import { lookUpNumber } from '../../src/shared/contracts/twilio.ts';
import { EMAIL_MAX, NAME_MAX } from '../../src/shared/limits.ts';
import { Button } from '../../views/ui/button.tsx';
import { Switch } from '../../views/ui/choice.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { Field, FieldError } from '../../views/ui/field.tsx';
import { api, reasonOf } from '../runtime/api.ts';
import { useFocusInvalid } from '../runtime/use-focus-invalid.ts';

interface EditSheetProps {
  guest: Rsvp;
  /** Whether numbers can be looked up: for accounts only. */
  canLook: boolean;
  onClose: () => void;
  onChanged: (guest: Rsvp) => void;
  onRemoved: (id: string) => void;
}

function numberWords({
  valid,
  national,
  country,
  canText,
}: {
  valid: boolean;
  national: string | null;
  country: string | null;
  canText: boolean;
}) {
  if (!valid) return 'We can’t find this number. Start with + and the country code.';
  return `${national} (${country}): ${canText ? 'takes texts.' : 'takes no texts. It looks like a landline.'}`;
}

/** Changes or removes a guest. */
export function EditSheet({ guest: now, canLook, onClose, onChanged, onRemoved }: EditSheetProps) {
  /** As the form shows them: others may change them while it is open. */
  const [guest] = useState(now);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const form = useFocusInvalid(errors);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isSure, setSure] = useState(false);
  const [number, setNumber] = useState<string | null>(null);
  const isTexted = guest.lastNudgedVia === 'sms' || guest.lastNudgedVia === 'whatsapp';
  const params = { id: guest.id };

  /** Says what kind of number it is, before a text is lost on it. */
  async function look(phone: string) {
    if (!canLook || phone.trim() === (guest.phone ?? '') || phone.replace(/\D/g, '').length < 5) return setNumber(null);
    const found = await api.call(lookUpNumber, { body: { phone: phone.trim() } }).catch(() => null);
    setNumber(found && numberWords(found));
  }

  async function run(work: () => Promise<void>) {
    setBusy(true);
    setErrors({});
    setTrouble(null);
    try {
      await work();
      onClose();
    } catch (error) {
      setBusy(false);
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setTrouble(reasonOf(error));
    }
  }
  const save = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const sent = new FormData(submitted.currentTarget);
    const text = (name: string) => String(sent.get(name) ?? '').trim() || null;
    const typed = {
      firstName: text('firstName') ?? guest.firstName,
      lastName: text('lastName'),
      email: text('email'),
      phone: text('phone'),
      muted: sent.get('muted') !== null,
    };
    const body = {
      ...(typed.firstName !== guest.firstName && { firstName: typed.firstName }),
      ...(typed.lastName !== guest.lastName && { lastName: typed.lastName }),
      ...(typed.email !== (guest.email ?? null) && { email: typed.email }),
      ...(typed.phone !== (guest.phone ?? null) && { phone: typed.phone }),
      ...(typed.muted !== guest.muted && { muted: typed.muted }),
    };
    void run(async () => onChanged(await api.call(updateRsvp, { params, query: {}, body })));
  };
  const remove = () =>
    void run(async () => {
      await api.call(removeRsvp, { params });
      onRemoved(guest.id);
    });

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Change ${guest.firstName}`}
      about={guest.bounce ? (isTexted ? 'phone' : 'email') : 'firstName'}
    >
      <form ref={form} className="l-stack" onSubmit={save}>
        <Field
          label="First name"
          name="firstName"
          required
          maxLength={NAME_MAX}
          defaultValue={guest.firstName}
          error={errors.firstName}
        />
        <Field label="Last name" name="lastName" maxLength={NAME_MAX} defaultValue={guest.lastName ?? ''} />
        <Field
          label="Email"
          name="email"
          type="email"
          maxLength={EMAIL_MAX}
          defaultValue={guest.email ?? ''}
          hint={isTexted ? null : guest.bounce}
          error={errors.email}
        />
        <Field
          label="Phone"
          name="phone"
          type="tel"
          maxLength={40}
          defaultValue={guest.phone ?? ''}
          hint={number ?? (isTexted ? guest.bounce : null)}
          onBlur={(left) => void look(left.currentTarget.value)}
          error={errors.phone}
        />
        <Switch label="No emails" name="muted" defaultChecked={guest.muted} hint="You can still reach them yourself." />
        {trouble && <FieldError spoken>{trouble}</FieldError>}
        <div className="l-row">
          <Button type="submit" busy={isBusy}>
            Save
          </Button>
          {isSure ? (
            <Button kind="danger" onClick={remove}>
              Yes, remove {guest.firstName}
            </Button>
          ) : (
            <Button kind="quiet" icon="trash" onClick={() => setSure(true)}>
              Remove
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
