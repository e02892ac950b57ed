import { shownName } from './names.ts';
import type { TimelineItem } from './timeline.ts';

/** Seconds that a name is told at the beginning of a clip. */
const NAME_SECONDS = 4;

/** WebVTT of a film: each clip's name for its first seconds; the words of cards and captions as long as they stand. */
export function captionsOf(items: readonly TimelineItem[]): string {
  const cues = items.flatMap((item, index) => cuesOf(item, index + 1));
  return `${['WEBVTT', ...cues].join('\n\n')}\n`;
}

function cuesOf({ clip, start, length }: TimelineItem, number: number): string[] {
  if (!clip) return [];
  const name = cueText(shownName(clip.contributor.name));
  const words = [clip.text, clip.caption].filter((text) => text?.trim()).map((text) => cueText(text as string));
  const seconds = words.length > 0 ? length : Math.min(NAME_SECONDS, length);
  const lines = words.length > 0 ? `${name}:\n${words.join('\n')}` : name;
  return [`${number}\n${timestamp(start)} --> ${timestamp(start + seconds)}\n${lines}`];
}

/** Text that stays text in a cue: no tag, no entity, no empty line (which would end the cue), no arrow. */
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
