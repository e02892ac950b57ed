import { join } from 'node:path';
import { countFrames } from '../../../platform/ffmpeg/count-frames.ts';
import { FRAME_RATE, secondsOfFrames } from '../../../platform/ffmpeg/segment-format.ts';
import type { MediaCheck } from '../../../shared/contracts/media.ts';
import { CLIP } from '../../../shared/limits.ts';
import { encodeVideo } from './encode-video.ts';
import { joinPreview } from './finish-audio.ts';
import { type FirstLook, firstLook, usesSound } from './first-look.ts';
import { loudnessCheck } from './loudness.ts';
import { unreadable } from './media-error.ts';
import { drawNameCaption } from './name-caption.ts';
import { posterOfSegment, posterOfVideo } from './poster.ts';
import type { FileInput, PreparedFiles } from './prepared-clip.ts';
import { BROKEN, finish, type Made, type Run, tellPoster, tellSegment, watch } from './run.ts';
import type { VideoFacts } from './source-facts.ts';
import { spanOf } from './trim.ts';
import { isLarge } from './video-graph.ts';

/**
 * A moving picture in three steps, each told as soon as it can be shown: poster, small version with sound, both renditions.
 */
export async function makeVideo(input: FileInput, facts: VideoFacts, run: Run): Promise<Made> {
  const { edit, files, temp, options } = run;
  const { path } = input;
  const span = spanOf(facts, edit, input.maxLength);
  const hasPoster = await posterOfVideo({ path, facts, edit, span }, files, options.signal);
  if (hasPoster) await tellPoster(run);

  const quickVideo = join(temp, 'quick.mp4');
  const rawAudio = join(temp, 'sound.wav');
  const reduced = isLarge(facts) ? join(temp, 'reduced.mp4') : null;
  const looked = reduced ? 0.6 : 0.2;
  const look = await firstLook(
    { path, facts, edit, span, quickVideo, reduced, rawAudio },
    watch(run, span.length, 0.05, looked),
  );
  const frames = await countFrames(quickVideo, options.signal);
  if (frames < Math.max(1, Math.floor(span.length * FRAME_RATE * 0.8) - 1)) throw unreadable(BROKEN);
  const loudness = await finish(run, look.loudness && rawAudio, look.loudness, frames, quickVideo, files.quickPreview);
  await options.onStage?.('preview', { quickPreview: files.quickPreview });

  const caption = await drawNameCaption(run.name, join(temp, 'name.png'));
  await encodeVideo({ path, facts, edit, span, reduced, caption, files }, watch(run, span.length, looked, 0.97));
  await checkFrames(files, frames, options.signal);
  await joinPreview(files, options.signal);
  if (!hasPoster) {
    await posterOfSegment(files.video720, secondsOfFrames(frames) / 3, files, options.signal);
    await tellPoster(run);
  }
  await tellSegment(run);
  return { frames, width: facts.width, height: facts.height, loudness, checks: videoChecks(facts, run, look, frames) };
}

function videoChecks(facts: VideoFacts, { edit }: Run, look: FirstLook, frames: number): MediaCheck[] {
  const checks: (MediaCheck | null)[] = [
    look.black >= 0.8 ? 'black' : null,
    frames < CLIP.min * FRAME_RATE ? 'short' : null,
    facts.isTurnedTwice && !edit.rotate ? 'sideways' : null,
  ];
  // Who muted a clip knows it, and a GIF never had a voice.
  if (usesSound({ facts, edit }) && look.loudness) checks.push(loudnessCheck(look.loudness));
  else if (!edit.muted && facts.container !== 'gif') checks.push('silent');
  return checks.filter((check) => check !== null);
}

/** Picture and sound were cut to the same number of frames in two passes: a file that reads differently twice is broken. */
async function checkFrames(files: PreparedFiles, frames: number, signal: AbortSignal | undefined): Promise<void> {
  const counted = await Promise.all([countFrames(files.video1080, signal), countFrames(files.video720, signal)]);
  if (counted.some((count) => count !== frames)) throw unreadable(BROKEN);
}
