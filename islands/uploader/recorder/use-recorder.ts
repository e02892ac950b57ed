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

/** Why there is no camera or microphone: denied, in use, or missing. */
export type Refusal = 'denied' | 'busy' | 'no-camera' | 'no-microphone';

export type RecorderStep =
  | { step: 'asking' }
  | { step: 'refused'; reason: Refusal }
  | { step: 'ready' }
  | { step: 'countdown'; left: number }
  | { step: 'recording'; seconds: number }
  /** Stopped, but the file is not there yet. */
  | { step: 'ending'; seconds: number };

export interface Recorder {
  state: RecorderStep;
  stream: MediaStream | null;
  /** Maximum seconds of a recording. */
  longest: number;
  begin(): void;
  stop(): void;
  /** Requests the camera again. */
  tryAgain(): void;
  flip(): void;
  facing: Facing;
}

const COUNTDOWN = 3;
const LOST: RecorderStep = { step: 'refused', reason: 'busy' };

/**
 * Camera, countdown and recording. The camera is open only while mounted.
 * @param maxLength seconds
 * @param onDone called with the file when the recording ends
 */
export function useRecorder(
  kind: RecordingKind,
  name: string,
  maxLength: number,
  onDone: (file: File) => void,
): Recorder {
  const [state, setState] = useState<RecorderStep>({ step: 'asking' });
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [facing, setFacing] = useState<Facing>('user');
  const [tries, setTries] = useState(0);
  const recording = useRef<Recording | null>(null);
  const latest = useRef(onDone);
  latest.current = onDone;
  const longest = Math.min(CLIP.recordMax, maxLength);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks for the camera again
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
      async (error: unknown) => {
        const reason = await reasonOf(error, kind);
        if (!isOver) setState({ step: 'refused', reason });
      },
    );
    return () => {
      isOver = true;
      // Closing the dialog discards the current recording.
      const unfinished = recording.current;
      recording.current = null;
      unfinished?.stop();
      closeCamera(open);
      setStream(null);
    };
  }, [kind, facing, tries]);

  const tryAgain = useCallback(() => {
    setState({ step: 'asking' });
    setTries((now) => now + 1);
  }, []);

  const isWaiting = state.step === 'ready' || state.step === 'countdown';
  useEffect(() => {
    if (!isWaiting) return;
    const ends = new AbortController();
    // Unplugged, or the permission was taken back: asking again tells. During a recording, the recorder ends by itself.
    for (const track of stream?.getTracks() ?? []) track.addEventListener('ended', tryAgain, { signal: ends.signal });
    return () => ends.abort();
  }, [stream, isWaiting, tryAgain]);

  const record = useCallback(() => {
    if (!stream) return;
    let made: Recording;
    try {
      made = startRecording(stream, kind, name);
    } catch {
      return setState(LOST);
    }
    recording.current = made;
    setState({ step: 'recording', seconds: 0 });
    made.done.then(
      (file) => {
        if (recording.current !== made) return;
        recording.current = null;
        latest.current(file);
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

  const end = useCallback(() => {
    setState((now) => (now.step === 'recording' ? { step: 'ending', seconds: now.seconds } : now));
    recording.current?.stop();
  }, []);

  const isRecording = state.step === 'recording';
  useEffect(() => {
    if (!isRecording) return;
    const startedAt = performance.now();
    const timer = setInterval(() => {
      const seconds = (performance.now() - startedAt) / 1000;
      if (seconds >= longest) end();
      else setState((now) => (now.step === 'recording' ? { step: 'recording', seconds } : now));
    }, 200);
    return () => clearInterval(timer);
  }, [isRecording, longest, end]);

  return {
    state,
    stream,
    longest,
    facing,
    begin: () => setState({ step: 'countdown', left: COUNTDOWN }),
    stop: end,
    tryAgain,
    flip: () => setFacing((now) => (now === 'user' ? 'environment' : 'user')),
  };
}

async function reasonOf(error: unknown, kind: RecordingKind): Promise<Refusal> {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name !== 'NotFoundError' && name !== 'OverconstrainedError') return 'busy';
  if (kind === 'audio') return 'no-microphone';
  // The error is the same for both; a laptop may have a camera and no microphone.
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices.some((device) => device.kind === 'videoinput') ? 'no-microphone' : 'no-camera';
}
