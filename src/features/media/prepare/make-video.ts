import { join } from 'node:path';
import { countFrames } from '../../../platform/ffmpeg/count-frames.ts';
import { secondsOfFrames } from '../../../platform/ffmpeg/segment-format.ts';
import { encodeVideo } from './encode-video.ts';
import { encodeHeld, heldSpan } from './held-pictures.ts';
import { lookAtVideo, lookShare } from './look-at-video.ts';
import { unreadable } from './media-error.ts';
import { drawNameCaption } from './name-caption.ts';
import { posterOfSegment, posterOfVideo } from './poster.ts';
import type { FileInput, PreparedFiles } from './prepared-clip.ts';
import { addSound, BROKEN, type Made, type Run, tellPoster, tellSegment, watch } from './run.ts';
import type { VideoFacts } from './source-facts.ts';
import { writeToneMap } from './tone-map.ts';
import { spanOf } from './trim.ts';
import { isLarge } from './video-graph.ts';

/**
 * Prepares a video in three steps: poster, small version with audio, both renditions. Reports each step; skips those of
 * an earlier look.
 */
export async function makeVideo(input: FileInput, facts: VideoFacts, run: Run): Promise<Made> {
  const { edit, files, temp, options } = run;
  const { path, earlier } = input;
  const span = spanOf(facts, edit, input.maxLength);
  const source = { path, facts, edit, span, toneMap: await writeToneMap(facts, temp) };
  let hasPoster = earlier?.hasPoster ?? false;
  if (!hasPoster) {
    hasPoster = await posterOfVideo(source, files, options.signal);
    if (hasPoster) await tellPoster(run);
  }
  const reduced = earlier?.look ? earlier.reduced : isLarge(facts) ? join(temp, 'reduced.mp4') : null;
  const look = earlier?.look ?? (await lookAtVideo(source, reduced, run));
  const { frames, loudness, checks } = look;

  const caption = await drawNameCaption(run.name, join(temp, 'name.png'));
  const encoding = { ...source, frames, reduced, caption, files };
  const watched = watch(run, span.timing.length, lookShare(facts), 0.97);
  const held = reduced || span.timing.isChanged ? null : heldSpan(facts, frames, caption !== null);
  if (held) await encodeHeld({ ...encoding, held, temp }, watched);
  else await encodeVideo(encoding, watched);
  await checkFrames(files, frames);
  const stream = await addSound(run, frames);
  if (!hasPoster) {
    await posterOfSegment(files.video720, secondsOfFrames(frames) / 3, files, options.signal);
    await tellPoster(run);
  }
  await tellSegment(run);
  return { frames, width: facts.width, height: facts.height, stream, loudness, checks };
}

/** Video and audio were cut to the same number of frames in two passes: a file that reads differently is broken. */
async function checkFrames(files: PreparedFiles, frames: number): Promise<void> {
  const counted = await Promise.all([countFrames(files.video1080), countFrames(files.video720)]);
  if (counted.some((count) => count !== frames)) throw unreadable(BROKEN);
}
