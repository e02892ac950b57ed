import { join } from 'node:path';
import sharp from 'sharp';
import { AppError } from '../../../platform/errors.ts';
import { FRAME_RATE, GOP_FRAMES, RENDITIONS, secondsOfFrames } from '../../../platform/ffmpeg/segment-format.ts';
import { hasRoomForLines, TOO_MANY_LINES } from '../../../shared/card-text.ts';
import type { MediaCheck } from '../../../shared/contracts/media.ts';
import { CLIP, TEXT_MAX } from '../../../shared/limits.ts';
import { readingTime } from '../../../shared/reading-time.ts';
import { drawTextCard, drawVoiceCard } from './cards.ts';
import { encodeStill } from './encode-still.ts';
import { loudnessCheck } from './loudness.ts';
import { unreadable } from './media-error.ts';
import { drawNameCaption } from './name-caption.ts';
import { framePhoto } from './photo.ts';
import { writePosters } from './poster.ts';
import type { FileInput, TextInput } from './prepared-clip.ts';
import { addSound, BROKEN, finish, type Made, type Run, tellPoster, tellSegment, watch } from './run.ts';
import type { AudioFacts, PhotoFacts } from './source-facts.ts';
import { spanOf } from './trim.ts';
import { visibleText } from './visible-text.ts';
import { decodeVoice } from './voice.ts';

/** A photo as a slide that stands still. */
export async function makePhoto(input: FileInput, facts: PhotoFacts, run: Run): Promise<Made> {
  const picture = join(run.temp, 'frame.png');
  await framePhoto(input.path, facts, run.edit, run.temp, picture, run.options.signal);
  const checks: MediaCheck[] = facts.isTurnedTwice && !run.edit.rotate ? ['sideways'] : [];
  return makeStill(run, picture, CLIP.photo * FRAME_RATE, { ...facts, checks }, true);
}

/** Someone's words as a card. */
export async function makeText(input: TextInput, run: Run): Promise<Made> {
  const text = visibleText(input.text);
  if (text === '') throw refusedText('Write a few words first.');
  if ([...text].length > TEXT_MAX) throw refusedText(`Up to ${TEXT_MAX} characters fit on a card.`);
  if (!hasRoomForLines(text)) throw refusedText(TOO_MANY_LINES);
  const picture = join(run.temp, 'card.png');
  await drawTextCard(text, run.name, picture, input.isQuiet);
  return makeStill(
    run,
    picture,
    Math.ceil(readingTime(text)) * FRAME_RATE,
    { ...RENDITIONS['1080'], checks: [] },
    false,
  );
}

function refusedText(message: string): AppError {
  return new AppError('FIELDS_REFUSED', { message, fields: { text: message } });
}

async function makeStill(
  run: Run,
  picture: string,
  frames: number,
  facts: Pick<Made, 'width' | 'height' | 'checks'>,
  withCaption: boolean,
): Promise<Made> {
  await writePosters(sharp(picture), run.files);
  await tellPoster(run);
  const caption = withCaption ? await drawNameCaption(run.name, join(run.temp, 'name.png')) : null;
  await encodeStill(
    { picture, frames, caption, files: run.files, temp: run.temp },
    watch(run, secondsOfFrames(frames)),
  );
  const loudness = await finish(run, null, null, frames);
  const stream = await addSound(run, frames);
  await tellSegment(run);
  return { frames, width: facts.width, height: facts.height, stream, loudness, checks: facts.checks };
}

/** A voice message under a card that shows its shape. */
export async function makeVoice(input: FileInput, facts: AudioFacts, run: Run): Promise<Made> {
  const span = spanOf(facts, run.edit, input.maxLength);
  const rawAudio = join(run.temp, 'sound.wav');
  const voice = await decodeVoice({ path: input.path, facts, span, rawAudio }, run.options.signal);
  if (!voice.loudness) throw unreadable(BROKEN);
  // Whole seconds: the still picture is encoded once for a second and then repeated.
  const frames = Math.max(1, Math.ceil(span.length - 0.01)) * GOP_FRAMES;
  const picture = join(run.temp, 'card.png');
  await drawVoiceCard(run.name, voice.levels, picture);
  await writePosters(sharp(picture), run.files);
  await tellPoster(run);
  await encodeStill({ picture, frames, caption: null, files: run.files, temp: run.temp }, watch(run, span.length));
  const loudness = await finish(run, run.edit.muted ? null : rawAudio, voice.loudness, frames);
  const stream = await addSound(run, frames);
  await tellSegment(run);
  const checks = [span.length < CLIP.min ? ('short' as const) : null, loudnessCheck(voice.loudness)];
  return {
    frames,
    width: RENDITIONS['1080'].width,
    height: RENDITIONS['1080'].height,
    stream,
    loudness,
    checks: checks.filter((check) => check !== null),
  };
}
