import { useState } from 'react';
import { Button } from '../../views/ui/button.tsx';

export interface KeepCodesProps {
  codes: string[];
}

/** How long a file is there to be saved, in milliseconds. */
const KEPT = 60_000;

/** Copies, saves or prints recovery codes. */
export default function KeepCodes({ codes }: KeepCodesProps) {
  const [said, setSaid] = useState('');

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setSaid('Copied. Paste them somewhere safe.');
    } catch {
      setSaid('This browser doesn’t let us copy. Please write them down.');
    }
  }

  function save(): void {
    const text = `Recovery codes for my VidDay account. Each works once.\n\n${codes.join('\n')}\n`;
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'vidday-recovery-codes.txt';
    link.click();
    // Some browsers first ask whether to save it.
    setTimeout(() => URL.revokeObjectURL(url), KEPT);
    setSaid('Look in your downloads: they should be there.');
  }

  return (
    <div className="l-stack l-stack--tight l-needs-script">
      <div className="l-row">
        <Button kind="second" size="small" icon="copy" onClick={() => void copy()}>
          Copy
        </Button>
        <Button kind="second" size="small" icon="download" onClick={save}>
          Save as a file
        </Button>
        <Button kind="second" size="small" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <p className="l-small" role="status">
        {said}
      </p>
    </div>
  );
}
