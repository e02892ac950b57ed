import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeStill } from '../../../platform/ffmpeg/encode-still.ts';
import { FRAME_RATE, PIPELINE_VERSION } from '../../../platform/ffmpeg/segment-format.ts';
import { type StillScript, standing } from '../../../platform/ffmpeg/still-plan.ts';
import { withTempFolder } from '../../../platform/ffmpeg/temp-folder.ts';
import { drawIntro, drawOutro } from './card-drawing.ts';
import { type IntroWords, introWords, type OutroWords, outroWords, pagesOf } from './card-words.ts';
import type { FilmEvent, Segment, SegmentFiles } from './timeline.ts';

/** Part of every card's key. Raise it when cards with the same text would look different. */
const CARD_VERSION = 3;
const INTRO_FRAMES = Math.round(3.6 * FRAME_RATE);
/** Minimum length of a closing card, in seconds. */
const OUTRO_LEAST = 4;
/** Time for a page of names: `start` seconds plus the names at this rate. People scan for names they know. */
const PAGE = { start: 2, namesPerSecond: 5 };
/** In frames: start and duration of the plaque's appearance, page changes, final fade. */
const APPEAR = { at: 8, takes: 18 };
const TURN = 18;
const LEAVE = 18;

/** A card before rendering. Equal text on equal paper has the same key, so it is rendered once. */
export type Card = { key: string; frames: number; occasion: string } & (
  | { role: 'intro'; words: IntroWords }
  | { role: 'outro'; words: OutroWords }
);

/** The opening card with the recipients' names. */
export function introCard(event: FilmEvent): Card {
  const words = introWords(event);
  return { role: 'intro', occasion: event.occasion, words, frames: INTRO_FRAMES, key: cardKey('intro', event, words) };
}

/** The closing card with all contributors, in as many pages as necessary. Independent of the clips' order. */
export function outroCard(event: FilmEvent, contributors: readonly string[]): Card {
  const words = outroWords(event, contributors);
  const frames = pageFrames(words).reduce((sum, each) => sum + each, 0);
  return { role: 'outro', occasion: event.occasion, words, frames, key: cardKey('outro', event, words) };
}

function cardKey(role: Card['role'], { occasion }: FilmEvent, words: IntroWords | OutroWords): string {
  const facts = JSON.stringify([PIPELINE_VERSION, CARD_VERSION, role, occasion, words]);
  return createHash('sha256').update(facts).digest('hex').slice(0, 40);
}

/** File paths of a card in its folder. */
function cardFilesIn(folder: string): SegmentFiles {
  return {
    video1080: join(folder, 'video-1080.mp4'),
    video720: join(folder, 'video-720.mp4'),
    audio: join(folder, 'audio.wav'),
  };
}

/**
 * Renders a card as a segment into `outFolder`. Takes one to three CPU seconds, so store it under its key. Leaves no
 * files on failure or abort. Throws ToolError.
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
      const pictures = await (card.role === 'intro'
        ? drawIntro(card.occasion, card.words)
        : drawOutro(card.occasion, card.words));
      await encodeStill({ pictures, script: scriptOf(card), files, temp }, options);
    });
    return { key: card.key, frames: card.frames, files };
  } catch (error) {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
    throw error;
  }
}

function scriptOf(card: Card): StillScript {
  const appears = { ...APPEAR, to: 1 };
  if (card.role === 'intro') return standing(card.frames, [appears]);
  let at = 0;
  const turns = pageFrames(card.words).map((frames, page) => {
    at += frames;
    return { at, takes: TURN, to: page + 2 };
  });
  return { ...standing(card.frames, [appears, ...turns.slice(0, -1)]), fadeOut: LEAVE };
}

/** Whole seconds, so that pages change at GOP boundaries. */
function pageFrames({ names }: OutroWords): number[] {
  const pages = pagesOf(names);
  const least = pages.length === 1 ? OUTRO_LEAST : 0;
  return pages.map((page) => FRAME_RATE * Math.max(least, Math.ceil(PAGE.start + page.length / PAGE.namesPerSecond)));
}
