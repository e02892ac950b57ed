import { type FormEvent, useState } from 'react';
import { listNames } from '../../src/shared/format.ts';
import { MESSAGE_MAX } from '../../src/shared/limits.ts';
import { zonedToUtc } from '../../src/shared/zoned-time.ts';
import { Button } from '../../views/ui/button.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { Field, FieldError, TextArea } from '../../views/ui/field.tsx';
import { ConfirmAddress } from './confirm-address.tsx';
import { CopyField } from './copy-field.tsx';
import type { Problem, Studio } from './use-studio.ts';

interface DeliverDialogProps {
  studio: Studio;
  recipientUrl: string;
  viewUrl: string;
  onClose: () => void;
}

/** Give the film now, at a time, or by handing over the link oneself. */
export function DeliverDialog({ studio, recipientUrl, viewUrl, onClose }: DeliverDialogProps) {
  const { event } = studio;
  const [error, setError] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const withAddress = event.recipients.filter((each) => each.email);
  const names = listNames(event.recipients.map((each) => each.firstName));
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  async function send(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    const form = new FormData(submitted.currentTarget);
    const local = String(form.get('at') ?? '');
    const at = local ? zonedToUtc(local, timeZone) : null;
    if (local && (!at || at.getTime() < Date.now()))
      return setError('This time has passed. Choose a later one, or none.');
    setBusy(true);
    setError(null);
    setProblem(null);
    const done = await studio.deliver(
      { at: at?.toISOString() ?? null, timeZone, message: String(form.get('message') ?? '') },
      setProblem,
    );
    setBusy(false);
    if (done) onClose();
  }

  return (
    <Dialog open onClose={onClose} title={`Give it to ${names}?`}>
      {withAddress.length > 0 ? (
        <form className="stack" onSubmit={(submitted) => void send(submitted)}>
          <p>
            {listNames(withAddress.map((each) => each.firstName))} gets a mail with a wrapped parcel. Late clips can
            still be added afterwards.
          </p>
          <TextArea
            label="A few words in the mail"
            name="message"
            maxLength={MESSAGE_MAX}
            rows={3}
            error={problem?.fields.message}
          />
          <Field
            label="When"
            hint={`Leave it empty to send it now. Times are in ${timeZone}.`}
            name="at"
            type="datetime-local"
            error={error}
          />
          {problem && <Refused problem={problem} />}
          <Button type="submit" busy={isBusy}>
            Send it
          </Button>
        </form>
      ) : (
        <p>There is no e-mail address for {names} yet. Add one under Edit details, or hand over this link yourself.</p>
      )}
      <CopyField label={`The link for ${names}`} hint="Whoever has it can unwrap the gift." value={recipientUrl} />
      <CopyField
        label="The link for watching"
        hint="For everybody else. Whoever has it sees the film, without the wrapping."
        value={viewUrl}
      />
    </Dialog>
  );
}

/** Why it was not sent, where no field says it. */
function Refused({ problem: { code, fields, message } }: { problem: Problem }) {
  if (code === 'ADDRESS_UNCONFIRMED') return <ConfirmAddress />;
  if (fields.message) return null;
  return (
    <div role="alert">
      <FieldError>{Object.values(fields)[0] ?? message}</FieldError>
    </div>
  );
}
