import { type ReactNode, useRef } from 'react';
import { Field } from '../../views/ui/field.tsx';
import { CopyButton } from '../clipboard/copy-button.tsx';

interface CopyFieldProps {
  label: string;
  hint?: string;
  value: string;
  /** Other ways to send it, next to the button. */
  also?: ReactNode;
}

/** A link to hand on, with one button that copies it. Without the clipboard it is selected, to be copied by hand. */
export function CopyField({ label, hint, value, also }: CopyFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div className="studio-dialogs__copy" ref={box}>
      <Field label={label} hint={hint} value={value} readOnly onFocus={(event) => event.currentTarget.select()} />
      <div className="l-row">
        <CopyButton
          kind="second"
          size="small"
          value={value}
          onRefused={() => box.current?.querySelector('input')?.select()}
        >
          Copy
        </CopyButton>
        {also}
      </div>
    </div>
  );
}
