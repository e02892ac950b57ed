import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Event } from '../../src/shared/contracts/events.ts';
import { dayPart } from '../../src/shared/day-parts.ts';
import { EMAIL_MAX, MESSAGE_MAX } from '../../src/shared/limits.ts';
import { Button } from '../../views/ui/button.tsx';
import { ChoiceGroup, Radio } from '../../views/ui/choice.tsx';
import { Field, FieldError, TextArea } from '../../views/ui/field.tsx';
import { Icon } from '../../views/ui/icon.tsx';
import { useFocusInvalid } from '../runtime/use-focus-invalid.ts';
import { ConfirmAddress } from './confirm-address.tsx';
import { CopyField } from './copy-field.tsx';
import { GiveCard } from './give-card.tsx';
import { type GiveDraft, momentOf, phoneOf } from './give-plan.ts';
import { type GiftLinks, Peek } from './give-state.tsx';
import { GiveWhen } from './give-when.tsx';
import { PHONE_MAX, TextField } from './text-link.tsx';
import type { Problem } from './use-studio-data.ts';

interface GiveFormProps {
  event: Event;
  draft: GiveDraft;
  errors: Readonly<Record<string, string>>;
  problem: Problem | null;
  isBusy: boolean;
  links: GiftLinks;
  /** With only those addresses that were typed just now. */
  onChange: (part: Partial<GiveDraft>) => void;
  onSubmit: () => void;
  /** Mails it to oneself. */
  onTest: () => void;
}

/** Date and addresses of the delivery. */
export function GiveForm(props: GiveFormProps) {
  const { event, draft, errors, problem, isBusy, links, onChange, onSubmit, onTest } = props;
  const form = useFocusInvalid(errors);
  const refusal = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!problem) return;
    // Once the dialog has opened, which focuses its first field.
    const frame = requestAnimationFrame(() => {
      const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
      if (field) field.focus();
      else refusal.current?.scrollIntoView({ block: 'center' });
    });
    return () => cancelAnimationFrame(frame);
  }, [problem, form]);
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} className="give__form" onSubmit={submit} noValidate>
      <div className="give__body">
        <Peek links={links} />
        <GiveWhen {...{ draft, onChange }} error={errors.when} />
        <ChoiceGroup legend={<>How should {links.names} get it?</>}>
          <div className="give__choice">
            <Radio
              boxed
              name="how"
              label="By email"
              checked={draft.how === 'mail'}
              onChange={() => onChange({ how: 'mail' })}
            />
            {draft.how === 'mail' && <Addresses {...{ event, draft, errors, onChange }} />}
          </div>
          {event.delivery?.canText && (
            <div className="give__choice">
              <Radio
                boxed
                name="how"
                label="By text message"
                checked={draft.how === 'text'}
                onChange={() => onChange({ how: 'text' })}
              />
              {draft.how === 'text' && <Phones {...{ event, draft, errors, onChange }} />}
            </div>
          )}
          <div className="give__choice">
            <Radio
              boxed
              name="how"
              label="I’ll hand over the link myself"
              checked={draft.how === 'hand'}
              onChange={() => onChange({ how: 'hand' })}
            />
            {draft.how === 'hand' && (
              <div className="give__inside">
                <CopyField
                  label="The link"
                  hint={
                    draft.when === 'day'
                      ? 'Nobody can open it before then.'
                      : 'Send it any way you like, or show it on the day. Anyone with it can unwrap the gift.'
                  }
                  value={links.recipientUrl}
                />
                <GiveCard event={event} />
                {event.recipients.map((person) => (
                  <TextField
                    key={person.id}
                    person={person}
                    phone={draft.phones[person.id] ?? ''}
                    url={links.recipientUrl}
                    error={errors[phoneOf(person.id)]}
                    onChange={(phone) => onChange({ phones: { [person.id]: phone } })}
                  />
                ))}
              </div>
            )}
          </div>
        </ChoiceGroup>
        {draft.how !== 'hand' && (
          <details className="give__note" open={Boolean(draft.message || errors.message)}>
            <summary>
              <Icon name="plus" />
              Add a few words of your own
            </summary>
            <TextArea
              label={draft.how === 'text' ? 'Your words in the text' : 'Your words in the email'}
              value={draft.message}
              maxLength={MESSAGE_MAX}
              rows={3}
              error={errors.message}
              onChange={({ target }) => onChange({ message: target.value })}
            />
          </details>
        )}
        {draft.how === 'mail' && event.film && (
          <p className="l-small">
            Not sure how it looks?{' '}
            <Button kind="quiet" size="small" onClick={onTest}>
              Email it to myself first
            </Button>
          </p>
        )}
        {problem && (
          <div ref={refusal}>
            <Refused problem={problem} isShown={Object.keys(errors).some((name) => isField(name, event))} />
          </div>
        )}
      </div>
      <footer className="give__foot">
        <Button type="submit" size="big" wide busy={isBusy}>
          <span>{submitWords(draft, links.names)}</span>
        </Button>
        <p className="l-fine">
          {draft.when === 'now' ? 'We’ll ask you to confirm first.' : 'You can move or cancel it any time before then.'}
        </p>
      </footer>
    </form>
  );
}

function submitWords(draft: GiveDraft, names: ReactNode): ReactNode {
  const at = draft.when === 'day' ? momentOf(draft) : null;
  if (at) return `Plan it for ${dayPart(at, 'month-day', draft.timeZone)}`;
  if (draft.when === 'day') return 'Plan it';
  return draft.how === 'hand' ? <>Make it ready for {names}</> : <>Send it to {names}</>;
}

const isField = (name: string, { recipients }: Event) =>
  ['when', 'message'].includes(name) || recipients.some(({ id }) => name === id || name === phoneOf(id));

type ReachProps = Pick<GiveFormProps, 'event' | 'draft' | 'errors' | 'onChange'>;

function Phones({ event, draft, errors, onChange }: ReachProps) {
  return (
    <div className="give__inside">
      {event.recipients.map(({ id, firstName }) => (
        <Field
          key={id}
          label={
            <>
              <bdi>{firstName}</bdi>’s phone number
            </>
          }
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={PHONE_MAX}
          value={draft.phones[id] ?? ''}
          error={errors[phoneOf(id)]}
          onChange={({ target }) => onChange({ phones: { [id]: target.value } })}
        />
      ))}
      <p className="field__hint">With its country code, such as +1. We send it, and it’s free for you.</p>
    </div>
  );
}

function Addresses({ event, draft, errors, onChange }: ReachProps) {
  const empty = event.recipients.filter(({ id }) => !draft.emails[id]?.trim());
  const without = empty.length < event.recipients.length ? empty : [];
  return (
    <div className="give__inside">
      {event.recipients.map(({ id, firstName }) => (
        <Field
          key={id}
          label={
            <>
              <bdi>{firstName}</bdi>’s email
            </>
          }
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={EMAIL_MAX}
          value={draft.emails[id] ?? ''}
          error={errors[id]}
          onChange={({ target }) => onChange({ emails: { [id]: target.value } })}
        />
      ))}
      {without.map(({ id, firstName }) => (
        <p className="field__hint" key={id}>
          Without an address <bdi>{firstName}</bdi> won’t get an email.
        </p>
      ))}
    </div>
  );
}

/** The server's refusal, if it belongs to no field. */
function Refused({ problem: { code, fields, message }, isShown }: { problem: Problem; isShown: boolean }) {
  if (code === 'ADDRESS_UNCONFIRMED') return <ConfirmAddress />;
  if (isShown) return null;
  return (
    <div role="alert">
      <FieldError>{Object.values(fields)[0] ?? message}</FieldError>
    </div>
  );
}
