import { useEffect, useRef } from 'react';
import { clock } from '../../../src/shared/format.ts';
import { IconButton } from '../../../views/ui/button.tsx';
import { cx } from '../../../views/ui/class-names.ts';
import { Dialog } from '../../../views/ui/dialog.tsx';
import { Icon } from '../../../views/ui/icon.tsx';
import { askBeforeLeaving } from '../../../views/ui/use-unsaved.ts';
import type { RecordingKind } from './recording.ts';
import { Refused } from './refused.tsx';
import { type Recorder, useRecorder } from './use-recorder.ts';

export interface RecorderDialogProps {
  kind: RecordingKind;
  /** A question to answer, shown near the camera. */
  prompt: string | null;
  title: string;
  /** Name of the recorded file. */
  fileName: string;
  /** Maximum length of a clip, in seconds. */
  maxLength: number;
  onClose(): void;
  onDone(file: File): void;
  /** Alternative without camera or microphone. */
  onInstead(way: 'voice' | 'write'): void;
}

/** Records in the browser, full screen: preview, countdown, and stop in the same place. */
export function RecorderDialog(props: RecorderDialogProps) {
  const { kind, prompt, title, fileName, maxLength, onClose, onDone, onInstead } = props;
  const recorder = useRecorder(kind, fileName, maxLength, onDone);
  const { state } = recorder;
  const isRolling = state.step === 'recording' || state.step === 'ending';
  useEffect(() => {
    if (!isRolling) return;
    window.addEventListener('beforeunload', askBeforeLeaving);
    return () => window.removeEventListener('beforeunload', askBeforeLeaving);
  }, [isRolling]);
  // What was said so far is a draft, which can be thrown away and restored.
  const close = isRolling ? recorder.stop : onClose;
  return (
    <Dialog open onClose={close} title={title} full className="recorder">
      {prompt && <p className="recorder__prompt">{prompt}</p>}
      <div className="recorder__stage">
        <Live kind={kind} recorder={recorder} />
        {state.step === 'countdown' && (
          <p className="recorder__count l-display" aria-live="assertive">
            {state.left}
          </p>
        )}
        {isRolling && (
          <p className="recorder__time l-num">
            <Icon name="rec" /> {clock(state.seconds)} <span className="l-unseen">of</span>
            <span aria-hidden="true">/</span> {clock(recorder.longest)}
          </p>
        )}
      </div>
      {state.step === 'refused' && (
        <Refused reason={state.reason} kind={kind} onAgain={recorder.tryAgain} onDone={onDone} onInstead={onInstead} />
      )}
      <Controls kind={kind} recorder={recorder} />
    </Dialog>
  );
}

function Live({ kind, recorder }: { kind: RecordingKind; recorder: Recorder }) {
  const { stream, facing, state } = recorder;
  if (kind === 'audio' || state.step === 'refused') {
    return (
      <p className={cx('recorder__voice', state.step === 'recording' && 'recorder__voice--on')}>
        <Icon name={kind === 'audio' ? 'mic' : 'camera'} />
      </p>
    );
  }
  // The whole picture is shown as recorded; the rest of the screen is filled with its blur.
  return (
    <>
      <Picture stream={stream} className="recorder__under" />
      <Picture stream={stream} className={facing === 'user' ? 'recorder__video--mirrored' : ''} />
    </>
  );
}

function Picture({ stream, className }: { stream: MediaStream | null; className: string }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return <video ref={video} className={className} autoPlay muted playsInline />;
}

function Controls({ kind, recorder }: { kind: RecordingKind; recorder: Recorder }) {
  const { state } = recorder;
  const shutter = useRef<HTMLButtonElement>(null);
  // It was disabled until now, so the focus is nowhere or on Close.
  useEffect(() => {
    if (state.step === 'ready' || state.step === 'recording') shutter.current?.focus();
  }, [state.step]);
  if (state.step === 'refused') return null;
  return (
    <div className="recorder__controls">
      {state.step === 'recording' || state.step === 'ending' ? (
        <button
          ref={shutter}
          type="button"
          className="recorder__shutter"
          aria-label={state.step === 'ending' ? 'Finishing your recording' : 'Stop recording'}
          disabled={state.step === 'ending'}
          onClick={recorder.stop}
        >
          <Icon name="stop" />
        </button>
      ) : (
        <button
          ref={shutter}
          type="button"
          className="recorder__shutter"
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
