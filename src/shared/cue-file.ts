import { type Cue, tidyCues, withoutTags } from './captions.ts';

/** A time of SRT or WebVTT, with or without hours, with a comma or a point. */
const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?`;
const ARROW = new RegExp(String.raw`^\s*${TIME}\s*-{1,2}>\s*${TIME}(?:\s.*)?$`);
/** Karaoke times, and positions of other formats, such as `{\an8}`. */
const MARKS = /<(?:\d+:)*[\d.,:]+>|\{\\[^}]*\}/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': '\u00a0',
  '&lrm;': '\u200e',
  '&rlm;': '\u200f',
  '&amp;': '&',
};

/**
 * Captions in pasted SRT or WebVTT. Tolerant: numbers may be missing, lines of text too, and times may overlap; notes,
 * styles and tags are left out. Empty for other text.
 * @param whole seconds of the clip; what comes after it is left out
 */
export function readCues(pasted: string, whole?: number): Cue[] {
  const lines = pasted
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const cues: Cue[] = [];
  let isOpen = false;
  lines.forEach((line, index) => {
    const times = ARROW.exec(line);
    const last = cues.at(-1);
    if (times) {
      cues.push({ ...spanOf(times), text: '' });
      isOpen = true;
    } else if (last && line.trim() === '') {
      // An empty line ends a caption; what follows, such as a note, is not its text.
      isOpen = last.text === '';
    } else if (last && isOpen && !isNumberOfNext(lines, index)) {
      last.text = `${last.text}\n${plain(line)}`.trim();
    }
  });
  return tidyCues(cues, whole);
}

function isNumberOfNext(lines: readonly string[], index: number): boolean {
  return /^\s*\d+\s*$/.test(lines[index] ?? '') && ARROW.test(lines[index + 1] ?? '');
}

function spanOf([, ...times]: RegExpExecArray): { start: number; end: number } {
  const at = (from: number) => {
    const [hours = 0, minutes = 0, seconds = 0] = times.slice(from, from + 3).map((each) => Number(each ?? 0));
    return hours * 3600 + minutes * 60 + seconds + Number(`0.${times[from + 3] ?? 0}`);
  };
  return { start: at(0), end: at(4) };
}

function plain(line: string): string {
  const text = withoutTags(line.replace(MARKS, ''));
  return text.replace(/&(?:lt|gt|nbsp|lrm|rlm|amp);/g, (entity) => ENTITIES[entity] ?? entity).trim();
}
