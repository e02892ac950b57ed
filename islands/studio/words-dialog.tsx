import { type FormEvent, useState } from 'react';
import { hasRoomForLines, TOO_MANY_LINES } from '../../src/shared/card-text.ts';
import type { Media } from '../../src/shared/contracts/media.ts';
import { NAME_MAX, TEXT_MAX } from '../../src/shared/limits.ts';
import { Dialog } from '../../views/ui/dialog.tsx';
import { Field, FieldError, TextArea } from '../../views/ui/field.tsx';
import { SaveRow } from '../../views/ui/save-row.tsx';
import { useFocusInvalid } from '../runtime/use-focus-invalid.ts';
import { CardPicture } from './card-picture.tsx';
import type { Studio } from './use-studio.ts';

/** Changes a clip's name, and the words of a text card, which is shown as the film will have it. */
export function WordsDialog({ clip, studio, onClose }: { clip: Media; studio: Studio; onClose: () => void }) {
  const isCard = clip.kind === 'text';
  const [errors, setErrors] = useState<{ name?: string; text?: string; form?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const form = useFocusInvalid(errors);
  const [before] = useState({ name: clip.contributor.name, text: clip.text ?? '' });
  const [name, setName] = useState(before.name);
  const [text, setText] = useState(before.text);
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const given = { name: String(data.get('name')).trim(), text: String(data.get('text')) };
    if (!given.name) return setErrors({ name: 'Please add a name.' });
    if (isCard && !given.text.trim()) return setErrors({ text: 'A card needs a few words.' });
    if (isCard && !hasRoomForLines(given.text)) return setErrors({ text: TOO_MANY_LINES });
    // Only what was changed here: somebody else may have changed the rest meanwhile.
    const changed = {
      ...(given.name !== before.name && { contributor: { name: given.name } }),
      ...(isCard && given.text !== before.text && { text: given.text }),
    };
    if (Object.keys(changed).length === 0) return onClose();
    setErrors({});
    setBusy(true);
    const saved = await studio.editMedia(clip, changed, ({ message }) => setErrors({ form: message }));
    setBusy(false);
    if (saved) onClose();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      isUnsaved={() => name !== before.name || text !== before.text}
      title={isCard ? 'Name and words' : 'Name on the clip'}
    >
      <form ref={form} className="l-stack" onSubmit={(event) => void save(event)} noValidate>
        {isCard && <CardPicture eventId={clip.eventId} text={text} contributor={{ ...clip.contributor, name }} />}
        <Field
          label="Name"
          name="name"
          defaultValue={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={NAME_MAX}
          error={errors.name}
        />
        {isCard && (
          <TextArea
            label="Words"
            name="text"
            defaultValue={text}
            onChange={(event) => setText(event.target.value)}
            maxLength={TEXT_MAX}
            rows={5}
            error={errors.text}
          />
        )}
        <div role="alert">{errors.form && <FieldError>{errors.form}</FieldError>}</div>
        <SaveRow busy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
