import { join } from 'node:path';
import { countFrames } from '../../../platform/ffmpeg/count-frames.ts';
import { encodeStill } from '../../../platform/ffmpeg/encode-still.ts';
import type { FilmFrame } from '../../../platform/ffmpeg/film-frames.ts';
import { secondsOfFrames } from '../../../platform/ffmpeg/segment-format.ts';
import { encodeVideo } from './encode-video.ts';
import { encodeVoice } from './encode-voice.ts';
import { pictureStill } from './make-still.ts';
import { unreadable } from './media-error.ts';
import { encodeMovingPhoto, motionOf } from './moving-photo.ts';
import { drawNameCaption } from './name-caption.ts';
import { framePhoto } from './photo.ts';
import type { FileInput, PreparedFiles, PrepareInput, PrepareOptions } from './prepared-clip.ts';
import { BROKEN, type Run, watch } from './run.ts';
import type { AudioFacts, PhotoFacts, VideoFacts } from './source-facts.ts';
import { textCardStill } from './text-card.ts';
import { writeToneMap } from './tone-map.ts';
import { spanOf } from './trim.ts';
import { decodeVoice } from './voice.ts';
import { drawVoiceCard } from './voice-card.ts';
import { factsOf, withRun } from './with-run.ts';

/** A clip's pictures in one frame. */
export type ShapedFiles = Pick<PreparedFiles, 'video1080' | 'video720' | 'edgesVideo'>;

/**
 * Makes the pictures of a prepared clip again, from its original and laid out for another frame. Exactly `frames` long,
 * so that the clip's own sound fits. In a frame that shares the film's pictures, there may be no small rendition. Throws like `prepareClip`.
 */
export function shapeClip(
  input: PrepareInput,
  frames: number,
  frame: FilmFrame,
  outFolder: string,
  options: Pick<PrepareOptions, 'signal' | 'niceness'> = {},
): Promise<ShapedFiles> {
  return withRun(input, outFolder, options, async (run) => {
    await shape(input, frames, frame, run);
    const { video1080, video720, edgesVideo } = run.files;
    if ((await countFrames(video1080)) !== frames) throw unreadable(BROKEN);
    return { video1080, video720, edgesVideo };
  });
}

async function shape(input: PrepareInput, frames: number, frame: FilmFrame, run: Run): Promise<void> {
  if (input.kind === 'text')
    return encodeStill(await textCardStill({ ...input, frames, frame }, run), watch(run, secondsOfFrames(frames)));
  const facts = await factsOf(input, run);
  if (facts.kind === 'photo') return shapePhoto(input, facts, frames, frame, run);
  return facts.kind === 'video'
    ? shapeVideo(input, facts, frames, frame, run)
    : shapeVoice(input, facts, frames, frame, run);
}

async function shapeVideo(
  { path, maxLength }: FileInput,
  facts: VideoFacts,
  frames: number,
  frame: FilmFrame,
  { edit, name, files, temp, options }: Run,
): Promise<void> {
  const span = spanOf(facts, edit, maxLength);
  const toneMap = await writeToneMap(facts, temp);
  const caption = await drawNameCaption(name, join(temp, 'name.png'), frame);
  await encodeVideo({ path, facts, edit, span, toneMap, frames, frame, caption, files, reduced: null }, options);
}

async function shapePhoto(
  { path }: FileInput,
  facts: PhotoFacts,
  frames: number,
  frame: FilmFrame,
  run: Run,
): Promise<void> {
  const { edit, name, files, temp, options } = run;
  const picture = join(temp, 'frame.png');
  const shown = await framePhoto(path, facts, edit, temp, picture, options.signal, frame);
  const caption = await drawNameCaption(name, join(temp, 'name.png'), frame);
  const motion = await motionOf(picture, shown, frame);
  if (motion) return encodeMovingPhoto({ picture, motion, frames, caption, files, frame }, options);
  const still = await pictureStill(run, picture, caption, frames, { frame, size: frame.pictures });
  return encodeStill(still, watch(run, secondsOfFrames(frames)));
}

async function shapeVoice(
  { path, maxLength, portrait }: FileInput,
  facts: AudioFacts,
  frames: number,
  frame: FilmFrame,
  run: Run,
): Promise<void> {
  const span = spanOf(facts, run.edit, maxLength);
  const rawAudio = join(run.temp, 'sound.wav');
  const { levels } = await decodeVoice({ path, facts, span, rawAudio }, run.options.signal);
  const card = await drawVoiceCard({ name: run.name, levels, portrait: portrait ?? null }, frame.drawn);
  const { files, temp, options } = run;
  return encodeVoice({ card, frames, spoken: span.timing.length, files, temp, frame }, options);
}
