import type { ChangeEvent } from 'react';
import { Button } from '../../../views/ui/button.tsx';
import { Banner } from '../../../views/ui/notice.tsx';
import type { RecordingKind } from './recording.ts';
import type { Refusal } from './use-recorder.ts';

interface RefusedProps {
  reason: Refusal;
  kind: RecordingKind;
  onAgain(): void;
  onDone(file: File): void;
  onInstead(way: 'voice' | 'write'): void;
}

/** Why recording is impossible here, and alternatives. */
export function Refused({ reason, kind, onAgain, onDone, onInstead }: RefusedProps) {
  const { title, text } = wordsOf(reason, kind);
  const isMissing = reason === 'no-camera' || reason === 'no-microphone';
  return (
    <Banner
      tone="warn"
      role="alert"
      title={title}
      action={
        <>
          {!isMissing && (
            <Button kind="second" size="small" icon="retry" onClick={onAgain}>
              Try again
            </Button>
          )}
          <FileInstead kind={kind} isMissing={isMissing} onDone={onDone} />
          {reason === 'no-camera' && (
            <Button kind="second" size="small" icon="mic" onClick={() => onInstead('voice')}>
              Just say it
            </Button>
          )}
          {isMissing && (
            <Button kind="second" size="small" icon="pen" onClick={() => onInstead('write')}>
              Write instead
            </Button>
          )}
        </>
      }
    >
      {text}
    </Banner>
  );
}

function wordsOf(reason: Refusal, kind: RecordingKind): { title: string; text: string } {
  const device = kind === 'video' ? 'camera' : 'microphone';
  const both = kind === 'video' ? 'the camera and microphone' : 'the microphone';
  switch (reason) {
    case 'denied':
      return {
        title: `The ${device} is blocked`,
        text: `Tap the icon beside the web address, allow ${both}, then try again.`,
      };
    case 'busy':
      return {
        title: `The ${device} is in use`,
        text: 'Another app or a call is using it. Close that, then try again.',
      };
    case 'no-camera':
      return {
        title: 'No camera found',
        text: 'This device doesn’t seem to have one. You can still join in without one.',
      };
    case 'no-microphone':
      return {
        title: 'No microphone found',
        text: 'This device doesn’t seem to have one. Plug one in, or join in without it.',
      };
  }
}

interface FileInsteadProps {
  kind: RecordingKind;
  isMissing: boolean;
  onDone(file: File): void;
}

/** A file from the phone’s camera, or an existing one. */
function FileInstead({ kind, isMissing, onDone }: FileInsteadProps) {
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (file) onDone(file);
  };
  const isCameraApp = kind === 'video' && !isMissing;
  return (
    <label className="button button--second button--small">
      <input
        className="l-unseen"
        type="file"
        accept={`${kind}/*`}
        capture={isCameraApp ? 'user' : undefined}
        onChange={take}
      />
      {isCameraApp ? 'Use the camera app' : kind === 'video' ? 'Choose a video' : 'Choose a sound'}
    </label>
  );
}
