import { join } from 'node:path';
import { countFrames } from '../../../platform/ffmpeg/count-frames.ts';
import { FRAME_RATE, secondsOfFrames } from '../../../platform/ffmpeg/segment-format.ts';
import type { MediaCheck } from '../../../shared/contracts/media.ts';
import { CLIP } from '../../../shared/limits.ts';
import { encodeVideo, usesSound } from './encode-video.ts';
import { loudnessCheck } from './loudness.ts';
import { unreadable } from './media-error.ts';
import { drawNameCaption } from './name-caption.ts';
import { posterOfSegment, posterOfVideo } from './poster.ts';
import type { FileInput, PreparedFiles } from './prepared-clip.ts';
import { BROKEN, finish, type Made, type Run, tellPoster, watch } from './run.ts';
import type { VideoFacts } from './source-facts.ts';
import { spanOf } from './trim.ts';

/** Poster, both renditions, sound and checks of a moving picture. */
export async function makeVideo(input: FileInput, facts: VideoFacts, run: Run): Promise<Made> {
  const { edit, files, temp, options } = run;
  const { path } = input;
  const span = spanOf(facts, edit, input.maxLength);
  const rawAudio = join(temp, 'sound.wav');
  const caption = await drawNameCaption(run.name, join(temp, 'name.png'));
  const hasPoster = await posterOfVideo({ path, facts, edit, span }, files, options.signal);
  if (hasPoster) await tellPoster(run);
  const encoded = await encodeVideo({ path, facts, edit, span, caption, files, rawAudio }, watch(run, span.length));
  const frames = await countedFrames(files, options.signal);
  if (frames < Math.floor(span.length * FRAME_RATE * 0.8) - 1) throw unreadable(BROKEN);
  const measured = encoded.loudness;
  const loudness = await finish(run, measured ? rawAudio : null, measured, frames);
  if (!hasPoster) {
    await posterOfSegment(files.video720, secondsOfFrames(frames) / 3, files, options.signal);
    await tellPoster(run);
  }
  return {
    frames,
    width: facts.width,
    height: facts.height,
    loudness,
    checks: videoChecks(facts, run, encoded, frames),
  };
}

function videoChecks(
  facts: VideoFacts,
  { edit }: Run,
  encoded: Awaited<ReturnType<typeof encodeVideo>>,
  frames: number,
): MediaCheck[] {
  const checks: (MediaCheck | null)[] = [
    encoded.black >= 0.8 ? 'black' : null,
    frames < CLIP.min * FRAME_RATE ? 'short' : null,
    facts.isTurnedTwice && !edit.rotate ? 'sideways' : null,
  ];
  // Who muted a clip knows it, and a GIF never had a voice.
  if (usesSound({ facts, edit }) && encoded.loudness) checks.push(loudnessCheck(encoded.loudness));
  else if (!edit.muted && facts.container !== 'gif') checks.push('silent');
  return checks.filter((check) => check !== null);
}

async function countedFrames(files: PreparedFiles, signal: AbortSignal | undefined): Promise<number> {
  const [large, small] = await Promise.all([countFrames(files.video1080, signal), countFrames(files.video720, signal)]);
  if (large < 1 || large !== small) throw unreadable(BROKEN);
  return large;
}
