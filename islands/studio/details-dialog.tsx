import { type FormEvent, useRef, useState } from 'react';
import { CLIP_TRANSITIONS, type ClipTransition } from '../../src/shared/clip-transitions.ts';
import type { Event, UpdateEventBody } from '../../src/shared/contracts/events.ts';
import { listNames } from '../../src/shared/format.ts';
import { EMAIL_MAX, MESSAGE_MAX, NAME_MAX } from '../../src/shared/limits.ts';
import { looksLikeMail } from '../../src/shared/looks-like-mail.ts';
import { PHOTO_PACE } from '../../src/shared/studio-limits.ts';
import { zoneInWords } from '../../src/shared/zone-words.ts';
import { utcToZoned, zonedToUtc } from '../../src/shared/zoned-time.ts';
import { Button } from '../../views/ui/button.tsx';
import { Checkbox } from '../../views/ui/choice.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { Field, FieldError, TextArea } from '../../views/ui/field.tsx';
import { SaveRow } from '../../views/ui/save-row.tsx';
import { Select } from '../../views/ui/select.tsx';
import { useFocusInvalid } from '../runtime/use-focus-invalid.ts';
import type { Studio } from './use-studio.ts';
import type { Problem } from './use-studio-data.ts';
import { ZoneField } from './zone-field.tsx';

interface Row {
  key: string;
  id?: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Kept as it is: the delivery asks for it. */
  phone: string | null;
}

const rowsOf = (event: Event): Row[] =>
  event.recipients.map((each) => ({
    key: each.id,
    id: each.id,
    firstName: each.firstName,
    lastName: each.lastName ?? '',
    email: each.email ?? '',
    phone: each.phone ?? null,
  }));

const TRANSITION_WORDS: Record<ClipTransition, string> = {
  soft: 'Soft edges',
  cut: 'A plain cut',
  fade: 'One fades into the next',
  slide: 'The next slides in',
  zoom: 'Zoom into the next',
};
/** What the theme does, until somebody chooses. */
const UP_TO_THEME = 'theme';

const TRANSITION_OPTIONS = [
  { value: UP_TO_THEME, label: 'As the theme does' },
  ...CLIP_TRANSITIONS.map((value) => ({ value, label: TRANSITION_WORDS[value] })),
];

function transitionHint({ isOwnTransition, themeId, transition }: Event): string {
  const now =
    themeId && !isOwnTransition ? `Your theme does this: ${TRANSITION_WORDS[transition].toLowerCase()}. ` : '';
  return `${now}The preview shows it more simply than the film does.`;
}

/** With what another client may have set. */
function photoOptions(now: number | null) {
  const seconds = [...new Set([PHOTO_PACE.min, PHOTO_PACE.usual, 4, ...(now === null ? [] : [now])])];
  return [
    ...seconds.sort((a, b) => a - b).map((each) => ({ value: String(each), label: `On the beat, ${each} s or more` })),
    { value: '', label: 'One by one, four seconds each' },
  ];
}

interface DetailsDialogProps {
  studio: Studio;
  /** Opens the confirmation of a deletion; null without permission. */
  onDelete: (() => void) | null;
  /** Opens the delivery, to give the film again. */
  onGiveAgain: () => void;
  /** Name of the field to focus. */
  about?: string;
  onClose: () => void;
}

/** Recipients, deadline, message and prompts; always editable. */
export function DetailsDialog({ studio, onDelete, onGiveAgain, about, onClose }: DetailsDialogProps) {
  const { event } = studio;
  const [rows, setRows] = useState(() => rowsOf(event));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const added = useRef(0);
  const form = useFocusInvalid(errors);
  const [timeZone, setTimeZone] = useState<string | null>(event.timeZone);
  const deadline = event.deadline ? utcToZoned(new Date(event.deadline), event.timeZone) : null;

  async function save(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    const read = readForm(new FormData(submitted.currentTarget), rows, timeZone, event);
    setErrors(read.errors);
    if (Object.keys(read.errors).length > 0) return;
    setBusy(true);
    const saved = await studio.saveDetails(read.body, (problem) => setErrors(errorsOf(problem)));
    setBusy(false);
    if (!saved) return;
    onClose();
    const moved = newAddresses(event, rows);
    if (moved.length === 0) return;
    const whose = `${listNames(moved)} ${moved.length > 1 ? 'have new addresses' : 'has a new address'}`;
    studio.show({
      text: `${whose}. The film hasn’t gone there yet.`,
      action: { label: 'Send it', onClick: onGiveAgain },
    });
  }

  const setRow = (index: number, change: Partial<Row>) =>
    setRows((now) => now.map((row, at) => (at === index ? { ...row, ...change } : row)));

  return (
    <Dialog open onClose={onClose} title="Details" about={about}>
      <form ref={form} className="l-stack" onSubmit={(submitted) => void save(submitted)} noValidate>
        {rows.map((row, index) => (
          <fieldset key={row.key} className="l-stack studio-dialogs__person">
            <legend className="l-small">{index === 0 ? 'Who it’s for' : `Person ${index + 1}`}</legend>
            <Field
              label="First name"
              value={row.firstName}
              maxLength={NAME_MAX}
              error={errors[`firstName.${index}`]}
              onChange={(event) => setRow(index, { firstName: event.target.value })}
            />
            <Field
              label="Email"
              type="email"
              hint="We only use it to send the film, and nothing before that."
              value={row.email}
              maxLength={EMAIL_MAX}
              error={errors[`email.${index}`]}
              onChange={(event) => setRow(index, { email: event.target.value })}
            />
            {rows.length > 1 && (
              <Button kind="quiet" size="small" onClick={() => setRows((now) => now.filter((_, at) => at !== index))}>
                Remove this person
              </Button>
            )}
          </fieldset>
        ))}
        <Button
          kind="second"
          size="small"
          icon="plus"
          onClick={() => {
            const key = `new-${added.current++}`;
            setRows((now) => [...now, { key, firstName: '', lastName: '', email: '', phone: null }]);
          }}
        >
          Add another person
        </Button>
        <Field
          label="Clips due by"
          type="datetime-local"
          name="deadline"
          defaultValue={deadline ? `${deadline.date}T${deadline.time}` : ''}
          hint={`${zoneInWords(timeZone ?? event.timeZone)}. Leave it empty for no deadline. You can change it at any time.`}
          error={errors.deadline}
        />
        <ZoneField value={event.timeZone} error={timeZone ? null : errors.timeZone} onChange={setTimeZone} />
        <TextArea
          label="Your message to everyone"
          name="message"
          defaultValue={event.message}
          maxLength={MESSAGE_MAX}
          rows={4}
          error={errors.message}
        />
        <TextArea
          label="Questions to get people started"
          hint="One per line, up to ten."
          name="prompts"
          defaultValue={event.prompts.join('\n')}
          rows={4}
          error={errors.prompts}
        />
        <Select
          label="Between clips"
          hint={transitionHint(event)}
          name="transition"
          defaultValue={event.isOwnTransition ? event.transition : UP_TO_THEME}
          options={TRANSITION_OPTIONS}
        />
        <Select
          label="Several photos in a row"
          hint="With music that has a steady beat, the next photo comes on the beat. Each is shown for at least this long."
          name="photoSeconds"
          defaultValue={String(event.photoSeconds ?? '')}
          options={photoOptions(event.photoSeconds)}
        />
        <Checkbox
          label="Show names over clips"
          hint="For three seconds at the start of videos and photos, in the type of your theme."
          name="showsNames"
          defaultChecked={event.showsNames}
        />
        <Checkbox
          label="Put captions in the picture"
          hint="Everyone sees what is said, also on a TV. Otherwise viewers switch captions on themselves."
          name="showsCaptions"
          defaultChecked={event.showsCaptions}
        />
        <div role="alert">{errors.form && <FieldError>{errors.form}</FieldError>}</div>
        <SaveRow busy={isBusy} onCancel={onClose} />
        {onDelete && (
          <Button kind="quiet" size="small" icon="trash" onClick={onDelete}>
            Delete this VidDay
          </Button>
        )}
      </form>
    </Dialog>
  );
}

/** The server's messages by field; others at the end. */
function errorsOf({ message, fields }: Problem): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [path, words] of Object.entries(fields)) {
    const [field = '', index, part] = path.split('.');
    const isOfPerson = field === 'recipients' && (part === 'firstName' || part === 'email');
    errors[isOfPerson ? `${part}.${index}` : field] = words;
  }
  const isShown = Object.keys(errors).some((name) =>
    /^(?:firstName|email)\.|^(?:deadline|timeZone|message|prompts)$/.test(name),
  );
  return isShown ? errors : { ...errors, form: message };
}

function readForm(
  form: FormData,
  rows: readonly Row[],
  timeZone: string | null,
  event: Event,
): { body: UpdateEventBody; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  rows.forEach((row, index) => {
    if (!row.firstName.trim()) errors[`firstName.${index}`] = 'What is their first name?';
    if (row.email.trim() && !looksLikeMail(row.email))
      errors[`email.${index}`] = 'Check the address: it should look like name@example.com.';
  });
  const local = String(form.get('deadline') ?? '');
  if (!timeZone) errors.timeZone = 'Choose a city from the list.';
  const deadline = local && timeZone ? zonedToUtc(local, timeZone) : null;
  if (local && timeZone && !deadline) errors.deadline = 'We can’t read this date.';
  const prompts = String(form.get('prompts') ?? '')
    .split('\n')
    .map((prompt) => prompt.trim())
    .filter(Boolean);
  if (prompts.length > 10) errors.prompts = 'Ten at most, please.';
  if (prompts.some((prompt) => prompt.length > 200)) errors.prompts = 'Up to 200 characters each, please.';
  return {
    errors,
    body: {
      recipients: rows.map((row) => ({
        ...(row.id && { id: row.id }),
        firstName: row.firstName.trim(),
        lastName: row.lastName.trim() || null,
        email: row.email.trim() || null,
        phone: row.phone,
      })),
      deadline: deadline?.toISOString() ?? null,
      ...(timeZone && { timeZone, isZoneAssumed: false }),
      message: String(form.get('message') ?? ''),
      prompts,
      ...styleOf(form, event),
    },
  };
}

/** How the film looks, as far as it was changed: what nobody chose is up to the theme. */
function styleOf(
  form: FormData,
  event: Event,
): Pick<UpdateEventBody, 'transition' | 'showsNames' | 'showsCaptions' | 'photoSeconds'> {
  const chosen = CLIP_TRANSITIONS.find((each) => each === form.get('transition')) ?? null;
  const before = event.isOwnTransition ? event.transition : null;
  const showsNames = form.get('showsNames') !== null;
  const showsCaptions = form.get('showsCaptions') !== null;
  const photoSeconds = Number(form.get('photoSeconds')) || null;
  return {
    ...(chosen !== before && { transition: chosen }),
    ...(showsNames !== event.showsNames && { showsNames }),
    ...(photoSeconds !== event.photoSeconds && { photoSeconds }),
    ...(showsCaptions !== event.showsCaptions && { showsCaptions }),
  };
}

/** First names of those whose address is new since the film was given by email. */
function newAddresses({ deliveredAt, delivery, recipients }: Event, rows: readonly Row[]): string[] {
  if (!deliveredAt || delivery?.byHand) return [];
  const knew = (email: string) => recipients.some((each) => each.email === email);
  return rows.flatMap(({ firstName, email }) => (email.trim() && !knew(email.trim()) ? [firstName] : []));
}
