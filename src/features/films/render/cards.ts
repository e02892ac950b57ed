import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import {
  CHANNELS,
  exactSamplesFilter,
  FRAME_RATE,
  NORMALISE_FILTER,
  PIPELINE_VERSION,
  RENDITIONS,
  SAMPLE_RATE,
  secondsOfFrames,
  segmentAudioArgs,
  segmentVideoArgs,
} from '../../../platform/ffmpeg/segment-format.ts';
import { withTempFolder } from '../../../platform/ffmpeg/temp-folder.ts';
import { drawIntro, drawOutro } from './card-drawing.ts';
import { type IntroWords, introWords, type OutroWords, outroWords } from './card-words.ts';
import type { FilmEvent, Segment, SegmentFiles } from './timeline.ts';

/** Part of every card's key: raise it when a card with the same words would look different. */
const CARD_VERSION = 2;
const INTRO_FRAMES = Math.round(3.6 * FRAME_RATE);
const OUTRO_FRAMES = 4 * FRAME_RATE;
/** Seconds that the opening and the closing last together. */
export const CARDS_LENGTH = secondsOfFrames(INTRO_FRAMES + OUTRO_FRAMES);

/** A card before it is drawn. Equal words on equal paper have the equal key, so a card is made once. */
export type Card = { key: string; frames: number; occasion: string } & (
  | { role: 'intro'; words: IntroWords }
  | { role: 'outro'; words: OutroWords }
);

/** The opening: whom the film is for. */
export function introCard(event: FilmEvent): Card {
  const words = introWords(event);
  return { role: 'intro', occasion: event.occasion, words, frames: INTRO_FRAMES, key: cardKey('intro', event, words) };
}

/** The closing: everyone who took part. The order of the clips does not matter to it. */
export function outroCard(event: FilmEvent, contributors: readonly string[]): Card {
  const words = outroWords(event, contributors);
  return { role: 'outro', occasion: event.occasion, words, frames: OUTRO_FRAMES, key: cardKey('outro', event, words) };
}

function cardKey(role: Card['role'], { occasion }: FilmEvent, words: IntroWords | OutroWords): string {
  const facts = JSON.stringify([PIPELINE_VERSION, CARD_VERSION, role, occasion, words]);
  return createHash('sha256').update(facts).digest('hex').slice(0, 40);
}

/** Names of a card's files in the folder that it is made in. */
export function cardFilesIn(folder: string): SegmentFiles {
  return {
    video1080: join(folder, 'video-1080.mp4'),
    video720: join(folder, 'video-720.mp4'),
    audio: join(folder, 'audio.wav'),
  };
}

/**
 * Draws a card and makes it a segment in `outFolder`. Takes one to three seconds of CPU; keep it under its key.
 * On failure or abort nothing of it is left. Throws ToolError.
 */
export async function makeCard(
  card: Card,
  outFolder: string,
  options: { signal?: AbortSignal } = {},
): Promise<Segment> {
  const files = cardFilesIn(outFolder);
  await mkdir(outFolder, { recursive: true });
  try {
    await withTempFolder(outFolder, async (temp) => {
      const drawn =
        card.role === 'intro' ? await drawIntro(card.occasion, card.words) : await drawOutro(card.occasion, card.words);
      const ground = join(temp, 'ground.png');
      const plaque = join(temp, 'plaque.png');
      await Promise.all([writeFile(ground, drawn.ground), writeFile(plaque, drawn.plaque)]);
      await runTool('ffmpeg', cardArgs(card, { ground, plaque }, files), {
        timeLimit: 180_000,
        signal: options.signal,
      });
    });
    return { key: card.key, frames: card.frames, files };
  } catch (error) {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
    throw error;
  }
}

/** Seconds until the plaque begins to show, and that it takes; the closing then fades into the dark. */
const APPEAR = { after: 0.25, takes: 0.75 };
const LEAVE = { intro: 0, outro: 0.8 };
const DARK = '0x2a1022';

function cardArgs(card: Card, drawn: { ground: string; plaque: string }, files: SegmentFiles): string[] {
  const { frames } = card;
  const still = (format: string) =>
    `scale=out_color_matrix=bt709:out_range=tv,format=${format},loop=loop=${frames - 1}:size=1:start=0,setpts=N/(${FRAME_RATE}*TB),fps=${FRAME_RATE}`;
  const { height, width } = RENDITIONS['1080'];
  const leave = LEAVE[card.role];
  const leaves = (secondsOfFrames(frames) - leave).toFixed(3);
  // Laid over it, as `fade` to a colour works in RGB: turning each frame there and back took a third of the CPU of the card.
  const leaving = leave
    ? [
        `color=${DARK}:s=${width}x${height}:r=${FRAME_RATE}:d=${secondsOfFrames(1)},${still('yuva420p')},fade=t=in:st=${leaves}:d=${leave}:alpha=1[dark]`,
        `[shown][dark]overlay=format=yuv420:shortest=1:enable='gte(t,${leaves})'[left]`,
      ]
    : [];
  const { height: low, width: narrow } = RENDITIONS['720'];
  const graph = [
    `[0:v]${still('yuv420p')}[ground]`,
    `[1:v]${still('yuva420p')},fade=t=in:st=${APPEAR.after}:d=${APPEAR.takes}:alpha=1[plaque]`,
    `[ground][plaque]overlay=format=yuv420:shortest=1,trim=end_frame=${frames}[shown]`,
    ...leaving,
    `[${leaving.length > 0 ? 'left' : 'shown'}]split[whole][half]`,
    `[whole]${NORMALISE_FILTER}[v1080]`,
    `[half]scale=${narrow}:${low}:flags=bilinear,${NORMALISE_FILTER}[v720]`,
    `anullsrc=r=${SAMPLE_RATE}:cl=${CHANNELS === 2 ? 'stereo' : 'mono'}:d=${secondsOfFrames(frames).toFixed(6)},${exactSamplesFilter(frames)}[sound]`,
  ];
  const video = (name: '1080' | '720') => [
    ...['-map', `[v${name}]`, '-frames:v', String(frames)],
    ...segmentVideoArgs(RENDITIONS[name]),
    files[`video${name}`],
  ];
  return [
    ...['-y', '-i', drawn.ground, '-i', drawn.plaque, '-filter_complex', graph.join(';')],
    ...video('1080'),
    ...video('720'),
    ...['-map', '[sound]', ...segmentAudioArgs(), files.audio],
  ];
}
