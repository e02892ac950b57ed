import { createReadStream } from 'node:fs';
import { speechSpans } from '../../platform/sound/speech-spans.ts';
import type { Part } from '../../shared/edited-length.ts';
import { CLIP } from '../../shared/limits.ts';
import { mediaEdit } from '../../shared/media-edit.ts';
import { TIGHTEN } from '../../shared/studio-limits.ts';
import type { StoredMedia } from './media.model.ts';
import { plainEdit } from './prepare/segment-key.ts';
import { uneditedOf } from './unedited.ts';

/** First and last moment at which something is heard in a prepared clip's sound; all of it if nothing is. */
export async function heardPart(audio: string, length: number): Promise<Part> {
  const spans = await speechSpans(createReadStream(audio, { highWaterMark: 1024 * 1024 }));
  const [first, last] = [spans[0], spans.at(-1)];
  return first && last ? { start: first.start, end: Math.min(last.end, length) } : { start: 0, end: length };
}

/** Whether what is heard in a clip's sound is all of its recording: without trim, cuts, speed, and not muted. */
export function isHeardWhole({ kind, edit }: Pick<StoredMedia, 'kind' | 'edit'>): boolean {
  if (kind !== 'video' && kind !== 'audio') return false;
  const { trim, cuts, speed, muted } = plainEdit(mediaEdit.parse(edit ?? {}));
  return !trim && !cuts && !speed && !muted;
}

/**
 * A trim that leaves out dead time at a clip's start and end, with a margin around what is heard. Null where it would
 * save too little, leave too little, or the organiser has chosen ends already; undefined if it was never measured.
 */
export function tightenOf(media: StoredMedia): Part | null | undefined {
  if (media.kind !== 'video' && media.kind !== 'audio') return null;
  const { trim, cuts } = plainEdit(mediaEdit.parse(media.edit ?? {}));
  const whole = uneditedOf(media)?.length;
  if (trim || cuts || whole === undefined) return null;
  if (!media.heard) return undefined;
  const from = media.heard.start - TIGHTEN.before;
  const until = media.heard.end + TIGHTEN.after;
  const start = from >= TIGHTEN.worth ? round(from) : 0;
  const end = whole - until >= TIGHTEN.worth ? round(until) : 0;
  const left = (end || whole) - start;
  return whole - left >= TIGHTEN.least && left >= CLIP.min ? { start, end } : null;
}

function round(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
