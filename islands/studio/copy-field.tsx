import { useRef } from 'react';
import { ButtonLink } from '../../views/ui/button.tsx';
import { Field } from '../../views/ui/field.tsx';
import { CopyButton } from '../clipboard/copy-button.tsx';

interface CopyFieldProps {
  label: string;
  hint?: string;
  value: string;
  /** Also offers the phone's messages app. */
  canText?: boolean;
}

/** A link with a copy button. Without clipboard access it is selected for manual copying. */
export function CopyField({ label, hint, value, canText }: CopyFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div className="copy-field" ref={box}>
      <Field label={label} hint={hint} value={value} readOnly onFocus={(event) => event.currentTarget.select()} />
      <div className="row">
        <CopyButton
          kind="second"
          size="small"
          value={value}
          onRefused={() => box.current?.querySelector('input')?.select()}
        >
          Copy
        </CopyButton>
        {canText && (
          <ButtonLink kind="quiet" size="small" icon="chat" href={`sms:?&body=${encodeURIComponent(value)}`}>
            Text it
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
