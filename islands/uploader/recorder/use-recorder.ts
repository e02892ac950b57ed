import { useCallback, useEffect, useRef, useState } from 'react';
import { CLIP } from '../../../src/shared/limits.ts';
import {
  closeCamera,
  type Facing,
  openCamera,
  type Recording,
  type RecordingKind,
  startRecording,
} from './recording.ts';

export type RecorderStep =
  | { step: 'asking' }
  | { step: 'refused'; reason: 'denied' | 'missing' | 'busy' }
  | { step: 'ready' }
  | { step: 'countdown'; left: number }
  | { step: 'recording'; seconds: number }
  | { step: 'review'; file: File; url: string };

export interface Recorder {
  state: RecorderStep;
  stream: MediaStream | null;
  /** Seconds that a recording may last. */
  longest: number;
  begin(): void;
  stop(): void;
  retake(): void;
  flip(): void;
  facing: Facing;
}

const COUNTDOWN = 3;

/** Camera, countdown, recording and a look at it. The camera is open only while this is mounted. */
export function useRecorder(kind: RecordingKind, name: string, maxLength: number): Recorder {
  const [state, setState] = useState<RecorderStep>({ step: 'asking' });
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [facing, setFacing] = useState<Facing>('user');
  const recording = useRef<Recording | null>(null);
  const longest = Math.min(CLIP.recordMax, maxLength);

  useEffect(() => {
    let open: MediaStream | null = null;
    let isOver = false;
    openCamera(kind, facing).then(
      (opened) => {
        if (isOver) return closeCamera(opened);
        open = opened;
        setStream(opened);
        setState((now) => (now.step === 'asking' || now.step === 'refused' ? { step: 'ready' } : now));
      },
      (error: unknown) => !isOver && setState({ step: 'refused', reason: reasonOf(error) }),
    );
    return () => {
      isOver = true;
      recording.current?.stop();
      closeCamera(open);
      setStream(null);
    };
  }, [kind, facing]);

  const record = useCallback(() => {
    if (!stream) return;
    const made = startRecording(stream, kind, name);
    recording.current = made;
    setState({ step: 'recording', seconds: 0 });
    made.done.then(
      (file) => {
        recording.current = null;
        setState({ step: 'review', file, url: URL.createObjectURL(file) });
      },
      () => setState({ step: 'ready' }),
    );
  }, [stream, kind, name]);

  useEffect(() => {
    if (state.step !== 'countdown') return;
    const timer = setTimeout(() => {
      if (state.left > 1) setState({ step: 'countdown', left: state.left - 1 });
      else record();
    }, 1000);
    return () => clearTimeout(timer);
  }, [state, record]);

  const isRecording = state.step === 'recording';
  useEffect(() => {
    if (!isRecording) return;
    const startedAt = performance.now();
    const timer = setInterval(() => {
      const seconds = (performance.now() - startedAt) / 1000;
      if (seconds >= longest) recording.current?.stop();
      else setState((now) => (now.step === 'recording' ? { step: 'recording', seconds } : now));
    }, 200);
    return () => clearInterval(timer);
  }, [isRecording, longest]);

  const url = state.step === 'review' ? state.url : null;
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url]);

  return {
    state,
    stream,
    longest,
    facing,
    begin: () => setState({ step: 'countdown', left: COUNTDOWN }),
    stop: () => recording.current?.stop(),
    retake: () => setState({ step: 'ready' }),
    flip: () => setFacing((now) => (now === 'user' ? 'environment' : 'user')),
  };
}

function reasonOf(error: unknown): 'denied' | 'missing' | 'busy' {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
}
