import { join } from 'node:path';
import { type FilmFrame, WIDE } from '../../platform/ffmpeg/film-frames.ts';
import { canBeCut } from '../../platform/ffmpeg/segment-format.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import type { TimelineClip } from '../media/timeline-clips.service.ts';
import type { FilmTheme } from '../themes/themed-cards.service.ts';
import { makeThemedText, type ThemedText, themedText } from './render/text-cards.ts';
import type { Segment } from './render/timeline.ts';
import { shelfOf, shelve, shelvedEdges, shelvedFiles } from './shelved-segments.ts';
import type { Joined } from './transition-segments.ts';

/** A text card as a film in this theme shows it; null for other clips and without a theme. */
function textOf(
  { kind, segment, text, byline }: TimelineClip,
  theme: FilmTheme | null,
  frame: FilmFrame = WIDE,
): ThemedText | null {
  if (!theme || kind !== 'text' || !segment || !text?.trim() || !canBeCut(segment.frames)) return null;
  return themedText({ text: text.trim(), name: byline.trim() }, segment.frames, theme, frame);
}

/** Key of what a film shows for a clip, which a theme may replace; undefined before it is prepared. */
export function shownKey(clip: TimelineClip, theme: FilmTheme | null): string | undefined {
  return textOf(clip, theme)?.key ?? clip.segment?.key;
}

/** The text cards among the clips in the theme, from the store or newly made; null for other clips. */
export async function themedTexts(
  event: EventRecord,
  clips: readonly TimelineClip[],
  theme: FilmTheme | null,
  folder: string,
  signal: AbortSignal,
  frame: FilmFrame = WIDE,
): Promise<((Segment & Joined) | null)[]> {
  const segments: ((Segment & Joined) | null)[] = [];
  for (const clip of clips) {
    const card = textOf(clip, theme, frame);
    segments.push(card && (await textSegment(event.id, card, folder, signal)));
  }
  return segments;
}

async function textSegment(
  eventId: string,
  card: ThemedText,
  folder: string,
  signal: AbortSignal,
): Promise<Segment & Joined> {
  const { key, frames } = card;
  const shelf = shelfOf(eventId, key);
  const out = join(folder, key);
  const make = async () => {
    await makeThemedText(card, out, { signal });
    return out;
  };
  await shelve(shelf, make, signal);
  return { key, frames, files: await shelvedFiles(shelf, out), edges: await shelvedEdges(shelf) };
}
