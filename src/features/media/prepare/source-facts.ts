import type { Probe, QuarterTurn } from '../../../platform/ffmpeg/probe.ts';
import type { Demuxer } from '../../../platform/ffmpeg/untrusted-input.ts';

interface FileFacts {
  /** Content type by content. */
  mime: string;
  /** The ending such a file is given when it is downloaded, without the dot. */
  extension: string;
  bytes: number;
}

export interface PhotoFacts extends FileFacts {
  kind: 'photo';
  container: 'jpeg' | 'png' | 'webp' | 'heic' | 'gif';
  /** As shown upright, in pixels. */
  width: number;
  height: number;
  /** Clockwise turn that the file asks for and that is part of `width` and `height`; 0 where its decoder does the turning. */
  rotation: QuarterTurn;
  duration: 0;
  hasAudio: false;
  hdr: false;
  /** The file asks for a turn although its picture stands upright already: it most likely lies on its side. */
  isTurnedTwice: boolean;
}

export interface VideoFacts extends FileFacts {
  kind: 'video';
  container: Demuxer;
  width: number;
  height: number;
  rotation: QuarterTurn;
  /** Seconds by packets. */
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

/** What one uploaded file is, found in its content. */
export type SourceFacts = PhotoFacts | VideoFacts | AudioFacts;
