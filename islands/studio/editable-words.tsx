import { type ReactNode, useState } from 'react';
import { IconButton } from '../../views/ui/button.tsx';

interface EditableWordsProps {
  /** Of the field. */
  label: string;
  words: string;
  onChange: (words: string) => void;
  /** Below the words, such as the link that follows them. */
  children?: ReactNode;
}

/** Words that are passed on, as on a letter, which become a field on demand. */
export function EditableWords({ label, words, onChange, children }: EditableWordsProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <div className="letter share__message">
      {isEditing ? (
        <textarea
          className="field__input"
          aria-label={label}
          dir="auto"
          rows={6}
          maxLength={1000}
          value={words}
          onChange={(changed) => onChange(changed.target.value)}
          ref={focusEnd}
        />
      ) : (
        <p className="l-display l-lines" dir="auto">
          {words}
        </p>
      )}
      {children}
      <IconButton
        icon={isEditing ? 'check' : 'pen'}
        label={isEditing ? 'Done' : 'Edit the message'}
        onClick={() => setEditing(!isEditing)}
      />
    </div>
  );
}

function focusEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
}
