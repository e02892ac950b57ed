import { FRAME_RATE } from '../../../platform/ffmpeg/segment-format.ts';
import type { Timeline } from './timeline.ts';

/**
 * A list for ffmpeg's concat demuxer. `names` are our own links (`0001.mp4`), never user input. Lengths are given in
 * exact frames, so container durations don't add up.
 */
export function concatList(entries: readonly { name: string; frames: number }[]): string {
  const lines = entries.flatMap(({ name, frames }) => {
    if (!/^[a-z0-9-]+\.[a-z0-9]+$/.test(name)) throw new Error(`not a plain file name: ${JSON.stringify(name)}`);
    return [`file ${name}`, `duration ${(frames / FRAME_RATE).toFixed(6)}`];
  });
  return `${['ffconcat version 1.0', ...lines].join('\n')}\n`;
}

/** ffmpeg metadata: title, and chapters for the opening, each contributor and the closing. */
export function chapterMetadata(timeline: Timeline): string {
  const marks = [...timeline.chapters.map(({ start, title }) => ({ start, title }))];
  const closing = timeline.items.find(({ role }) => role === 'outro');
  if ((marks[0]?.start ?? 0) > 0) marks.unshift({ start: 0, title: timeline.title });
  if (closing) marks.push({ start: closing.origin, title: 'Everyone' });
  const lines = marks.flatMap(({ start, title }, index) => [
    '[CHAPTER]',
    `TIMEBASE=1/${FRAME_RATE}`,
    `START=${Math.round(start * FRAME_RATE)}`,
    `END=${Math.round((marks[index + 1]?.start ?? timeline.length) * FRAME_RATE)}`,
    `title=${escapeMetadata(title)}`,
  ]);
  return `${[';FFMETADATA1', `title=${escapeMetadata(timeline.title)}`, ...lines].join('\n')}\n`;
}

/** ffmpeg treats a backslash at the end of a line as a continuation, even when escaped, so add a space. */
function escapeMetadata(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[\\=;#]/g, '\\$&')
    .replace(/\\$/, '\\ ');
}
