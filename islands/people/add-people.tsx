import { type FormEvent, memo, useState } from 'react';
import { ApiError } from '../../src/shared/api-client.ts';
import { addRsvps, type Rsvp } from '../../src/shared/contracts/rsvps.ts';
import { EMAIL_MAX, NAME_MAX } from '../../src/shared/limits.ts';
import { Button } from '../../views/ui/button.tsx';
import { Field } from '../../views/ui/field.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { api, reasonOf } from '../runtime/api.ts';
import { useFocusInvalid } from '../runtime/use-focus-invalid.ts';
import { useLazy } from '../runtime/use-lazy.ts';

interface AddPeopleProps {
  uuid: string;
  /** Nobody is on the list yet: the form is open. */
  isFirst: boolean;
  hasScript: boolean;
  onAdded: (guest: Rsvp) => void;
}

const loadImport = () => import('./import-people.tsx').then(({ ImportPeople }) => ImportPeople);

/** Adds one person at a time; also a form without script. */
export const AddPeople = memo(function AddPeople({ uuid, isFirst, hasScript, onAdded }: AddPeopleProps) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const formRef = useFocusInvalid(errors);
  const [said, say] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(isFirst);
  const Import = useLazy(loadImport, isOpen && hasScript, 'import', say);

  const addAll = (guests: readonly Rsvp[]) => {
    for (const guest of guests) onAdded(guest);
  };

  async function add(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    const form = submitted.currentTarget;
    const sent = new FormData(form);
    const text = (name: string) => String(sent.get(name) ?? '').trim();
    setBusy(true);
    setErrors({});
    say('');
    try {
      const person = { firstName: text('firstName'), email: text('email') || null, phone: text('phone') || null };
      const [guest] = await api.call(addRsvps, { body: { event: uuid, people: [person] } });
      if (guest) onAdded(guest);
      say(`${person.firstName} is on the list.`);
      form.reset();
      form.querySelector<HTMLInputElement>('[name=firstName]')?.focus();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(
        Object.fromEntries(Object.entries(fields).map(([name, words]) => [name.split('.').pop() ?? '', words])),
      );
      if (Object.keys(fields).length === 0) say(reasonOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <details className="people__add card" open={isFirst} onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
      <summary>
        <Icon name="plus" />
        Add people
      </summary>
      <form ref={formRef} method="post" action={`/e/${uuid}/people/add`} onSubmit={(submitted) => void add(submitted)}>
        <div className="people__fields">
          <Field
            label="Name"
            name="firstName"
            required
            maxLength={NAME_MAX}
            autoComplete="off"
            dir="auto"
            error={errors.firstName}
          />
          <Field
            label="Email"
            name="email"
            type="email"
            maxLength={EMAIL_MAX}
            autoComplete="off"
            error={errors.email}
          />
          <Field
            label="Phone"
            name="phone"
            type="tel"
            maxLength={40}
            autoComplete="off"
            placeholder="+44 7700 900118"
            error={errors.phone}
          />
        </div>
        <div className="l-row">
          <Button type="submit" kind="second" size="small" busy={isBusy}>
            Add to the list
          </Button>
          <p className="l-small" role="status">
            {said}
          </p>
        </div>
        <p className="l-fine">Email and phone are optional. Nobody hears anything before you say so.</p>
      </form>
      {hasScript && Import && <Import uuid={uuid} onAdded={addAll} />}
    </details>
  );
});
