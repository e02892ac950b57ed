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

/** Part of every card's key: raise it when a card with the same words would look different. */
const CARD_VERSION = 3;
const INTRO_FRAMES = Math.round(3.6 * FRAME_RATE);
/** Seconds that a closing of one page lasts at least. */
const OUTRO_LEAST = 4;
/** How long a page of names is shown: seconds to look at it, then names a second. People look for names they know. */
const PAGE = { start: 2, namesPerSecond: 5 };
/** Frames until the plaque begins to show, and that it takes; that a page takes to become the next; that the end goes dark. */
const APPEAR = { at: 8, takes: 18 };
const TURN = 18;
const LEAVE = 18;

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

/** The closing: everyone who took part, in as many pages as they need. The order of the clips does not matter to it. */
export function outroCard(event: FilmEvent, contributors: readonly string[]): Card {
  const words = outroWords(event, contributors);
  const frames = pageFrames(words).reduce((sum, each) => sum + each, 0);
  return { role: 'outro', occasion: event.occasion, words, frames, key: cardKey('outro', event, words) };
}

function cardKey(role: Card['role'], { occasion }: FilmEvent, words: IntroWords | OutroWords): string {
  const facts = JSON.stringify([PIPELINE_VERSION, CARD_VERSION, role, occasion, words]);
  return createHash('sha256').update(facts).digest('hex').slice(0, 40);
}

/** Names of a card's files in the folder that it is made in. */
function cardFilesIn(folder: string): SegmentFiles {
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

/** Whole seconds, so that pages turn where a GOP begins. */
function pageFrames({ names }: OutroWords): number[] {
  const pages = pagesOf(names);
  const least = pages.length === 1 ? OUTRO_LEAST : 0;
  return pages.map((page) => FRAME_RATE * Math.max(least, Math.ceil(PAGE.start + page.length / PAGE.namesPerSecond)));
}
