import { useRef, useState } from 'react';
import { Button } from '../../views/ui/button.tsx';
import { Field } from '../../views/ui/field.tsx';

interface CopyFieldProps {
  label: string;
  hint?: string;
  value: string;
}

/** A link to hand on, with one button that copies it. Without the clipboard it is selected, to be copied by hand. */
export function CopyField({ label, hint, value }: CopyFieldProps) {
  const [isCopied, setCopied] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      box.current?.querySelector('input')?.select();
    }
  }
  return (
    <div className="copy-field" ref={box}>
      <Field label={label} hint={hint} value={value} readOnly onFocus={(event) => event.currentTarget.select()} />
      <Button kind="second" size="small" icon={isCopied ? 'check' : 'link'} onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}
