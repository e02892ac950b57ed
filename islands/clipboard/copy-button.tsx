import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '../../views/ui/button.tsx';

interface CopyButtonProps extends Pick<ButtonProps, 'kind' | 'size' | 'icon'> {
  value: string;
  /** Called where the browser has no clipboard for us; without it the text is shown, to be copied by hand. */
  onRefused?: () => void;
  onCopied?: () => void;
  children: ReactNode;
}

/** Copies a link or a text, and says so. */
export function CopyButton({ value, onRefused, onCopied, children, icon = 'link', ...look }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  const isCopied = state === 'copied';
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
      onCopied?.();
    } catch {
      if (onRefused) onRefused();
      else setState('refused');
    }
  }
  return (
    <>
      <Button {...look} icon={isCopied ? 'check' : icon} aria-live="polite" onClick={() => void copy()}>
        {isCopied ? 'Copied' : children}
      </Button>
      {state === 'refused' && <span className="l-small copy-button__by-hand">{value}</span>}
    </>
  );
}
