import { useState } from 'react';
import type { Cue } from '../../src/shared/captions.ts';
import { readCues } from '../../src/shared/cue-file.ts';
import { CAPTIONS } from '../../src/shared/studio-limits.ts';
import { Button } from '../../views/ui/button.tsx';
import { TextArea } from '../../views/ui/field.tsx';

const NONE = 'There are no captions in this. They need times, such as 00:01 --> 00:04.';
const TOO_LARGE = 'This file is too large for captions. Choose one that ends in .srt or .vtt.';

/** Takes captions from SRT or WebVTT, pasted or in a file. */
export function CaptionPaste({
  whole,
  hasSome,
  onRead,
}: {
  whole: number;
  hasSome: boolean;
  onRead: (cues: Cue[]) => void;
}) {
  const [pasted, setPasted] = useState('');
  const [problem, setProblem] = useState('');
  const read = (text: string) => {
    const cues = readCues(text, whole);
    if (cues.length === 0) return setProblem(NONE);
    onRead(cues);
  };
  const open = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > CAPTIONS.fileMax) return setProblem(TOO_LARGE);
    // One that can't be read holds no captions either.
    read(await file.text().catch(() => ''));
  };
  return (
    <div className="captions__paste">
      <TextArea
        label="Captions with times"
        hint="As in a file that ends in .srt or .vtt."
        rows={5}
        dir="auto"
        value={pasted}
        error={problem || undefined}
        onChange={(event) => setPasted(event.target.value)}
      />
      <div className="l-row">
        <Button kind="second" size="small" disabled={pasted.trim() === ''} onClick={() => read(pasted)}>
          {hasSome ? 'Replace the captions' : 'Use these'}
        </Button>
        <label className="captions__file">
          Choose a file
          <input
            type="file"
            accept=".srt,.vtt,text/vtt,application/x-subrip"
            onChange={(event) => void open(event.target.files?.[0])}
          />
        </label>
      </div>
    </div>
  );
}
