import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeStill, encodeStillEdges } from '../../../platform/ffmpeg/encode-still.ts';
import { type FilmFrame, WIDE } from '../../../platform/ffmpeg/film-frames.ts';
import { CUT_FRAMES, FRAME_RATE } from '../../../platform/ffmpeg/segment-format.ts';
import { type StillScript, standing } from '../../../platform/ffmpeg/still-plan.ts';
import { withTempFolder } from '../../../platform/ffmpeg/temp-folder.ts';
import { writeSilence } from '../../../platform/ffmpeg/wav.ts';
import { type FilmTheme, makeClosing, makeOpening } from '../../themes/themed-cards.service.ts';
import { drawIntro, drawOutro } from './card-drawing.ts';
import {
  type IntroWords,
  introWords,
  namesLine,
  type OutroWords,
  outroWords,
  pagesOf,
  pagesOfCredits,
} from './card-words.ts';
import type { FilmEvent, Segment, SegmentFiles } from './timeline.ts';
import type { EdgeFiles } from './transition.ts';

/** Part of every card's key. Raise it when cards with the same text would look different. */
const CARD_VERSION = 3;
/** Part of the key too. Cards of this version may lack key frames at their cuts; those join with soft edges. */
const CARD_PIPELINE = 7;
const INTRO_FRAMES = Math.round(3.6 * FRAME_RATE);
/** Minimum length of a closing card, in seconds. */
const OUTRO_LEAST = 4;
/** Time for a page of names: `start` seconds plus the names at this rate. People scan for names they know. */
const PAGE = { start: 2, namesPerSecond: 5 };
/** In frames: start and duration of the plaque's appearance, page changes, final fade. */
const APPEAR = { at: 8, takes: 18 };
const TURN = 18;
const LEAVE = 18;

/** Frames of an opening in a theme. */
const THEMED_INTRO_FRAMES = 4 * FRAME_RATE;

interface CardFacts {
  key: string;
  frames: number;
  occasion: string;
  theme: FilmTheme | null;
  frame: FilmFrame;
}
export type OpeningCard = CardFacts & { role: 'intro'; words: IntroWords };
export type ClosingCard = CardFacts & { role: 'outro'; words: OutroWords };
/** A card before rendering. Equal text on equal paper has the same key, so it is rendered once. */
export type Card = OpeningCard | ClosingCard;

/** The opening card with the recipients' names. @param theme default: the paper of the occasion */
export function introCard(event: FilmEvent, theme: FilmTheme | null = null, frame: FilmFrame = WIDE): OpeningCard {
  const words = introWords(event);
  const frames = theme ? THEMED_INTRO_FRAMES : INTRO_FRAMES;
  const key = inFrame(frame, cardKey('intro', event, words, theme));
  return { role: 'intro', occasion: event.occasion, words, frames, theme, frame, key };
}

/** The closing card with all contributors, in as many pages as necessary. Independent of the clips' order. */
export function outroCard(
  event: FilmEvent,
  contributors: readonly string[],
  theme: FilmTheme | null = null,
  photographers: readonly string[] = [],
  frame: FilmFrame = WIDE,
): ClosingCard {
  const words = outroWords(event, contributors, photographers);
  const frames = pageFrames(words).reduce((sum, each) => sum + each, 0);
  const key = inFrame(frame, cardKey('outro', event, words, theme));
  return { role: 'outro', occasion: event.occasion, words, frames, theme, frame, key };
}

function cardKey(
  role: Card['role'],
  { occasion }: FilmEvent,
  words: IntroWords | OutroWords,
  theme: FilmTheme | null,
): string {
  // In a theme the occasion is in the words alone.
  const look = theme ? [theme.mark] : [occasion];
  const facts = JSON.stringify([CARD_PIPELINE, CARD_VERSION, role, ...look, words]);
  return createHash('sha256').update(facts).digest('hex').slice(0, 40);
}

/** Raise it when segments in other frames would look different. */
const FRAME_VERSION = 2;

/** The key of a film's own segment in a frame; in the ordinary one unchanged. */
export function inFrame({ name }: FilmFrame, key: string): string {
  return name === 'wide' ? key : `${name}-${FRAME_VERSION}-${key}`;
}

/** The key in the ordinary frame of a segment in any frame. */
export function ordinaryKey(key: string): string {
  return key.replace(/^(?:tall|square|large)-\d+-/, '');
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
      const { theme, frame } = card;
      if (!theme)
        return encodeStill({ pictures: await draw(card), script: scriptOf(card), files, temp, frame }, options);
      const { video: edgesVideo, audio } = edgeFilesIn(outFolder);
      await makeThemed(card, theme, { files: { ...files, edgesVideo }, temp, frame, ...options });
      await writeSilentEdges(audio);
    });
    return { key: card.key, frames: card.frames, files };
  } catch (error) {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
    throw error;
  }
}

/**
 * Makes the edges of a card without a theme in `outFolder`. Films with soft edges need none, so this is no part of
 * `makeCard`; in a theme transitions are the rule, so there it writes them too. Throws ToolError.
 */
export async function makeCardEdges(
  card: Card,
  outFolder: string,
  options: { signal?: AbortSignal } = {},
): Promise<EdgeFiles> {
  const files = edgeFilesIn(outFolder);
  await mkdir(outFolder, { recursive: true });
  await withTempFolder(outFolder, async (temp) => {
    const { frame } = card;
    await encodeStillEdges({ pictures: await draw(card), script: scriptOf(card), temp, frame }, files.video, options);
  });
  await writeSilentEdges(files.audio);
  return files;
}

function edgeFilesIn(folder: string): EdgeFiles {
  return { video: join(folder, 'edges.mp4'), audio: join(folder, 'edges.wav') };
}

/** The sound of the edges of a segment without sound. */
export function writeSilentEdges(path: string): Promise<void> {
  return writeSilence(path, 2 * CUT_FRAMES);
}

function draw(card: Card): Promise<Buffer[]> {
  const { drawn } = card.frame;
  return card.role === 'intro'
    ? drawIntro(card.occasion, card.words, drawn)
    : drawOutro(card.occasion, card.words, drawn);
}

function makeThemed(
  card: Card,
  { intro, outro }: FilmTheme,
  options: { files: SegmentFiles & { edgesVideo: string }; temp: string; frame: FilmFrame; signal?: AbortSignal },
): Promise<void> {
  if (card.role === 'intro') {
    const { lead, names, foot } = card.words;
    return makeOpening(intro, { lead, names: namesLine(names), foot }, card.frames, options);
  }
  const frames = pageFrames(card.words);
  const pages = pagesOfCredits(card.words).map((names, index) => ({ names, frames: frames[index] ?? 0 }));
  return makeClosing(outro, { lead: card.words.lead, pages }, { turn: TURN, fadeOut: LEAVE }, options);
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
function pageFrames({ names, trees }: OutroWords): number[] {
  const pages = pagesOf(names);
  const least = pages.length === 1 ? OUTRO_LEAST : 0;
  return pages.map((page, index) => {
    const isLast = index === pages.length - 1;
    const seconds = Math.max(least, Math.ceil(PAGE.start + page.length / PAGE.namesPerSecond));
    // A sentence more to read.
    return FRAME_RATE * (seconds + (isLast && trees ? 1 : 0));
  });
}
