import type { MediaCheck } from '../../../shared/contracts/media.ts';
import type { MediaEdit } from '../../../shared/media-edit.ts';
import type { StreamMap } from './hybrid-video.ts';
import type { Loudness } from './loudness.ts';
import type { SourceFacts } from './source-facts.ts';

interface CommonInput {
  edit: MediaEdit;
  /** Contributor's name: overlaid for the first seconds, or on the card. Empty: none. */
  name?: string;
}

/** Results of a first pass over a video. */
export interface VideoLook {
  frames: number;
  loudness: Loudness;
  checks: MediaCheck[];
}

/** Existing results for the same file and edit. */
export interface EarlierLook {
  /** Both poster files are in the folder. */
  hasPoster: boolean;
  /** Null without a complete pass; otherwise its audio is in the folder. */
  look: VideoLook | null;
  /** The reduced source, if a look has made it. */
  reduced: string | null;
}

export interface FileInput extends CommonInput {
  kind: 'video' | 'photo' | 'audio';
  /** The untrusted file; only read. */
  path: string;
  /** In hex; computed if missing. */
  sha256?: string;
  /** Result of `identify`; determined if missing. */
  facts?: SourceFacts;
  /** Maximum seconds after trimming. Default: the product's limit. */
  maxLength?: number;
  /** Path of a square picture of the sender. Voice messages only; `sha256` depends on it. */
  portrait?: string;
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
  /** Video without audio, in the format of `segment-format.ts`. */
  video1080: string;
  /** The same at 720p; with audio once the clip is prepared: see `makeHybrid`. */
  video720: string;
  /** Normalised 48 kHz stereo PCM of exactly `frames * 1600` samples. */
  audio: string;
  /** The first and last 15 frames without fades, for transitions; not of segments too short to be cut. */
  edgesVideo: string;
  /** Their audio: PCM of exactly 30 * 1600 samples. */
  edgesAudio: string;
  /** 1280x720. */
  posterJpg: string;
  posterWebp: string;
  /** Small early version for browsers, without the name; videos only, temporary. */
  quickPreview: string;
}

export interface PreparedClip {
  segmentKey: string;
  sourceSha256: string;
  frames: number;
  /** Seconds in the film: `frames / 30`. */
  length: number;
  /** Of the source as displayed; of the frame for cards. */
  width: number;
  height: number;
  files: PreparedFiles;
  stream: StreamMap;
  loudness: Loudness;
  checks: MediaCheck[];
}

/** Stages that can be shown before the rest is done. */
export type PrepareStage = 'poster' | 'preview' | 'segment';

export interface PrepareOptions {
  signal?: AbortSignal;
  /** Of long-running tools; see `ToolOptions`. */
  niceness?: number | undefined;
  /** 0 to 1. */
  onProgress?: (done: number) => void;
  /** Called with the complete files of a stage, which may be moved at once. `preview` only for videos. */
  onStage?: (stage: PrepareStage, files: Partial<PreparedFiles>) => void | Promise<void>;
}

/** Fixed file names of a clip in the caller's folder. */
export function filesIn(folder: string): PreparedFiles {
  const at = (name: string) => `${folder}/${name}`;
  return {
    video1080: at('video-1080.mp4'),
    video720: at('video-720.mp4'),
    audio: at('audio.wav'),
    edgesVideo: at('edges.mp4'),
    edgesAudio: at('edges.wav'),
    posterJpg: at('poster.jpg'),
    posterWebp: at('poster.webp'),
    quickPreview: at('preview-quick.mp4'),
  };
}
