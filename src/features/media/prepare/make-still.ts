import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { AppError } from '../../../platform/errors.ts';
import { encodeStillPieces, type StillInput, type StillPieces } from '../../../platform/ffmpeg/encode-still.ts';
import type { FilmFrame } from '../../../platform/ffmpeg/film-frames.ts';
import { DRAWN_SIZE, FRAME_RATE, secondsOfFrames } from '../../../platform/ffmpeg/segment-format.ts';
import { standing } from '../../../platform/ffmpeg/still-plan.ts';
import { hasRoomForLines, TOO_MANY_LINES } from '../../../shared/card-text.ts';
import type { MediaCheck } from '../../../shared/contracts/media.ts';
import { CLIP, TEXT_MAX } from '../../../shared/limits.ts';
import { readingTime } from '../../../shared/reading-time.ts';
import { pictureOf, pixelsOf } from './cards.ts';
import { encodeVoice } from './encode-voice.ts';
import type { Size } from './geometry.ts';
import { loudnessCheck } from './loudness.ts';
import { unreadable } from './media-error.ts';
import { encodeMovingPhoto, motionOf } from './moving-photo.ts';
import { CAPTION_CHANGES, drawNameCaption, type NameCaption, placedCaption } from './name-caption.ts';
import { framePhoto } from './photo.ts';
import { writePosters } from './poster.ts';
import type { FileInput, TextInput } from './prepared-clip.ts';
import { addSound, BROKEN, finish, type Made, type Run, tellPoster, tellSegment, watch } from './run.ts';
import type { AudioFacts, PhotoFacts } from './source-facts.ts';
import { textCardStill } from './text-card.ts';
import { spanOf } from './trim.ts';
import { visibleText } from './visible-text.ts';
import { decodeVoice } from './voice.ts';
import { drawVoiceCard } from './voice-card.ts';

/** A photo with its contributor's name for a while, moving slowly where that suits it. */
export async function makePhoto(input: FileInput, facts: PhotoFacts, run: Run): Promise<Made> {
  const picture = join(run.temp, 'frame.png');
  const shown = await framePhoto(input.path, facts, run.edit, run.temp, picture, run.options.signal);
  const checks: MediaCheck[] = facts.isTurnedTwice && !run.edit.rotate ? ['sideways'] : [];
  const caption = await drawNameCaption(run.name, join(run.temp, 'name.png'));
  const frames = Math.round((run.edit.length ?? CLIP.photo) * FRAME_RATE);
  const motion = await motionOf(picture, shown);
  await showPoster(run, sharp(picture));
  const options = watch(run, secondsOfFrames(frames));
  if (motion) {
    await encodeMovingPhoto({ picture, motion, frames, caption, files: run.files }, options);
    return madeSilent(run, frames, { ...facts, checks });
  }
  const pieces = await encodeStillPieces(await pictureStill(run, picture, caption, frames), options);
  return madeSilent(run, frames, { ...facts, checks }, pieces);
}

/** A text card, shown for its reading time or the edit's length. */
export async function makeText(input: TextInput, run: Run): Promise<Made> {
  const text = visibleText(input.text);
  if (text === '') throw refusedText('Write a few words first.');
  if ([...text].length > TEXT_MAX) throw refusedText(`Up to ${TEXT_MAX} characters fit on a card.`);
  if (!hasRoomForLines(text)) throw refusedText(TOO_MANY_LINES);
  const frames = Math.round((run.edit.length ?? readingTime(text)) * FRAME_RATE);
  const still = await textCardStill({ ...input, frames }, run);
  await showPoster(run, pictureOf(whole(still), DRAWN_SIZE));
  const pieces = await encodeStillPieces(still, watch(run, secondsOfFrames(frames)));
  return madeSilent(run, frames, { ...DRAWN_SIZE, checks: [] }, pieces);
}

/** The last picture of a text card, which has all its lines. */
function whole({ pictures }: StillInput): Buffer {
  const last = pictures.at(-1);
  if (!last) throw new Error('a text card without a picture');
  return last;
}

function refusedText(message: string): AppError {
  return new AppError('FIELDS_REFUSED', { message, fields: { text: message } });
}

async function madeSilent(
  run: Run,
  frames: number,
  { width, height, checks }: Pick<Made, 'width' | 'height' | 'checks'>,
  pieces: StillPieces | null = null,
): Promise<Made> {
  const loudness = await finish(run, null, null, frames);
  const stream = await addSound(run, frames, pieces);
  await tellSegment(run);
  return { frames, width, height, stream, loudness, checks };
}

async function showPoster(run: Run, picture: Sharp): Promise<void> {
  await writePosters(picture, run.files);
  await tellPoster(run);
}

/** A picture file with its contributor's name for a while. @param shape default: 1920x1080 for an ordinary film */
export async function pictureStill(
  { files, temp }: Run,
  path: string,
  caption: NameCaption | null,
  frames: number,
  shape: { frame?: FilmFrame; size?: Size } = {},
): Promise<StillInput> {
  const plain = await pixelsOf(sharp(path));
  const pictures = caption
    ? [plain, await pixelsOf(sharp(path).composite([placedCaption(caption, shape.frame)]))]
    : [plain];
  return { pictures, script: standing(frames, caption ? CAPTION_CHANGES : []), files, temp, ...shape };
}

/** A voice message: a playhead crosses the waveform on its card while it is heard. */
export async function makeVoice(input: FileInput, facts: AudioFacts, run: Run): Promise<Made> {
  const span = spanOf(facts, run.edit, input.maxLength);
  const rawAudio = join(run.temp, 'sound.wav');
  const voice = await decodeVoice({ path: input.path, facts, span, rawAudio }, run.options.signal);
  if (!voice.loudness) throw unreadable(BROKEN);
  // Whole seconds, so that the fade is followed by silence.
  const frames = Math.max(1, Math.ceil(span.timing.length - 0.01)) * FRAME_RATE;
  const card = await drawVoiceCard({ name: run.name, levels: voice.levels, portrait: input.portrait ?? null });
  await showPoster(run, sharp(card.heard));
  const spoken = span.timing.length;
  await encodeVoice({ card, frames, spoken, files: run.files, temp: run.temp }, watch(run, secondsOfFrames(frames)));
  const loudness = await finish(run, run.edit.muted ? null : rawAudio, voice.loudness, frames);
  const stream = await addSound(run, frames);
  await tellSegment(run);
  const checks = [span.timing.length < CLIP.min ? ('short' as const) : null, loudnessCheck(voice.loudness)];
  return {
    frames,
    ...DRAWN_SIZE,
    stream,
    loudness,
    checks: checks.filter((check) => check !== null),
  };
}
