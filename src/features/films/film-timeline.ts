import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type FilmFrame, WIDE } from '../../platform/ffmpeg/film-frames.ts';
import { titleOf } from '../events/event-facts.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { type TimelineClip, timelineClips } from '../media/timeline-clips.service.ts';
import { filmTheme } from '../themes/film-themes.service.ts';
import type { FilmTheme } from '../themes/themed-cards.service.ts';
import { collageSegments, collagesOf } from './collages.ts';
import { captionsAtEdges, overlaidClips, overlaidKeys } from './overlaid-clips.ts';
import { pacedSegments, photoSequences } from './photo-sequences.ts';
import {
  type Card,
  type ClosingCard,
  introCard,
  makeCard,
  makeCardEdges,
  type OpeningCard,
  outroCard,
} from './render/cards.ts';
import { hasCuts } from './render/segment-check.ts';
import { buildTimeline, type FilmClip, type FilmEvent, type Segment, type Timeline } from './render/timeline.ts';
import type { EdgeFiles } from './render/transition.ts';
import { localFiles, shelfOf, shelve, shelvedEdges, shelvedFiles, shelveEdges } from './shelved-segments.ts';
import { shownKey, themedTexts } from './themed-texts.ts';
import { type Joined, transitionSegments } from './transition-segments.ts';

/** Clips for the film: visible and prepared, in order. Failed clips are left out. */
export async function filmClips(event: EventRecord): Promise<TimelineClip[]> {
  const clips = await timelineClips(event.id, event.order, event);
  return clips.filter((clip) => clip.status === 'ready' && clip.segment);
}

/** A frame other than the film's, with the clips in it and as the film has them. */
export interface ShapedTimeline {
  frame: FilmFrame;
  clips: readonly TimelineClip[];
  ordinary: readonly TimelineClip[];
}

/** Lays out a film with all files on the local disk; makes what is missing. */
export async function filmTimeline(
  event: EventRecord,
  folder: string,
  signal: AbortSignal,
  shape?: ShapedTimeline,
): Promise<Timeline> {
  const clips = shape?.clips ?? (await filmClips(event));
  const about = filmEventOf(event);
  const theme = await filmTheme(event.themeId);
  const cards = cardsOf(about, clips, theme, shape?.frame);
  const [intro, outro] = [
    await cardSegment(event, cards.intro, join(folder, 'intro'), signal),
    await cardSegment(event, cards.outro, join(folder, 'outro'), signal),
  ];
  const seen = collagesOf(shape?.ordinary ?? clips, theme, shape?.frame);
  const collages = await collageSegments(event, seen, folder, signal);
  const shown = await shownSegments(event, clips, theme, folder, signal, shape?.frame);
  const overlaid = await overlaidClips(event, clips, shown, theme, folder, signal, shape?.frame);
  const located = await Promise.all(
    clips.map(async (clip, index) => ({
      ...(await locate(clip, join(folder, clip.id), shown[index] ?? null)),
      replaced: overlaid[index] ?? [],
    })),
  );
  const transitions = await transitionsOf(
    event,
    { clips, shown, theme, cards, collages },
    folder,
    signal,
    shape?.frame,
  );
  return buildTimeline({ event: about, clips: located, intro, collages, outro, track: event.trackId, transitions });
}

/**
 * Makes and stores what the film as it is now has between, before and over its clips: transitions, collages, names and captions.
 * @returns their keys
 */
export async function prepareTransitions(event: EventRecord, folder: string, signal: AbortSignal): Promise<string[]> {
  const clips = await filmClips(event);
  if (clips.length === 0) return [];
  const theme = await filmTheme(event.themeId);
  const collages = await collageSegments(event, collagesOf(clips, theme), folder, signal);
  const shown = await shownSegments(event, clips, theme, folder, signal);
  const overlaid = await overlaidClips(event, clips, shown, theme, folder, signal);
  const over = overlaid.flat().map(({ segment }) => segment.key);
  const made = [...over, ...[...collages, ...shown].flatMap((each) => each?.key ?? [])];
  if (event.transition === 'soft') return made;
  const cards = cardsOf(filmEventOf(event), clips, theme);
  await shelveCard(event, cards.intro, join(folder, 'intro'), signal);
  await shelveCard(event, cards.outro, join(folder, 'outro'), signal);
  const transitions = await transitionsOf(event, { clips, shown, theme, cards, collages }, folder, signal);
  return [...made, ...transitions.flatMap((each) => each?.key ?? [])];
}

/** What the film shows instead of each clip: text cards in its theme, and photos of sequences; null for others. */
async function shownSegments(
  event: EventRecord,
  clips: readonly TimelineClip[],
  theme: FilmTheme | null,
  folder: string,
  signal: AbortSignal,
  frame: FilmFrame = WIDE,
): Promise<((Segment & Joined) | null)[]> {
  const texts = await themedTexts(event, clips, theme, folder, signal, frame);
  const sequences = await sequencesOf(event, clips, theme);
  const photos = await pacedSegments(event, clips, sequences, folder, signal, frame);
  return clips.map((_, index) => texts[index] ?? photos[index] ?? null);
}

function sequencesOf(event: EventRecord, clips: readonly TimelineClip[], theme: FilmTheme | null) {
  const { intro } = cardsOf(filmEventOf(event), clips, theme);
  const collages = collagesOf(clips, theme);
  return photoSequences(event, clips, [intro.frames, ...collages.map(({ frames }) => frames)]);
}

interface FilmParts {
  clips: readonly TimelineClip[];
  /** What is shown instead of each clip, or null. */
  shown: readonly ((Segment & Joined) | null)[];
  theme: FilmTheme | null;
  cards: { intro: Card; outro: Card };
  collages: readonly Joined[];
}

/** The transitions between all parts of the film; cards and collages are stored. */
async function transitionsOf(
  event: EventRecord,
  { clips, shown, theme, cards, collages }: FilmParts,
  folder: string,
  signal: AbortSignal,
  frame: FilmFrame = WIDE,
): Promise<(Segment | null)[]> {
  if (event.transition === 'soft') return [];
  const card = async (each: Card): Promise<Joined> => ({
    key: each.key,
    edges: await cardEdges(event, each, join(folder, `edges-${each.role}`), signal),
  });
  const said = captionsAtEdges(event, clips, shown, theme);
  const between = clips.flatMap(({ segment }, index): Joined[] => {
    const each = shown[index] ?? segment;
    if (!each || !segment) return [];
    const sequence = shown[index]?.sequence;
    // A photo of a sequence keeps the edge that a transition shows.
    return sequence === undefined
      ? [{ key: each.key, edges: each.edges, said: said[index] }]
      : [{ ...segment, sequence }];
  });
  const parts = [await card(cards.intro), ...collages, ...between, await card(cards.outro)];
  return transitionSegments(event, parts, folder, signal, frame);
}

/** Keys of a stored card's edges, which are made when they are first needed; null if it can't be cut. */
async function cardEdges(
  event: EventRecord,
  card: Card,
  folder: string,
  signal: AbortSignal,
): Promise<EdgeFiles | null> {
  const shelf = shelfOf(event.id, card.key);
  const known = await shelvedEdges(shelf);
  if (known || card.theme) return known;
  const { video1080 } = await shelvedFiles(shelf, folder);
  if (!(await hasCuts(video1080, card.frames))) return null;
  return shelveEdges(shelf, () => makeCardEdges(card, folder, { signal }), signal);
}

/**
 * Renders and stores the titles for the film with all clips, including those being prepared, for which publishing
 * waits.
 * @returns a text that changes with the titles; null without clips
 */
export async function prepareTitles(event: EventRecord, folder: string, signal: AbortSignal): Promise<string | null> {
  const titles = await expectedTitles(event);
  if (!titles) return null;
  await cardSegment(event, titles.intro, join(folder, 'intro'), signal);
  await cardSegment(event, titles.outro, join(folder, 'outro'), signal);
  return titles.mark;
}

/** The result of `prepareTitles`, without rendering. */
export async function titlesMark(event: EventRecord): Promise<string | null> {
  return (await expectedTitles(event))?.mark ?? null;
}

async function expectedTitles(event: EventRecord): Promise<{ intro: Card; outro: Card; mark: string } | null> {
  const clips = (await timelineClips(event.id, event.order)).filter((clip) => clip.status !== 'failed');
  if (clips.length === 0) return null;
  const { intro, outro } = cardsOf(filmEventOf(event), clips, await filmTheme(event.themeId));
  return { intro, outro, mark: `${intro.key} ${outro.key}` };
}

/** A short text that changes whenever the film would. */
export async function contentMark(event: EventRecord, clips: readonly TimelineClip[]): Promise<string> {
  const about = filmEventOf(event);
  const theme = await filmTheme(event.themeId);
  const { intro, outro } = cardsOf(about, clips, theme);
  const photos = await sequencesOf(event, clips, theme);
  const parts = clips.map((clip, index) => {
    const key = photos[index]?.key ?? shownKey(clip, theme);
    return `${clip.id}:${key}:${clip.caption ?? ''}${cuesMark(clip)}`;
  });
  const style = event.transition === 'soft' ? [] : [event.transition];
  const over = overlaidKeys(event, clips, photos, theme);
  const collages = collagesOf(clips, theme).map(({ key }) => key);
  const facts = [about.title, musicMark(event), intro.key, outro.key, ...style, ...over, ...collages, ...parts];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22);
}

/** Without captions nothing, so that older films stay up to date. */
function cuesMark({ cues }: TimelineClip): string {
  return cues.length === 0 ? '' : `:${JSON.stringify(cues)}`;
}

/** Settings that are all default add nothing, so that older films stay up to date. */
function musicMark({ trackId, music }: EventRecord): string {
  if (!trackId) return '';
  return music.start === 0 && music.volume === 0 ? trackId : `${trackId} ${music.start} ${music.volume}`;
}

/** The title cards of an event's film with these clips. */
export function filmCards(
  event: EventRecord,
  clips: readonly TimelineClip[],
  theme: FilmTheme | null,
): { intro: OpeningCard; outro: ClosingCard } {
  return cardsOf(filmEventOf(event), clips, theme);
}

function filmEventOf(event: EventRecord): FilmEvent {
  return {
    occasion: event.occasion,
    occasionOther: event.occasionOther,
    title: titleOf(event),
    recipients: event.recipients.map(({ firstName, lastName }) => ({ firstName, lastName })),
    trees: event.trees,
  };
}

function cardsOf(
  about: FilmEvent,
  clips: readonly TimelineClip[],
  theme: FilmTheme | null,
  frame: FilmFrame = WIDE,
): { intro: OpeningCard; outro: ClosingCard } {
  const people = new Map(clips.flatMap((clip) => clip.people).map(({ person, name }) => [`${person}\n${name}`, name]));
  const names = [...people.values()].filter((name) => name !== '');
  const photographers = clips.flatMap(({ photographer }) => photographer ?? []);
  return { intro: introCard(about, theme, frame), outro: outroCard(about, names, theme, photographers, frame) };
}

async function cardSegment(event: EventRecord, card: Card, folder: string, signal: AbortSignal): Promise<Segment> {
  await shelveCard(event, card, folder, signal);
  return { key: card.key, frames: card.frames, files: await shelvedFiles(shelfOf(event.id, card.key), folder) };
}

/** Stores a card unless it is stored already. */
function shelveCard(event: EventRecord, card: Card, folder: string, signal: AbortSignal): Promise<void> {
  const make = async () => {
    await makeCard(card, folder, { signal });
    return folder;
  };
  return shelve(shelfOf(event.id, card.key), make, signal);
}

async function locate(
  { id, kind, segment, people, byline, caption, text, cues }: TimelineClip,
  folder: string,
  instead: Segment | null,
): Promise<FilmClip> {
  if (!segment) throw new Error('A clip that was not prepared is in no film');
  return {
    mediaId: id,
    kind,
    key: instead?.key ?? segment.key,
    frames: instead?.frames ?? segment.frames,
    files: instead?.files ?? (await localFiles((file) => segment.files[file], folder)),
    // Clips of the same people share a chapter.
    contributor: { name: byline, key: people.map(({ person }) => person).join('\n') },
    caption,
    text,
    cues,
  };
}
