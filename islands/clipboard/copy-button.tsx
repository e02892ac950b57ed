import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '../../views/ui/button.tsx';

interface CopyButtonProps extends Pick<ButtonProps, 'kind' | 'size' | 'icon'> {
  value: string;
  /** Called if the clipboard is unavailable. Default: shows the text for manual copying. */
  onRefused?: () => void;
  onCopied?: () => void;
  children: ReactNode;
}

/** Copies a link or text and confirms it. */
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
