import { secondsOfFrames } from '../../../platform/ffmpeg/segment-format.ts';
import { shownName } from './names.ts';
import type { TimelineItem } from './timeline.ts';

/** Seconds for which a name is shown. */
const NAME_SECONDS = 4;

/** A caption of the film: escaped text, in seconds of the film. */
interface FilmCue {
  start: number;
  end: number;
  lines: string;
}

/** WebVTT of a film: each clip's name for the first seconds, texts of cards and captions throughout, and what is said. */
export function captionsOf(items: readonly TimelineItem[]): string {
  // Players may rely on the order.
  const inOrder = items.flatMap(cuesOf).sort((a, b) => a.start - b.start);
  const cues = inOrder.map(
    ({ start, end, lines }, index) => `${index + 1}\n${timestamp(start)} --> ${timestamp(end)}\n${lines}`,
  );
  return `${['WEBVTT', ...cues].join('\n\n')}\n`;
}

function cuesOf(item: TimelineItem): FilmCue[] {
  const { clip, origin, start, length } = item;
  if (!clip) return [];
  const name = cueText(shownName(clip.contributor.name));
  const words = [clip.text, clip.caption].flatMap((text) => (text?.trim() ? cueText(text) : []));
  const end = start + length;
  const lines = words.length > 0 ? `${name}:\n${words.join('\n')}` : name;
  const spoken = spokenCues(item);
  const isThroughout = words.length > 0 && spoken.length === 0;
  return [{ start: origin, end: isThroughout ? end : Math.min(origin + NAME_SECONDS, end), lines }, ...spoken];
}

/** Transitions show a clip before its own start and after its end: only what is left of a caption counts. */
function spokenCues({ clip, origin }: TimelineItem): FilmCue[] {
  const last = origin + secondsOfFrames(clip?.frames ?? 0);
  return (clip?.cues ?? []).flatMap((cue) => {
    const [start, end] = [origin + cue.start, Math.min(origin + cue.end, last)];
    return end > start ? [{ start, end, lines: cueText(cue.text) }] : [];
  });
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
