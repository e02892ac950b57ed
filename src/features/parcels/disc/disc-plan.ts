/** Bytes of a DVD with one layer, less what its menu and file system take. */
const CAPACITY = 4_700_000_000 - 60_000_000;
/** Kilobits a second. Players read 10080 in all; more than this nobody sees. */
const VIDEO = { most: 8000, least: 1200 } as const;
const AUDIO = 192;
/** What packs and sectors add. */
const OVERHEAD = 1.04;
/** Most chapters of a title, and buttons on one page of its menu. */
const CHAPTERS = 99;
export const BUTTONS = 8;
/** Players don’t jump to less. */
const SHORTEST = 1;

/** Where television has 525 lines: most of America, Japan and its neighbours. */
const NTSC = new Set(
  'US CA MX JP KR TW PH PR GU VI BS BB BZ BM BO CL CO CR CU DO EC SV GT HT HN JM NI PA PE TT VE MM'.split(' '),
);

export type Television = 'ntsc' | 'pal';

export interface Chapter {
  /** Seconds. */
  start: number;
  title: string;
}

/** The kind of television in a country. @param country ISO 3166-1 alpha-2 */
export function televisionOf(country: string): Television {
  return NTSC.has(country) ? 'ntsc' : 'pal';
}

export function pictureOf(television: Television): { width: number; height: number; rate: string } {
  return television === 'ntsc'
    ? { width: 720, height: 480, rate: '30000/1001' }
    : { width: 720, height: 576, rate: '25' };
}

/** Kilobits a second of picture, so that a film fits on a disc. @param length seconds */
export function bitrateFor(length: number): number {
  const whole = (CAPACITY * 8) / 1000 / OVERHEAD / Math.max(1, length);
  return Math.max(VIDEO.least, Math.min(VIDEO.most, Math.floor(whole - AUDIO)));
}

/** Chapters that a disc can have: the first begins the film, each of a second or more. */
export function chaptersFor(chapters: readonly Chapter[], length: number): Chapter[] {
  const kept: Chapter[] = [];
  for (const chapter of [...chapters].sort((a, b) => a.start - b.start)) {
    const start = kept.length === 0 ? 0 : chapter.start;
    const before = kept.at(-1)?.start ?? -SHORTEST;
    if (start - before >= SHORTEST && start <= length - SHORTEST) kept.push({ ...chapter, start });
  }
  return kept.slice(0, CHAPTERS);
}

/** Arguments for ffmpeg that make a film’s program stream. */
export function filmArguments(input: string, output: string, of: { television: Television; length: number }): string[] {
  const { television, length } = of;
  const { width, height, rate } = pictureOf(television);
  const video = bitrateFor(length);
  return [
    ...['-v', 'error', '-y', '-i', input, '-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1'],
    ...['-target', `${television}-dvd`, '-aspect', '16:9', '-vf', `scale=${width}:${height}:flags=lanczos,setsar=1`],
    ...['-aspect', '16:9', '-r', rate, '-g', '15', '-b:v', `${video}k`, '-maxrate', `${Math.min(9000, video + 1000)}k`],
    ...['-bufsize', '1835k', '-c:a', 'ac3', '-b:a', `${AUDIO}k`, '-ar', '48000', '-ac', '2', '-threads', '2', output],
  ];
}

/** The same for one page of the menu: a still with silence. */
export function menuArguments(picture: string, output: string, television: Television): string[] {
  const { rate } = pictureOf(television);
  return [
    ...['-v', 'error', '-y', '-loop', '1', '-framerate', rate, '-i', picture],
    ...['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo', '-t', '1', '-target', `${television}-dvd`, '-aspect', '4:3'],
    ...['-r', rate, '-b:v', '5000k', '-c:a', 'ac3', '-b:a', `${AUDIO}k`, output],
  ];
}
