import { join } from 'node:path';
import { countFrames } from '../../../platform/ffmpeg/count-frames.ts';
import { FRAME_RATE } from '../../../platform/ffmpeg/segment-format.ts';
import type { MediaCheck } from '../../../shared/contracts/media.ts';
import { CLIP } from '../../../shared/limits.ts';
import { type FirstLook, firstLook, usesSound } from './first-look.ts';
import { loudnessCheck } from './loudness.ts';
import { unreadable } from './media-error.ts';
import type { VideoLook } from './prepared-clip.ts';
import { BROKEN, finish, type Run, watch } from './run.ts';
import type { VideoFacts } from './source-facts.ts';
import type { Timing } from './timing.ts';
import type { Span } from './trim.ts';
import { isLarge, type PictureSource } from './video-graph.ts';

/** Frames by which a coarse look may be shorter than the clip. */
const MOST_LEFT_OUT = 3;

/** Whether a complete look skips pictures: for HDR, decoding dominates. Cuts and speed need every frame. */
export function isLookCoarse({ hdr }: VideoFacts, timing: Timing, reduced: string | null): boolean {
  return hdr && !reduced && !timing.isChanged;
}

/**
 * One pass over a video: writes and reports `quickPreview` and `audio`.
 * @param reduced target of the reduced source, see `FirstLookInput`
 * @param isCoarse see `FirstLookInput`; repeats with every picture if too many are missing at the end
 */
export async function lookAtVideo(
  source: Omit<PictureSource, 'edit'> & { path: string; span: Span },
  reduced: string | null,
  run: Run,
  isCoarse = isLookCoarse(source.facts, source.span.timing, reduced),
): Promise<VideoLook> {
  const { facts, span } = source;
  const { edit, files, temp, options } = run;
  const [quickVideo, rawAudio] = [join(temp, 'quick.mp4'), join(temp, 'sound.wav')];
  const look = await firstLook(
    { ...source, edit, quickVideo, reduced, rawAudio, isCoarse },
    watch(run, span.timing.length, 0.05, lookShare(facts)),
  );
  const frames = await countFrames(quickVideo);
  const expected = Math.floor(span.timing.length * FRAME_RATE);
  if (isCoarse && frames < expected - MOST_LEFT_OUT) return lookAtVideo(source, reduced, run, false);
  if (frames < Math.max(1, Math.floor(expected * 0.8) - 1)) throw unreadable(BROKEN);
  const playable = { video: quickVideo, target: files.quickPreview };
  const loudness = await finish(run, look.loudness && rawAudio, look.loudness, frames, playable);
  await options.onStage?.('preview', { quickPreview: files.quickPreview });
  return { frames, loudness, checks: checksOf(facts, run, look, frames) };
}

/** Share of the preparation that is done after the look, 0 to 1. */
export function lookShare(facts: VideoFacts): number {
  return isLarge(facts) ? 0.6 : 0.2;
}

function checksOf(facts: VideoFacts, { edit }: Run, look: FirstLook, frames: number): MediaCheck[] {
  const checks: (MediaCheck | null)[] = [
    look.black >= 0.8 ? 'black' : null,
    frames < CLIP.min * FRAME_RATE ? 'short' : null,
    facts.isTurnedTwice && !edit.rotate ? 'sideways' : null,
  ];
  // A muted clip is silent on purpose, and a GIF has no audio.
  if (usesSound({ facts, edit }) && look.loudness) checks.push(loudnessCheck(look.loudness));
  else if (!edit.muted && facts.container !== 'gif') checks.push('silent');
  return checks.filter((check) => check !== null);
}
