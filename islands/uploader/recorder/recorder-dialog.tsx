import { type ChangeEvent, useEffect, useRef } from 'react';
import { clock } from '../../../src/shared/format.ts';
import { Button, IconButton } from '../../../views/ui/button.tsx';
import { cx } from '../../../views/ui/class-names.ts';
import { Dialog } from '../../../views/ui/dialog.tsx';
import { Icon } from '../../../views/ui/icon.tsx';
import { Banner } from '../../../views/ui/notice.tsx';
import type { RecordingKind } from './recording.ts';
import { type Recorder, useRecorder } from './use-recorder.ts';

export interface RecorderDialogProps {
  kind: RecordingKind;
  /** A question to answer; stands where the eyes are. */
  prompt: string | null;
  title: string;
  /** What the file is called. */
  fileName: string;
  /** Longest clip of the event, in seconds. */
  maxLength: number;
  onClose(): void;
  onDone(file: File): void;
}

/** Records in the browser, full screen: preview, 3-2-1, stop in the same place, a look at it, again or use it. */
export function RecorderDialog({ kind, prompt, title, fileName, maxLength, onClose, onDone }: RecorderDialogProps) {
  const recorder = useRecorder(kind, fileName, maxLength);
  const { state } = recorder;
  return (
    <Dialog open onClose={onClose} title={title} full className={cx('recorder', `is-${state.step}`)}>
      {prompt && <p className="recorder-prompt">{prompt}</p>}
      <div className="recorder-stage">
        {state.step === 'review' ? <Review kind={kind} url={state.url} /> : <Live kind={kind} recorder={recorder} />}
        {state.step === 'countdown' && (
          <p className="recorder-count display" aria-live="assertive">
            {state.left}
          </p>
        )}
        {state.step === 'recording' && (
          <p className="recorder-time num">
            <Icon name="rec" /> {clock(state.seconds)} <span className="vh">of</span>
            <span aria-hidden="true">/</span> {clock(recorder.longest)}
          </p>
        )}
      </div>
      {state.step === 'refused' && <Refused reason={state.reason} kind={kind} onDone={onDone} />}
      <Controls kind={kind} recorder={recorder} onDone={onDone} />
    </Dialog>
  );
}

function Live({ kind, recorder }: { kind: RecordingKind; recorder: Recorder }) {
  const video = useRef<HTMLVideoElement>(null);
  const { stream, facing, state } = recorder;
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  if (kind === 'audio' || state.step === 'refused') {
    return (
      <p className={cx('recorder-voice', state.step === 'recording' && 'is-on')}>
        <Icon name={kind === 'audio' ? 'mic' : 'camera'} />
      </p>
    );
  }
  return <video ref={video} className={cx(facing === 'user' && 'mirrored')} autoPlay muted playsInline />;
}

function Review({ kind, url }: { kind: RecordingKind; url: string }) {
  // biome-ignore lint/a11y/useMediaCaption: what the person has just said
  if (kind === 'audio') return <audio src={url} controls />;
  // biome-ignore lint/a11y/useMediaCaption: what the person has just said
  return <video src={url} controls playsInline />;
}

interface ControlsProps {
  kind: RecordingKind;
  recorder: Recorder;
  onDone(file: File): void;
}

function Controls({ kind, recorder, onDone }: ControlsProps) {
  const { state } = recorder;
  if (state.step === 'review') {
    return (
      <div className="recorder-controls">
        <Button kind="second" icon="retry" onClick={recorder.retake}>
          Again
        </Button>
        <Button icon="check" onClick={() => onDone(state.file)}>
          Use this one
        </Button>
      </div>
    );
  }
  if (state.step === 'refused') return null;
  return (
    <div className="recorder-controls">
      {state.step === 'recording' ? (
        <button type="button" className="recorder-shutter is-on" aria-label="Stop recording" onClick={recorder.stop}>
          <Icon name="stop" />
        </button>
      ) : (
        <button
          type="button"
          className="recorder-shutter"
          aria-label={state.step === 'asking' ? 'Opening the camera' : 'Start recording'}
          disabled={state.step !== 'ready'}
          onClick={recorder.begin}
        >
          <Icon name={kind === 'audio' ? 'mic' : 'rec'} />
        </button>
      )}
      {kind === 'video' && state.step === 'ready' && (
        <IconButton icon="flip" label="Switch camera" onClick={recorder.flip} />
      )}
    </div>
  );
}

const REASONS = {
  denied: 'Your browser isn’t allowed to use it. Allow it in the address bar, or use the phone’s own app.',
  missing: 'We couldn’t find one on this device. You can send a file instead.',
  busy: 'Another app may be using it. Close that one and try again, or use the phone’s own app.',
} as const;

function Refused({
  reason,
  kind,
  onDone,
}: {
  reason: keyof typeof REASONS;
  kind: RecordingKind;
  onDone(file: File): void;
}) {
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (file) onDone(file);
  };
  return (
    <Banner
      tone="warn"
      role="alert"
      title={kind === 'video' ? 'We can’t open the camera' : 'We can’t open the microphone'}
      action={
        <label className="btn second small">
          <input
            className="vh"
            type="file"
            accept={kind === 'video' ? 'video/*' : 'audio/*'}
            capture={kind === 'video' ? 'user' : undefined}
            onChange={take}
          />
          {kind === 'video' ? 'Use the camera app' : 'Choose a sound'}
        </label>
      }
    >
      {REASONS[reason]}
    </Banner>
  );
}
