import { useState } from 'react';
import { ApiError } from '../../src/shared/api-client.ts';
import { mailContributors } from '../../src/shared/contracts/group-mail.ts';
import type { Rsvp } from '../../src/shared/contracts/rsvps.ts';
import { count } from '../../src/shared/format.ts';
import { nextDaytime, startOfDay } from '../../src/shared/guest-hours.ts';
import type { BoardTime } from '../../src/shared/guests/guest-groups.ts';
import { NAME_MARK } from '../../src/shared/guests/nudge-words.ts';
import { NUDGE_MAX, SUBJECT_MAX } from '../../src/shared/limits.ts';
import { GROUP_MAILS, type GroupMail, MAIL_GROUPS, type MailGroup } from '../../src/shared/rsvp-values.ts';
import { Button } from '../../views/ui/button.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { Field, FieldError, TextArea } from '../../views/ui/field.tsx';
import { List } from '../../views/ui/list.tsx';
import { Select } from '../../views/ui/select.tsx';
import { api, reasonOf } from '../runtime/api.ts';
import { useFocusInvalid } from '../runtime/use-focus-invalid.ts';
import { GROUP_LABELS, KIND_LABELS } from './group-words.ts';
import type { PeopleProps } from './people-props.ts';

interface WriteSheetProps {
  event: PeopleProps['event'];
  guests: readonly Rsvp[];
  /** How many people sent a clip with an address and are not on the list. */
  unlisted: number;
  /** Ids of guests that were picked on the board. */
  picked: readonly string[];
  time: BoardTime;
  onClose: () => void;
  /** It went out; where somebody was left out, the sheet stays and says who. */
  onSent: (wasToUnlisted: boolean) => void;
  /** Everybody gets it. */
  onDone: (words: string) => void;
}

type Choice = MailGroup | 'picked';
type Outcome = { queued: number; skipped: { id: string; why: string }[] };

/** One email to several guests: who, what about, and your words. */
export function WriteSheet({ event, guests, unlisted, picked, time, onClose, onSent, onDone }: WriteSheetProps) {
  const [to, setTo] = useState<Choice>(picked.length > 0 ? 'picked' : 'missing');
  const [kind, setKind] = useState<GroupMail>('reminder');
  const [subject, setSubject] = useState('');
  const [message, setMessage] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const fields = useFocusInvalid<HTMLDivElement>(errors);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isBusy, setBusy] = useState(false);
  const choices: readonly Choice[] = picked.length > 0 ? ['picked', ...MAIL_GROUPS] : MAIL_GROUPS;
  const isToUnlisted = to === 'sent' || to === 'all';
  const meant = guests.filter((guest) => isMeant(guest, to, picked));
  const reached =
    meant.filter((guest) => isReached(guest, kind, time)).length + (isToUnlisted && kind === 'thanks' ? unlisted : 0);

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
      onSent(isToUnlisted);
      if (done.skipped.length === 0) return onDone(saying(done.queued));
      setOutcome(done);
    } catch (error) {
      const refused = error instanceof ApiError ? error.fields : {};
      setErrors(refused);
      if (Object.keys(refused).length === 0) setTrouble(reasonOf(error));
    } finally {
      setBusy(false);
    }
  }

  if (outcome) return <Result outcome={outcome} guests={guests} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} isUnsaved={() => `${subject}${message}`.trim() !== ''} title="Email several people">
      {/* No form: Enter in the subject must not send to everybody. */}
      <div ref={fields} className="l-stack">
        <Select
          label="Who gets it?"
          value={to}
          onChange={(changed) => {
            const next = oneOf(choices, changed.target.value);
            setTo(next);
            if (next === 'sent') setKind('thanks');
            else if (next === 'missing' && kind === 'thanks') setKind('reminder');
          }}
        >
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
          {isToUnlisted && kind === 'thanks' && unlisted > 0
            ? `${count(unlisted, 'of them isn’t', 'of them aren’t')} on your list yet.`
            : reached === 0
              ? 'Nobody can get this right now. Press Send to see why.'
              : 'Anyone who heard from you today is left out.'}
        </p>
        {/* Enabled also for nobody: the answer says of each person why they get none. */}
        <Button wide busy={isBusy} onClick={() => void send()}>
          {reached === 0 ? 'Send' : `Send ${count(reached, 'email')}`}
        </Button>
      </div>
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

/** Whether a mail of a kind would go to a guest, as far as the board knows: it has no zones but the event's. */
function isReached(guest: Rsvp, kind: GroupMail, { now, timeZone }: BoardTime): boolean {
  const isIn = guest.status === 'contributed';
  const isBounced = guest.status === 'bounced' && guest.lastNudgedVia === 'mail';
  // In the evening it waits for the morning, which is another day.
  const day = startOfDay(nextDaytime(now, timeZone), timeZone);
  const isRested = guest.lastNudgedAt === null || new Date(guest.lastNudgedAt) < day;
  return !!guest.email && !guest.muted && !isBounced && isIn === (kind === 'thanks') && isRested;
}

function oneOf<T extends string>(values: readonly T[], value: string): T {
  const [first] = values;
  const found = values.find((each) => each === value) ?? first;
  if (!found) throw new Error('there is nothing to choose');
  return found;
}
