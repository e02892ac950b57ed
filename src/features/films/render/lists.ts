import { FRAME_RATE } from '../../../platform/ffmpeg/segment-format.ts';
import type { Timeline } from './timeline.ts';

/**
 * A list for ffmpeg's concat demuxer. `names` are links that we made ourselves (`0001.mp4`), so nothing that a person
 * typed can reach it. The length of each file is told in exact frames: what a container claims is never added up.
 */
export function concatList(entries: readonly { name: string; frames: number }[]): string {
  const lines = entries.flatMap(({ name, frames }) => {
    if (!/^[a-z0-9-]+\.[a-z0-9]+$/.test(name)) throw new Error(`not a plain file name: ${JSON.stringify(name)}`);
    return [`file ${name}`, `duration ${(frames / FRAME_RATE).toFixed(6)}`];
  });
  return `${['ffconcat version 1.0', ...lines].join('\n')}\n`;
}

/** ffmpeg's metadata file: the film's title, and a chapter for the opening, for each contributor and for the closing. */
export function chapterMetadata(timeline: Timeline): string {
  const marks = [...timeline.chapters.map(({ start, title }) => ({ start, title }))];
  const closing = timeline.items.find(({ role }) => role === 'outro');
  if ((marks[0]?.start ?? 0) > 0) marks.unshift({ start: 0, title: timeline.title });
  if (closing) marks.push({ start: closing.start, title: 'Everyone' });
  const lines = marks.flatMap(({ start, title }, index) => [
    '[CHAPTER]',
    `TIMEBASE=1/${FRAME_RATE}`,
    `START=${Math.round(start * FRAME_RATE)}`,
    `END=${Math.round((marks[index + 1]?.start ?? timeline.length) * FRAME_RATE)}`,
    `title=${escapeMetadata(title)}`,
  ]);
  return `${[';FFMETADATA1', `title=${escapeMetadata(timeline.title)}`, ...lines].join('\n')}\n`;
}

/** ffmpeg takes a backslash at a line's end as joining the next line, even where it is escaped: a space goes after it. */
function escapeMetadata(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[\\=;#]/g, '\\$&')
    .replace(/\\$/, '\\ ');
}
