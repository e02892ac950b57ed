import type { MediaCheck, MediaEdit } from '../../../shared/contracts/media.ts';
import type { StreamMap } from './hybrid-video.ts';
import type { Loudness } from './loudness.ts';
import type { SourceFacts } from './source-facts.ts';

interface CommonInput {
  edit: MediaEdit;
  /** The contributor's name: burnt in for the first seconds, or written on the card. Empty for none. */
  name?: string;
}

/** What a first pass over a video finds out. */
export interface VideoLook {
  frames: number;
  loudness: Loudness;
  checks: MediaCheck[];
}

/** What was made before of the same file and edit, so that it is not made again. */
export interface EarlierLook {
  /** Both poster files are in the folder. */
  hasPoster: boolean;
  /** Null where nothing went through the whole clip; otherwise its sound is in the folder. */
  look: VideoLook | null;
  /** The picture of a large source in the film's shape, where a look has reduced it. */
  reduced: string | null;
}

export interface FileInput extends CommonInput {
  kind: 'video' | 'photo' | 'audio';
  /** The untrusted file; it is only read. */
  path: string;
  /** Of the file, in hex; computed where it is not given. */
  sha256?: string;
  /** What `identify` found; asked again where it is not given. */
  facts?: SourceFacts;
  /** Most seconds of video or sound after trimming; the product's own cap unless lower. */
  maxLength?: number;
  /** Videos only. */
  earlier?: EarlierLook;
}

export interface TextInput extends CommonInput {
  kind: 'text';
  text: string;
  /** On calm paper, without confetti. */
  isQuiet?: boolean;
}

export type PrepareInput = FileInput | TextInput;

export interface PreparedFiles {
  /** Pictures without sound, in the shape of `segment-format.ts`. */
  video1080: string;
  /** The same at 720p; with sound, once the clip is prepared: see `makeHybrid`. */
  video720: string;
  /** 48 kHz stereo PCM of exactly `frames * 1600` samples, levelled. */
  audio: string;
  /** 1280x720. */
  posterJpg: string;
  posterWebp: string;
  /** What a browser plays long before the rest, small and without the name; videos only, and of no use afterwards. */
  quickPreview: string;
}

export interface PreparedClip {
  segmentKey: string;
  sourceSha256: string;
  frames: number;
  /** Seconds in the film: `frames / 30`. */
  length: number;
  /** Of the source as shown; of the frame for cards. */
  width: number;
  height: number;
  files: PreparedFiles;
  stream: StreamMap;
  loudness: Loudness;
  checks: MediaCheck[];
}

/** What is ready to be shown before the rest is done. */
export type PrepareStage = 'poster' | 'preview' | 'segment';

export interface PrepareOptions {
  signal?: AbortSignal;
  /** Of the tools that take long; see `ToolOptions`. */
  niceness?: number | undefined;
  /** 0 to 1. */
  onProgress?: (done: number) => void;
  /** Called with the files of a stage once they are complete; they may be moved away at once. `preview` is told for videos only. */
  onStage?: (stage: PrepareStage, files: Partial<PreparedFiles>) => void | Promise<void>;
}

/** Where the files of a clip go; fixed names in the folder that the caller owns. */
export function filesIn(folder: string): PreparedFiles {
  const at = (name: string) => `${folder}/${name}`;
  return {
    video1080: at('video-1080.mp4'),
    video720: at('video-720.mp4'),
    audio: at('audio.wav'),
    posterJpg: at('poster.jpg'),
    posterWebp: at('poster.webp'),
    quickPreview: at('preview-quick.mp4'),
  };
}
