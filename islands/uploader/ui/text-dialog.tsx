import { useState } from 'react';
import { hasRoomForLines, TOO_MANY_LINES } from '../../../src/shared/card-text.ts';
import { typedText } from '../../../src/shared/hidden-characters.ts';
import { TEXT_MAX } from '../../../src/shared/limits.ts';
import { readingTime } from '../../../src/shared/reading-time.ts';
import { Button } from '../../../views/ui/button.tsx';
import { Dialog } from '../../../views/ui/dialog.tsx';
import { TextArea } from '../../../views/ui/field.tsx';
import { useFocusInvalid } from '../../runtime/use-focus-invalid.ts';

export interface TextDialogProps {
  /** A question to answer; null for free text. */
  prompt: string | null;
  onClose(): void;
  onDone(text: string): void;
}

/** Text kept after an accidental close. */
let unfinished = '';

/** Text for a card in the film. Kept when the dialog is closed by mistake. */
export function TextDialog({ prompt, onClose, onDone }: TextDialogProps) {
  const [text, setText] = useState(unfinished);
  const [errors, setErrors] = useState<{ text?: string }>({});
  const field = useFocusInvalid<HTMLDivElement>(errors);
  const send = () => {
    const words = typedText(text);
    if (!words) return setErrors({ text: 'Write a few words first.' });
    if (!hasRoomForLines(words)) return setErrors({ text: TOO_MANY_LINES });
    onDone(words);
    unfinished = '';
  };
  return (
    <Dialog open onClose={onClose} title={prompt ?? 'A few lines'} actions={<Button onClick={send}>Continue</Button>}>
      <div ref={field}>
        <TextArea
          label="Your words"
          hint={`${text.length} of ${TEXT_MAX} characters, on screen for ${Math.round(readingTime(text))} seconds.`}
          value={text}
          rows={6}
          maxLength={TEXT_MAX}
          error={errors.text}
          onChange={(event) => {
            unfinished = event.target.value;
            setText(unfinished);
          }}
        />
      </div>
    </Dialog>
  );
}
