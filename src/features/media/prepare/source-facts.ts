import type { Probe, QuarterTurn } from '../../../platform/ffmpeg/probe.ts';
import type { Demuxer } from '../../../platform/ffmpeg/untrusted-input.ts';

interface FileFacts {
  /** Detected content type. */
  mime: string;
  /** File extension for downloads, without the dot. */
  extension: string;
  bytes: number;
}

export interface PhotoFacts extends FileFacts {
  kind: 'photo';
  container: 'jpeg' | 'png' | 'webp' | 'heic' | 'gif';
  /** As displayed upright, in pixels. */
  width: number;
  height: number;
  /** Clockwise rotation of the file, included in `width` and `height`; 0 if its decoder applies it. */
  rotation: QuarterTurn;
  duration: 0;
  hasAudio: false;
  hdr: false;
  /** The file has a rotation although its stored picture is upright: it is probably sideways. */
  isTurnedTwice: boolean;
}

export interface VideoFacts extends FileFacts {
  kind: 'video';
  container: Demuxer;
  width: number;
  height: number;
  rotation: QuarterTurn;
  /** Seconds, measured by packets. */
  duration: number;
  hasAudio: boolean;
  hdr: boolean;
  isTurnedTwice: boolean;
  probe: Probe;
}

export interface AudioFacts extends FileFacts {
  kind: 'audio';
  container: Demuxer;
  width: 0;
  height: 0;
  rotation: 0;
  duration: number;
  hasAudio: true;
  hdr: false;
  isTurnedTwice: false;
  probe: Probe;
}

/** Facts about an uploaded file, detected in its content. */
export type SourceFacts = PhotoFacts | VideoFacts | AudioFacts;

/** Changes with what `SourceFacts` holds or how it is found, so that facts stored by another version are not used. */
export const FACTS_VERSION = 2;

/** Facts as a clip keeps them from its upload. */
export interface StoredFacts {
  version: number;
  facts: SourceFacts;
}
