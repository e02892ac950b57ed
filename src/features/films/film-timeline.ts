import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { platform } from '../../platform/platform.ts';
import { keysOf } from '../../shared/known-values.ts';
import { titleOf } from '../events/event-facts.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { type TimelineClip, timelineClips } from '../media/timeline-clips.service.ts';
import { type Card, introCard, makeCard, outroCard } from './render/cards.ts';
import {
  buildTimeline,
  type FilmClip,
  type FilmEvent,
  type Segment,
  type SegmentFiles,
  type Timeline,
} from './render/timeline.ts';

const CARD_FILES: SegmentFiles = { video1080: 'video-1080.mp4', video720: 'video-720.mp4', audio: 'audio.wav' };
const KINDS = keysOf(CARD_FILES);

/** Clips for the film: visible and prepared, in order. Failed clips are left out. */
export async function filmClips(event: EventRecord): Promise<TimelineClip[]> {
  const clips = await timelineClips(event.id, event.order, event);
  return clips.filter((clip) => clip.status === 'ready' && clip.segment);
}

/** Lays out a film with all files on the local disk; renders missing titles. */
export async function filmTimeline(event: EventRecord, folder: string, signal: AbortSignal): Promise<Timeline> {
  const clips = await filmClips(event);
  const about = filmEventOf(event);
  const cards = cardsOf(about, clips);
  const [intro, outro] = [
    await cardSegment(event, cards.intro, join(folder, 'intro'), signal),
    await cardSegment(event, cards.outro, join(folder, 'outro'), signal),
  ];
  const located = await Promise.all(clips.map((clip) => locate(clip, join(folder, clip.id))));
  return buildTimeline({ event: about, clips: located, intro, outro, track: event.trackId });
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
  const { intro, outro } = cardsOf(filmEventOf(event), clips);
  return { intro, outro, mark: `${intro.key} ${outro.key}` };
}

/** A short text that changes whenever the film would. */
export function contentMark(event: EventRecord, clips: readonly TimelineClip[]): string {
  const about = filmEventOf(event);
  const { intro, outro } = cardsOf(about, clips);
  const parts = clips.map((clip) => `${clip.id}:${clip.segment?.key}:${clip.caption ?? ''}`);
  const facts = [about.title, event.trackId ?? '', intro.key, outro.key, ...parts];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22);
}

function filmEventOf(event: EventRecord): FilmEvent {
  return {
    occasion: event.occasion,
    occasionOther: event.occasionOther,
    title: titleOf(event),
    recipients: event.recipients.map(({ firstName, lastName }) => ({ firstName, lastName })),
  };
}

function cardsOf(about: FilmEvent, clips: readonly TimelineClip[]): { intro: Card; outro: Card } {
  const people = new Map(clips.flatMap((clip) => clip.people).map(({ person, name }) => [`${person}\n${name}`, name]));
  const names = [...people.values()].filter((name) => name !== '');
  return { intro: introCard(about), outro: outroCard(about, names) };
}

/** Cards being rendered in this process, by storage key. */
const making = new Map<string, Promise<void>>();

/**
 * A card's segment, from the store or newly rendered. Waits for a concurrent rendering of the same card, which would
 * take both twice as long.
 */
async function cardSegment(event: EventRecord, card: Card, folder: string, signal: AbortSignal): Promise<Segment> {
  const shelf = `prepared/${event.id}/${card.key}`;
  while (!(await isShelved(shelf))) {
    signal.throwIfAborted();
    const other = making.get(shelf);
    if (other) {
      // If it failed, render it here.
      await other.catch(() => undefined);
      continue;
    }
    const made = makeShelved(shelf, card, folder, signal).finally(() => making.delete(shelf));
    making.set(shelf, made);
    await made;
    break;
  }
  return {
    key: card.key,
    frames: card.frames,
    files: await localFiles((kind) => `${shelf}/${CARD_FILES[kind]}`, folder),
  };
}

async function isShelved(shelf: string): Promise<boolean> {
  const files = await Promise.all(KINDS.map((kind) => platform().store.stat(`${shelf}/${CARD_FILES[kind]}`)));
  return files.every((file) => file !== null);
}

async function makeShelved(shelf: string, card: Card, folder: string, signal: AbortSignal): Promise<void> {
  const made = await makeCard(card, folder, { signal });
  for (const kind of KINDS) await platform().store.take(`${shelf}/${CARD_FILES[kind]}`, made.files[kind]);
}

async function locate(
  { id, kind, segment, people, byline, caption, text }: TimelineClip,
  folder: string,
): Promise<FilmClip> {
  if (!segment) throw new Error('A clip that was not prepared is in no film');
  return {
    mediaId: id,
    kind,
    key: segment.key,
    frames: segment.frames,
    files: await localFiles((file) => segment.files[file], folder),
    // Clips of the same people share a chapter.
    contributor: { name: byline, key: people.map(({ person }) => person).join('\n') },
    caption,
    text,
  };
}

async function localFiles(keyOf: (kind: keyof SegmentFiles) => string, folder: string): Promise<SegmentFiles> {
  const { store } = platform();
  const [video1080, video720, audio] = await Promise.all([
    store.local(keyOf('video1080'), folder),
    store.local(keyOf('video720'), folder),
    store.local(keyOf('audio'), folder),
  ]);
  return { video1080, video720, audio };
}
