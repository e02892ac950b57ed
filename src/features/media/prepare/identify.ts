import { stat } from 'node:fs/promises';
import sharp from 'sharp';
import {
  PROBE_SECONDS,
  type Probe,
  type ProbedVideo,
  probe,
  type QuarterTurn,
} from '../../../platform/ffmpeg/probe.ts';
import { type Demuxer, MAX_PIXELS } from '../../../platform/ffmpeg/untrusted-input.ts';
import { MAX_BYTES } from '../../../shared/limits.ts';
import { type Container, containerOf } from './content-type.ts';
import { exceedsMemory } from './frame-bytes.ts';
import { asMediaError, tooLarge, tooLong, unreadable, wrongType } from './media-error.ts';
import { readHead } from './read-head.ts';
import type { AudioFacts, PhotoFacts, SourceFacts, VideoFacts } from './source-facts.ts';

type StreamContainer = Extract<Container, { family: 'stream' }>;
type PictureContainer = Extract<Container, { family: 'picture' }>;

const BROKEN = 'This file is damaged or did not arrive whole. Play it on your device, then add it again.';

/**
 * Identifies an upload by content, ignoring name and claimed type. Throws WRONG_TYPE, UNREADABLE_MEDIA or TOO_LARGE
 * with a message for the sender.
 */
export async function identify(path: string, options: { signal?: AbortSignal } = {}): Promise<SourceFacts> {
  const { size } = await stat(path);
  const container = await containerOf(path);
  const facts =
    container.family === 'picture'
      ? await identifyPicture(path, container, size)
      : await identifyStream(path, container, size, options.signal);
  if (facts.bytes > MAX_BYTES[facts.kind]) {
    const megabytes = MAX_BYTES[facts.kind] / 1024 ** 2;
    throw tooLarge(`This file is too large: up to ${megabytes} MB are possible here.`, {
      maxBytes: MAX_BYTES[facts.kind],
    });
  }
  return facts;
}

async function identifyPicture(path: string, container: PictureContainer, bytes: number): Promise<PhotoFacts> {
  const { width, height, orientation } = await readPictureHead(path);
  checkPixels(width, height);
  // A HEIC's decoder applies its own rotation box; EXIF is a copy of it.
  const rotation = container.format === 'heic' ? 0 : turnOfExif(orientation);
  const sideways = rotation === 90 || rotation === 270;
  return {
    kind: 'photo',
    container: container.format,
    mime: container.mime,
    extension: container.extension,
    bytes,
    width: sideways ? height : width,
    height: sideways ? width : height,
    rotation,
    duration: 0,
    hasAudio: false,
    hdr: false,
    isTurnedTwice: sideways && height > width,
  };
}

async function readPictureHead(path: string): Promise<{ width: number; height: number; orientation: number }> {
  try {
    const head = await sharp(path, { limitInputPixels: false }).metadata();
    return { width: head.width, height: head.height, orientation: head.orientation ?? 1 };
  } catch (error) {
    throw unreadable(
      'This photo is damaged or did not arrive whole. Open it on your device, then add it again.',
      error,
    );
  }
}

function turnOfExif(orientation: number): QuarterTurn {
  if (orientation === 3 || orientation === 4) return 180;
  if (orientation === 5 || orientation === 8) return 270;
  return orientation === 6 || orientation === 7 ? 90 : 0;
}

async function identifyStream(
  path: string,
  container: StreamContainer,
  bytes: number,
  signal: AbortSignal | undefined,
): Promise<SourceFacts> {
  if (container.demuxer === 'gif') await checkGifScreen(path);
  const found = await probe(path, container.demuxer, signal).catch((error) => {
    throw asMediaError(error, BROKEN);
  });
  if (container.demuxer === 'gif' && (found.videoSpan?.packets ?? 0) === 1) return stillGif(found, container, bytes);
  if (found.video && found.videoSpan) return videoFacts(found, found.video, container, bytes);
  if (found.audio && found.audioSpan && !found.video) return audioFacts(found, container, bytes);
  if (!found.video && !found.audio) throw unreadable('There is neither picture nor sound in this file.');
  throw unreadable(BROKEN);
}

/** A GIF's canvas can be far larger than its pictures. */
async function checkGifScreen(path: string): Promise<void> {
  const head = await readHead(path, 10);
  if (head.length < 10) throw unreadable(BROKEN);
  checkPixels(head.readUInt16LE(6), head.readUInt16LE(8));
}

function stillGif(found: Probe, container: StreamContainer, bytes: number): PhotoFacts {
  const { width = 0, height = 0 } = found.video ?? {};
  checkPixels(width, height);
  return {
    ...{ kind: 'photo', container: 'gif', mime: container.mime, extension: container.extension, bytes, width, height },
    ...{ rotation: 0, duration: 0, hasAudio: false, hdr: false, isTurnedTwice: false },
  };
}

function videoFacts(found: Probe, video: ProbedVideo, container: StreamContainer, bytes: number): VideoFacts {
  if (['mp3', 'wav', 'ogg'].includes(container.demuxer)) throw wrongType('a video of a kind that we can’t play');
  checkPixels(video.width, video.height);
  checkMemory(video);
  const duration = lengthOf(found);
  checkWhole(found, duration, container.demuxer);
  const shownWidth = Math.max(1, Math.round(video.width * video.pixelAspect));
  const sideways = video.rotation === 90 || video.rotation === 270;
  return {
    kind: 'video',
    container: container.demuxer,
    mime: container.mime,
    extension: container.extension,
    bytes,
    width: sideways ? video.height : shownWidth,
    height: sideways ? shownWidth : video.height,
    rotation: video.rotation,
    duration,
    hasAudio: found.audio !== null && found.audioSpan !== null,
    hdr: video.transfer === 'smpte2084' || video.transfer === 'arib-std-b67',
    // Camera sensors are landscape: an upright stored frame with a rotation was turned by software that left the mark.
    isTurnedTwice: sideways && video.height > shownWidth,
    probe: found,
  };
}

/**
 * Seconds to the end of the video, or of the audio if the video clearly ends first (a covered camera, a frozen screen).
 */
function lengthOf({ videoSpan, audioSpan }: Probe): number {
  if (!videoSpan) return 0;
  const start = Math.min(videoSpan.start, audioSpan?.start ?? videoSpan.start);
  const from = Math.max(0, start);
  const soundEnd = audioSpan && audioSpan.end - videoSpan.end > 0.5 ? audioSpan.end : videoSpan.end;
  return Math.max(1 / 30, soundEnd - from);
}

function audioFacts(found: Probe, container: StreamContainer, bytes: number): AudioFacts {
  const span = found.audioSpan;
  const duration = span ? span.end - Math.max(0, span.start) : 0;
  if (duration < 0.1) throw unreadable('There is no sound in this recording. Record it again.');
  checkWhole(found, duration, container.demuxer);
  const mime = container.mime.replace(/^video\//, 'audio/');
  return {
    kind: 'audio',
    container: container.demuxer,
    mime: mime === 'audio/quicktime' ? 'audio/mp4' : mime,
    extension: container.demuxer === 'mov' ? 'm4a' : container.demuxer === 'matroska' ? 'weba' : container.extension,
    ...{ bytes, width: 0, height: 0, rotation: 0, duration, hasAudio: true, hdr: false, isTurnedTwice: false },
    probe: found,
  };
}

/** A truncated file still claims its full length. MP3 headers only estimate theirs, so they are not compared. */
function checkWhole(found: Probe, duration: number, demuxer: Demuxer): void {
  if (duration >= PROBE_SECONDS - 10) throw tooLong();
  const claimed = found.claimedDuration ?? 0;
  const missing = demuxer === 'mp3' || demuxer === 'gif' ? 0 : claimed - duration;
  if (!found.isPartial && missing <= Math.max(0.5, claimed * 0.03)) return;
  const arrived = `${Math.floor(duration)} of ${Math.ceil(claimed)} seconds`;
  throw unreadable(`Only a part of this file arrived (${arrived}). Add it again.`);
}

function checkPixels(width: number, height: number): void {
  if (width < 1 || height < 1) throw unreadable(BROKEN);
  if (width * height <= MAX_PIXELS) return;
  const most = Math.floor(MAX_PIXELS / 1e6);
  throw tooLarge(
    `This picture has ${width} × ${height} pixels; up to ${most} megapixels are possible. Save it smaller and add that.`,
  );
}

/** Decoding would exceed the memory limit, although a photo of this size is allowed. */
function checkMemory(video: ProbedVideo): void {
  if (!exceedsMemory(video)) return;
  throw tooLarge(
    `This video has ${video.width} × ${video.height} pixels, more than we can read. Save it in 4K (3840 × 2160) or smaller and add that.`,
  );
}
