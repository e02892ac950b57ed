import { useState } from 'react';
import { ApiError } from '../../src/shared/api-client.ts';
import { mailContributors } from '../../src/shared/contracts/group-mail.ts';
import type { Rsvp } from '../../src/shared/contracts/rsvps.ts';
import { count } from '../../src/shared/format.ts';
import { NAME_MARK } from '../../src/shared/guests/nudge-words.ts';
import { NUDGE_MAX, SUBJECT_MAX } from '../../src/shared/limits.ts';
import { GROUP_MAILS, type GroupMail, MAIL_GROUPS, type MailGroup } from '../../src/shared/rsvp-values.ts';
import { Button } from '../../views/ui/button.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { Field, FieldError, TextArea } from '../../views/ui/field.tsx';
import { List } from '../../views/ui/list.tsx';
import { Select } from '../../views/ui/select.tsx';
import { api, reasonOf } from '../runtime/api.ts';
import { GROUP_LABELS, KIND_LABELS } from './group-words.ts';
import type { PeopleProps } from './people-props.ts';

interface WriteSheetProps {
  event: PeopleProps['event'];
  guests: readonly Rsvp[];
  /** People with a clip who are not on the list. */
  others: number;
  /** Ids of guests that were picked on the board. */
  picked: readonly string[];
  onClose: () => void;
  /** Everybody got it. */
  onDone: (words: string) => void;
  /** Some got it; the sheet says who did not. */
  onSent: () => void;
}

type Choice = MailGroup | 'picked';
type Outcome = { queued: number; skipped: { id: string; why: string }[] };

/** One email to several guests: who, what about, and your words. */
export function WriteSheet({ event, guests, others, picked, onClose, onDone, onSent }: WriteSheetProps) {
  const [to, setTo] = useState<Choice>(picked.length > 0 ? 'picked' : 'missing');
  const [kind, setKind] = useState<GroupMail>('reminder');
  const [subject, setSubject] = useState('');
  const [message, setMessage] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [trouble, setTrouble] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isBusy, setBusy] = useState(false);
  const choices: readonly Choice[] = picked.length > 0 ? ['picked', ...MAIL_GROUPS] : MAIL_GROUPS;
  const reached = guests.filter((guest) => isMeant(guest, to, picked) && guest.email && !guest.muted).length;

  async function send() {
    setBusy(true);
    setErrors({});
    setTrouble(null);
    try {
      const body = {
        eventId: event.uuid,
        to: to === 'picked' ? [...picked] : to,
        kind,
        ...(subject.trim() && { subject }),
        ...(message.trim() && { message }),
      };
      const done = await api.call(mailContributors, { body });
      if (done.skipped.length === 0) return onDone(saying(done.queued));
      setOutcome(done);
      onSent();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setTrouble(reasonOf(error));
    } finally {
      setBusy(false);
    }
  }

  if (outcome) return <Result outcome={outcome} guests={guests} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title="Email several people">
      <Select label="Who gets it?" value={to} onChange={(changed) => setTo(oneOf(choices, changed.target.value))}>
        {choices.map((each) => (
          <option key={each} value={each}>
            {each === 'picked' ? `The ${count(picked.length, 'person', 'people')} you picked` : GROUP_LABELS[each]}
          </option>
        ))}
      </Select>
      <Select
        label="What is it?"
        value={kind}
        onChange={(changed) => {
          const next = oneOf(GROUP_MAILS, changed.target.value);
          setKind(next);
          // Thanks are for those who are in, everything else for those who are not.
          if (to !== 'picked') setTo(next === 'thanks' ? 'sent' : 'missing');
        }}
      >
        {GROUP_MAILS.map((each) => (
          <option key={each} value={each}>
            {KIND_LABELS[each]}
          </option>
        ))}
      </Select>
      <Field
        label="Subject (optional)"
        value={subject}
        maxLength={SUBJECT_MAX}
        dir="auto"
        hint="Ours gives nothing away."
        error={errors.subject}
        onChange={(changed) => setSubject(changed.target.value)}
      />
      <TextArea
        label="Your words"
        rows={5}
        value={message}
        maxLength={NUDGE_MAX}
        dir="auto"
        hint={`${NAME_MARK} becomes each person’s name. Their own link comes as a button below.`}
        error={errors.message}
        onChange={(changed) => setMessage(changed.target.value)}
      />
      {trouble && <FieldError spoken>{trouble}</FieldError>}
      <p className="l-small">
        {to === 'sent' || to === 'all'
          ? others > 0 && `Also to ${count(others, 'more person', 'more people')} who left an address with a clip.`
          : 'Anyone who heard from you today is left out.'}
      </p>
      <Button
        wide
        busy={isBusy}
        disabled={reached + (to === 'sent' || to === 'all' ? others : 0) === 0}
        onClick={() => void send()}
      >
        {reached === 1 ? 'Send 1 email' : `Send ${reached} emails`}
      </Button>
    </Dialog>
  );
}

function Result({ outcome, guests, onClose }: { outcome: Outcome; guests: readonly Rsvp[]; onClose: () => void }) {
  const nameOf = (id: string) => guests.find((guest) => guest.id === id)?.firstName;
  return (
    <Dialog open onClose={onClose} title={saying(outcome.queued)}>
      <p>{count(outcome.skipped.length, 'person was', 'people were')} left out:</p>
      <List className="people__skipped">
        {outcome.skipped.map(({ id, why }) => (
          <li key={id} className="l-small">
            <strong>
              <bdi>{nameOf(id)}</bdi>
            </strong>{' '}
            {why}
          </li>
        ))}
      </List>
      <Button wide onClick={onClose}>
        Done
      </Button>
    </Dialog>
  );
}

function saying(queued: number): string {
  return queued === 0 ? 'No email went out' : `${count(queued, 'email is', 'emails are')} on the way`;
}

function isMeant({ id, status }: Rsvp, to: Choice, picked: readonly string[]): boolean {
  if (to === 'picked') return picked.includes(id);
  if (to === 'all') return status !== 'no';
  return (status === 'contributed') === (to === 'sent') && status !== 'no';
}

function oneOf<T extends string>(values: readonly T[], value: string): T {
  const [first] = values;
  const found = values.find((each) => each === value) ?? first;
  if (!found) throw new Error('there is nothing to choose');
  return found;
}
