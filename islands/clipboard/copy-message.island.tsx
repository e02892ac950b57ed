import { useRef, useState } from 'react';
import { CopyButton } from './copy-button.tsx';

export interface CopyMessageProps {
  text: string;
}

/** Copies a sample message. Without clipboard access, selects the text in the `.letter` next to it. */
export default function CopyMessage({ text }: CopyMessageProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isSelected, setSelected] = useState(false);

  function select(): void {
    const words = place.current?.closest('.letter')?.querySelector('.occasion-words__to-copy');
    if (!words) return;
    window.getSelection()?.selectAllChildren(words);
    setSelected(true);
  }
  return (
    <div ref={place} className="l-row l-needs-script">
      <CopyButton
        kind="second"
        size="small"
        icon="copy"
        value={text}
        onRefused={select}
        onCopied={() => setSelected(false)}
      >
        Copy
      </CopyButton>
      <span className="l-small" role="status">
        {isSelected && 'It is selected. Copy it from there.'}
      </span>
    </div>
  );
}
