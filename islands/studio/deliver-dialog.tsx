import { type FormEvent, useState } from 'react';
import { listNames } from '../../src/shared/format.ts';
import { MESSAGE_MAX } from '../../src/shared/limits.ts';
import { zonedToUtc } from '../../src/shared/zoned-time.ts';
import { Button } from '../../views/ui/button.tsx';
import { ChoiceGroup, Radio } from '../../views/ui/choice.tsx';
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
  const [at, setAt] = useState('');
  const [isByHand, setByHand] = useState(!event.recipients.some((each) => each.email));
  const withAddress = event.recipients.filter((each) => each.email);
  const names = listNames(event.recipients.map((each) => each.firstName));
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  async function send(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    const form = new FormData(submitted.currentTarget);
    const time = at ? zonedToUtc(at, timeZone) : null;
    if (at && (!time || time.getTime() < Date.now()))
      return setError('That time has passed. Choose a later one, or leave it empty.');
    setBusy(true);
    setError(null);
    setProblem(null);
    const done = await studio.deliver(
      {
        at: time?.toISOString() ?? null,
        timeZone,
        ...(isByHand ? { byHand: true } : { message: String(form.get('message') ?? '') }),
      },
      setProblem,
    );
    setBusy(false);
    if (done) onClose();
  }

  return (
    <Dialog open onClose={onClose} title={`Give it to ${names}?`}>
      <form className="stack" onSubmit={(submitted) => void send(submitted)}>
        {withAddress.length > 0 && (
          <ChoiceGroup legend="How does it get there?">
            <Radio name="way" label="Send an email" checked={!isByHand} onChange={() => setByHand(false)} />
            <Radio
              name="way"
              label="I’ll hand over the link myself"
              checked={isByHand}
              onChange={() => setByHand(true)}
            />
          </ChoiceGroup>
        )}
        {isByHand ? (
          <p>
            Send {names} the link below, or show it on the day.
            {withAddress.length === 0 && ' To have us email it instead, add an address under Edit details.'}
          </p>
        ) : (
          <>
            <p>
              {listNames(withAddress.map((each) => each.firstName))} will get an email with a wrapped parcel. You can
              still add late clips afterwards.
            </p>
            <TextArea
              label="A few words for the email"
              name="message"
              maxLength={MESSAGE_MAX}
              rows={3}
              error={problem?.fields.message}
            />
          </>
        )}
        <Field
          label={isByHand ? 'Keep it closed until' : 'When'}
          hint={`${isByHand ? 'Leave it empty if you’ve already given it.' : 'Leave it empty to send it now.'} Times are in ${timeZone}.`}
          name="at"
          type="datetime-local"
          error={error}
          value={at}
          onChange={(event) => setAt(event.target.value)}
        />
        {problem && <Refused problem={problem} />}
        <Button type="submit" busy={isBusy}>
          {isByHand ? (at ? 'Keep it closed until then' : 'I gave it myself') : 'Send it'}
        </Button>
      </form>
      <CopyField label={`The link for ${names}`} hint="Anyone with it can unwrap the gift." value={recipientUrl} />
      <CopyField
        label="The link for everyone else"
        hint="Anyone with it can watch the film, without the wrapping."
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
