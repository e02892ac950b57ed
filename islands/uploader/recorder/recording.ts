export type RecordingKind = 'video' | 'audio';
export type Facing = 'user' | 'environment';

/**
 * MP4 first: Safari claims to record WebM and can't play it, and MP4 needs no remuxing. Then VP8: phones whose Chrome records no
 * MP4 encode VP9 by their processor, and catch a few pictures a second (opencast/studio#243).
 */
const TYPES: Record<RecordingKind, readonly string[]> = {
  video: [
    'video/mp4;codecs=avc1.640028,mp4a.40.2',
    'video/mp4;codecs=avc1.42E01E,mp4a.40.2',
    'video/mp4',
    'video/webm;codecs=vp8,opus',
    'video/webm;codecs=vp9,opus',
    'video/webm',
  ],
  audio: ['audio/mp4;codecs=mp4a.40.2', 'audio/mp4', 'audio/webm;codecs=opus', 'audio/webm', 'audio/ogg'],
};

/** Whether this browser can record; otherwise the phone's camera app is used. Requires a secure context. */
export function canRecord(kind: RecordingKind): boolean {
  return (
    typeof MediaRecorder !== 'undefined' &&
    Boolean(globalThis.navigator?.mediaDevices?.getUserMedia) &&
    recordingType(kind) !== null
  );
}

export function recordingType(
  kind: RecordingKind,
  isSupported: (type: string) => boolean = (type) => MediaRecorder.isTypeSupported(type),
): string | null {
  return TYPES[kind].find(isSupported) ?? null;
}

/** Requests camera and microphone. Rejects with the browser's error when they are denied or missing. */
export function openCamera(kind: RecordingKind, facing: Facing): Promise<MediaStream> {
  const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  const video = { facingMode: facing, width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } };
  return navigator.mediaDevices.getUserMedia(kind === 'video' ? { audio, video } : { audio });
}

export function closeCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

export interface Recording {
  stop(): void;
  /** Resolves when the recording ends for any reason: button, limit, phone call, unplugged camera. */
  done: Promise<File>;
}

/** Maximum wait for the first picture after Stop, in milliseconds: a busy old phone takes several seconds. */
const FIRST_PICTURE = 15_000;

/**
 * Milliseconds between key frames. Chrome hands over MP4 in pieces from one key frame to the next, by default every 100 pictures.
 * Stop waits for the first piece, and recording would go on until then.
 */
const KEY_FRAMES = { videoKeyFrameIntervalDuration: 1000 };

export function startRecording(stream: MediaStream, kind: RecordingKind, name: string): Recording {
  const mimeType = recordingType(kind) ?? undefined;
  const rates = { videoBitsPerSecond: 6_000_000, audioBitsPerSecond: 128_000 };
  const recorder = new MediaRecorder(stream, { mimeType, ...rates, ...KEY_FRAMES });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', (event) => {
    if (event.data.size > 0) parts.push(event.data);
  });
  const done = new Promise<File>((resolve, reject) => {
    recorder.addEventListener('stop', () => resolve(toFile(parts, recorder.mimeType || mimeType || '', name)));
    recorder.addEventListener('error', () => reject(new Error('The recording stopped.')));
  });
  recorder.start(1000);
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  return {
    done,
    stop() {
      // Stopping before video data arrives would leave only audio on slow phones.
      if (kind === 'audio' || parts.length > 0) return stop();
      recorder.addEventListener('dataavailable', () => parts.length > 0 && stop());
      setTimeout(stop, FIRST_PICTURE);
    },
  };
}

const ENDINGS: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/webm': 'weba',
  'audio/ogg': 'ogg',
};

function toFile(parts: Blob[], mimeType: string, name: string): File {
  const type = mimeType.split(';')[0] ?? '';
  return new File(parts, `${name}.${ENDINGS[type] ?? 'webm'}`, { type, lastModified: Date.now() });
}
