import { shownName } from './names.ts';
import type { TimelineItem } from './timeline.ts';

/** Seconds for which a name is shown. */
const NAME_SECONDS = 4;

/** WebVTT of a film: each clip's name for the first seconds, and texts of cards and captions throughout. */
export function captionsOf(items: readonly TimelineItem[]): string {
  const cues = items.flatMap((item, index) => cuesOf(item, index + 1));
  return `${['WEBVTT', ...cues].join('\n\n')}\n`;
}

function cuesOf({ clip, origin, start, length }: TimelineItem, number: number): string[] {
  if (!clip) return [];
  const name = cueText(shownName(clip.contributor.name));
  const words = [clip.text, clip.caption].flatMap((text) => (text?.trim() ? cueText(text) : []));
  const end = start + length;
  const lines = words.length > 0 ? `${name}:\n${words.join('\n')}` : name;
  const until = words.length > 0 ? end : Math.min(origin + NAME_SECONDS, end);
  return [`${number}\n${timestamp(origin)} --> ${timestamp(until)}\n${lines}`];
}

/** Escapes text for a cue: no tags, entities, empty lines (which end a cue) or arrows. */
function cueText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function timestamp(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const pad = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, '0');
  const rest = milliseconds % 60_000;
  return `${pad(milliseconds / 3_600_000)}:${pad((milliseconds / 60_000) % 60)}:${pad(rest / 1000)}.${pad(rest % 1000, 3)}`;
}
