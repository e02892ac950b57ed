import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CLIP_TRANSITIONS, type ClipTransition } from '../../src/shared/clip-transitions.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { listNames } from '../../src/shared/format.ts';
import { EMAIL_MAX, MESSAGE_MAX, NAME_MAX } from '../../src/shared/limits.ts';
import { PHOTO_PACE } from '../../src/shared/studio-limits.ts';
import { zoneInWords } from '../../src/shared/zone-words.ts';
import { Button } from '../../views/ui/button.tsx';
import { Checkbox } from '../../views/ui/choice.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { Field, FieldError, TextArea } from '../../views/ui/field.tsx';
import { SaveRow } from '../../views/ui/save-row.tsx';
import { Select } from '../../views/ui/select.tsx';
import { useFocusInvalid } from '../runtime/use-focus-invalid.ts';
import { errorsOf, localDeadline, newAddresses, type Row, readForm, rowsOf } from './details-form.ts';
import type { Studio } from './use-studio.ts';
import { ZoneField } from './zone-field.tsx';

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

/** Begins the keys of people who were added. */
const ADDED = 'new-';

const isSameRows = (one: readonly Row[], other: readonly Row[]) => JSON.stringify(one) === JSON.stringify(other);

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
  // Somebody else may change it meanwhile.
  const [event] = useState(studio.event);
  const [rows, setRows] = useState(() => rowsOf(event));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const added = useRef(0);
  const adder = useRef<HTMLButtonElement>(null);
  const form = useFocusInvalid(errors);
  const [timeZone, setTimeZone] = useState<string | null>(event.timeZone);
  const before = useRef<FormData>(null);
  useEffect(() => {
    if (form.current) before.current = new FormData(form.current);
  }, [form]);

  const isUnsaved = () => {
    const first = before.current;
    if (!form.current || !first) return false;
    const now = [...new FormData(form.current)];
    return (
      timeZone !== event.timeZone ||
      !isSameRows(rows, rowsOf(event)) ||
      now.length !== [...first].length ||
      now.some(([name, value]) => first.get(name) !== value)
    );
  };

  async function save(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault();
    const filledIn = new FormData(submitted.currentTarget);
    const first = before.current ?? new FormData();
    const isForZone = about === 'timeZone';
    const read = readForm({ opened: event, before: first, form: filledIn, rows, timeZone, isForZone }, studio.event);
    setErrors(read.errors);
    if (Object.keys(read.errors).length > 0) return;
    setBusy(true);
    const saved = await studio.saveDetails(read.body, (problem) => setErrors(errorsOf(problem, read.keys)));
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

  const removeRow = (index: number) => {
    setRows((now) => now.filter((_, at) => at !== index));
    adder.current?.focus();
  };
  const setRow = (index: number, change: Partial<Row>) =>
    setRows((now) => now.map((row, at) => (at === index ? { ...row, ...change } : row)));

  return (
    <Dialog open onClose={onClose} isUnsaved={isUnsaved} title="Details" about={about}>
      <form ref={form} className="l-stack" onSubmit={(submitted) => void save(submitted)} noValidate>
        {rows.map((row, index) => (
          <fieldset key={row.key} className="l-stack studio-dialogs__person">
            <legend className="l-small">{index === 0 ? 'Who it’s for' : `Person ${index + 1}`}</legend>
            <Field
              label="First name"
              focused={row.key.startsWith(ADDED)}
              value={row.firstName}
              maxLength={NAME_MAX}
              error={errors[`firstName.${row.key}`]}
              onChange={(event) => setRow(index, { firstName: event.target.value })}
            />
            <Field
              label="Email"
              type="email"
              hint="We only use it to send the film, and nothing before that."
              value={row.email}
              maxLength={EMAIL_MAX}
              error={errors[`email.${row.key}`]}
              onChange={(event) => setRow(index, { email: event.target.value })}
            />
            {rows.length > 1 && (
              <Button kind="quiet" size="small" onClick={() => removeRow(index)}>
                Remove this person
              </Button>
            )}
          </fieldset>
        ))}
        <Button
          kind="second"
          size="small"
          icon="plus"
          ref={adder}
          onClick={() => {
            const key = `${ADDED}${added.current++}`;
            setRows((now) => [...now, { key, firstName: '', email: '' }]);
          }}
        >
          Add another person
        </Button>
        <Field
          label="Clips due by"
          type="datetime-local"
          name="deadline"
          defaultValue={localDeadline(event)}
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
