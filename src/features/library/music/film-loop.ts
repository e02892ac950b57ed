import { runTool } from '../../../platform/ffmpeg/run.ts';
import { CHANNELS, SAMPLE_RATE } from '../../../platform/ffmpeg/segment-format.ts';
import type { Loop } from './loop.ts';

/** The part of a song that a film needs. */
export interface ChosenPart {
  /** Second of the song at which the film begins. */
  start: number;
  /** dB. */
  volume: number;
  /** Length of the film. */
  seconds: number;
}

const FIRST = 'music-first.wav';
const SEAM = 'music-seam.wav';
const BODY = 'music-body.wav';

/**
 * Cuts a song into WAVs in `folder` that make a film's music when they are played one after the other: its beginning,
 * then again and again the seam and what follows it. In the seam both sides overlap at equal power. Throws ToolError.
 * @returns their names in order; a body may be the last and longer than the film
 */
export async function makePieces(
  song: string,
  loop: Loop,
  part: ChosenPart,
  folder: string,
  signal: AbortSignal,
): Promise<string[]> {
  await runTool('ffmpeg', pieceArgs(song, loop, part), { cwd: folder, signal, timeLimit: 120_000 });
  return orderOf(loop, part);
}

/** Names of the pieces, until they are as long as the film. */
export function orderOf(loop: Loop, { start, seconds }: ChosenPart): string[] {
  const order = [FIRST];
  const turn = loop.fade > 0 ? [SEAM, BODY] : [BODY];
  for (let reach = loop.to - loop.fade - startOf(loop, start); reach < seconds; reach += loop.to - loop.from) {
    order.push(...turn);
  }
  return order;
}

/**
 * The song's beats in a film of `seconds`, in seconds of the film.
 * @param beats seconds of the song
 */
export function beatsInFilm(
  beats: readonly number[],
  { from, to, fade }: Loop,
  { start, seconds }: Pick<ChosenPart, 'start' | 'seconds'>,
): number[] {
  const begin = startOf({ from, to, fade }, start);
  const end = to - fade;
  const within = (first: number, last: number, at: number) =>
    beats.flatMap((time) => (time >= first && time < last ? [at + time - first] : []));
  const all = within(begin, end, 0);
  for (let at = end - begin; at < seconds; at += to - from) {
    all.push(...within(end, to, at), ...within(from, end, at + fade));
  }
  return all;
}

function startOf(loop: Loop, start: number): number {
  return Math.min(start, latestStart(loop));
}

/** Last second of the song at which a film can begin: something of it is left before the seam. */
export function latestStart({ to, fade }: Pick<Loop, 'to' | 'fade'>): number {
  return Math.max(0, to - fade - 1);
}

export function pieceArgs(song: string, loop: Loop, { start, volume, seconds }: ChosenPart): string[] {
  const { from, to, fade } = loop;
  const begin = startOf(loop, start);
  const cut = (first: number, last: number) =>
    `atrim=start_sample=${sample(first)}:end_sample=${sample(last)},asetpts=N/SR/TB`;
  const source = `[0:a]aresample=${SAMPLE_RATE},aformat=sample_fmts=flt:channel_layouts=stereo,volume=${volume.toFixed(2)}dB:precision=float`;
  const edge = (kind: 'in' | 'out') => `afade=t=${kind}:ss=0:ns=${sample(fade)}:curve=qsin`;
  const graph = [
    `${source},asplit=${fade > 0 ? 4 : 2}[a][b]${fade > 0 ? '[c][d]' : ''}`,
    `[a]${cut(begin, Math.min(to - fade, begin + seconds))}[first]`,
    `[b]${cut(from, to - fade)}[body]`,
    ...(fade > 0
      ? [
          `[c]${cut(to - fade, to)},${edge('out')}[leaving]`,
          `[d]${cut(from - fade, from)},${edge('in')}[coming]`,
          '[leaving][coming]amix=inputs=2:duration=longest:normalize=0[seam]',
        ]
      : []),
  ];
  const output = (name: string, file: string) => [
    ...['-map', `[${name}]`, '-c:a', 'pcm_f32le', '-ac', String(CHANNELS), '-map_metadata', '-1'],
    ...['-fflags', '+bitexact', '-f', 'wav', file],
  ];
  return [
    ...['-y', '-i', song, '-filter_complex', graph.join(';')],
    ...output('first', FIRST),
    ...output('body', BODY),
    ...(fade > 0 ? output('seam', SEAM) : []),
  ];
}

function sample(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE);
}
