import { type ReactNode, useRef, useState } from 'react';
import { Button, type ButtonLook } from '../../views/ui/button.tsx';
import { Field } from '../../views/ui/field.tsx';

interface CopyFieldProps {
  label: string;
  hint?: string;
  value: string;
}

/** A link to hand on, with one button that copies it. Without the clipboard it is selected, to be copied by hand. */
export function CopyField({ label, hint, value }: CopyFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div className="copy-field" ref={box}>
      <Field label={label} hint={hint} value={value} readOnly onFocus={(event) => event.currentTarget.select()} />
      <CopyButton
        kind="second"
        size="small"
        value={value}
        onRefused={() => box.current?.querySelector('input')?.select()}
      >
        Copy
      </CopyButton>
    </div>
  );
}

interface CopyButtonProps extends Pick<ButtonLook, 'kind' | 'size'> {
  value: string;
  /** Called where the browser has no clipboard for us; without it the link is shown, to be copied by hand. */
  onRefused?: () => void;
  children: ReactNode;
}

/** Copies a link, and says so. */
export function CopyButton({ kind, size, value, onRefused, children }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
    } catch {
      if (onRefused) onRefused();
      else setState('refused');
    }
  }
  return (
    <>
      <Button
        kind={kind}
        size={size}
        icon={state === 'copied' ? 'check' : 'link'}
        aria-live="polite"
        onClick={() => void copy()}
      >
        {state === 'copied' ? 'Copied' : children}
      </Button>
      {state === 'refused' && <span className="small by-hand">{value}</span>}
    </>
  );
}
