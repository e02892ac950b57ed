import { join } from 'node:path';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import { CHANNELS, SAMPLE_RATE, SAMPLES_PER_FRAME, secondsOfFrames } from '../../../platform/ffmpeg/segment-format.ts';
import { type Correction, firstCorrection, isRight, type Measured, nextCorrection, readLoudness } from './loudness.ts';

export interface SoundInput {
  /** Concat list of the segments' WAVs, in `folder`. */
  list: string;
  frames: number;
  /** Under the voices: a WAV that is looped, or a concat list (`.txt`) of WAVs; null for none. */
  music: string | null;
  /** Working folder; `sound.m4a` is written there. */
  folder: string;
  signal?: AbortSignal | undefined;
  /** 0 to 1. */
  onProgress?: ((done: number) => void) | undefined;
}

const MIX = 'mix.pcm';
const RAW = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', String(CHANNELS)];
/** The sum of voices and music may clip, so the mix is lowered by this many dB until the correction. */
const HEADROOM = 6;
const ATTEMPTS = 4;
const MEASURE = 'ebur128=peak=true:framelog=verbose';

/** Mixes the audio, corrects its loudness, and encodes it once for all renditions. */
export async function makeSound(input: SoundInput): Promise<{ path: string; loudness: Measured }> {
  const { folder, frames, signal, onProgress } = input;
  const seconds = secondsOfFrames(frames);
  const timeLimit = 120_000 + seconds * 1000;
  const follow = (from: number, share: number) => (done: number) =>
    onProgress?.(from + share * Math.min(1, done / seconds));
  const mixed = await runTool('ffmpeg', mixArgs(input), {
    cwd: folder,
    signal,
    timeLimit,
    onProgress: follow(0, 0.35),
  });
  const mix = readLoudness(mixed.stderr);
  let correction = firstCorrection(mix);
  for (let attempt = 1; ; attempt += 1) {
    const onEncoded = follow(0.35, 0.55);
    await runTool('ffmpeg', encodeArgs(correction, frames), { cwd: folder, signal, timeLimit, onProgress: onEncoded });
    // Nothing can be wrong with silence.
    if (mix.truePeak === -Infinity) return { path: join(folder, 'sound.m4a'), loudness: mix };
    const finished = await runTool('ffmpeg', measureArgs('sound.m4a'), { cwd: folder, signal, timeLimit });
    const loudness = readLoudness(finished.stderr);
    if (isRight(loudness) || attempt === ATTEMPTS) return { path: join(folder, 'sound.m4a'), loudness };
    correction = nextCorrection(correction, loudness);
  }
}

/** Concatenates the voices, ducks the music under them, and measures the mix. */
export function mixArgs({ list, music, frames }: SoundInput): string[] {
  const inputs = ['-f', 'concat', '-i', list, ...(music ? musicInput(music) : [])];
  const samples = frames * SAMPLES_PER_FRAME;
  const exact = `apad=whole_len=${samples},atrim=end_sample=${samples}`;
  const voices = '[0:a]asetpts=N/SR/TB';
  const end = `volume=-${HEADROOM}dB,${MEASURE},aformat=sample_fmts=s16[out]`;
  const graph = music
    ? [
        `${voices},aformat=sample_fmts=fltp,asplit[voices][key]`,
        `[1:a]${bedFilters(samples)}[bed]`,
        '[bed][key]sidechaincompress=threshold=0.02:ratio=8:attack=60:release=1100:knee=6[ducked]',
        `[voices][ducked]amix=inputs=2:duration=first:normalize=0,${exact},${end}`,
      ]
    : [`${voices},${exact},${end}`];
  return ['-y', ...inputs, '-filter_complex', graph.join(';'), '-map', '[out]', ...RAW, MIX];
}

function musicInput(music: string): string[] {
  return music.endsWith('.txt') ? ['-f', 'concat', '-i', music] : ['-stream_loop', '-1', '-f', 'wav', '-i', music];
}

/** The loop, trimmed to the film's length, with fades at both ends. */
function bedFilters(samples: number): string {
  const seconds = samples / SAMPLE_RATE;
  const rise = Math.min(0.8, seconds / 4);
  const fall = Math.min(3.5, seconds / 3);
  return [
    `atrim=end_sample=${samples}`,
    'asetpts=N/SR/TB',
    'aformat=sample_fmts=fltp:channel_layouts=stereo',
    `afade=t=in:d=${rise.toFixed(3)}`,
    `afade=t=out:st=${(seconds - fall).toFixed(3)}:d=${fall.toFixed(3)}:curve=qsin`,
  ].join(',');
}

function encodeArgs({ gain, ceiling }: Correction, frames: number): string[] {
  // Loudness was measured after lowering the mix, so the gain compensates for it.
  const limiter = ceiling === null ? [] : [limiterFilters(ceiling)];
  const samples = frames * SAMPLES_PER_FRAME;
  const filters = [`volume=${gain.toFixed(3)}dB:precision=float`, ...limiter, `atrim=end_sample=${samples}`];
  return [
    ...['-y', ...RAW, '-i', MIX, '-af', filters.join(',')],
    // At this bitrate ffmpeg's faster coder is also the better one, as its manual says.
    ...[
      '-c:a',
      'aac',
      '-aac_coder',
      'fast',
      '-b:a',
      '192k',
      '-map_metadata',
      '-1',
      '-fflags',
      '+bitexact',
      '-flags:a',
      '+bitexact',
    ],
    ...['-f', 'mp4', 'sound.m4a'],
  ];
}

/** `latency=1` compensates the lookahead delay; `level=0` disables automatic gain. */
function limiterFilters(ceiling: number): string {
  const limit = (10 ** (ceiling / 20)).toFixed(5);
  return `alimiter=limit=${limit}:attack=4:release=90:level=0:latency=1`;
}

function measureArgs(path: string): string[] {
  return ['-i', path, '-map', '0:a', '-af', MEASURE, '-f', 'null', '-'];
}
