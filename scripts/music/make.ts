#!/usr/bin/env node
/**
 * Plays the product's own music and writes it to `static/music` as M4A, with lengths and waveforms in
 * `src/features/library/music/track-sounds.ts`. Run it after a score or an instrument has changed, raise `MUSIC_VERSION`, and
 * commit what it wrote.
 *
 *   npm run music [-- --wav FOLDER]    also leaves uncompressed files there, to listen to
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { RUN_UP } from '../../src/features/library/music/catalogue.ts';
import { mixPiece } from './mixdown.ts';
import { PIECES, type PieceName } from './pieces.ts';
import { SAMPLE_RATE } from './synthesis.ts';
import { encodeWav } from './wav.ts';
import { waveformOf } from './waveform.ts';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const FOLDER = join(ROOT, 'static/music');
const SOUNDS = join(ROOT, 'src/features/library/music/track-sounds.ts');

async function encode(wav: Buffer, target: string): Promise<void> {
  const input = ['-nostdin', '-v', 'error', '-y', '-f', 'wav', '-i', 'pipe:0', '-map_metadata', '-1'];
  const sound = ['-c:a', 'aac', '-b:a', '96k', '-fflags', '+bitexact', '-flags:a', '+bitexact'];
  const file = ['-movflags', '+faststart', '-f', 'mp4', target];
  const ffmpeg = spawn('ffmpeg', [...input, ...sound, ...file], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(ffmpeg, 'close');
  ffmpeg.stdin.end(wav);
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

/** Encoders distort the start and end of audio: put them outside the loop, by continuing it there. */
function withRunUp(loop: Float32Array): Float32Array {
  const samples = new Float32Array(loop.length + 2 * RUN_UP);
  samples.set(loop.subarray(-RUN_UP));
  samples.set(loop, RUN_UP);
  samples.set(loop.subarray(0, RUN_UP), RUN_UP + loop.length);
  return samples;
}

/** What is known of a track without playing it. */
interface Sound {
  length: number;
  beats: number;
  waveform: number[];
}

function soundsFile(sounds: Record<string, Sound>): string {
  const entries = Object.entries(sounds).map(
    ([id, { length, beats, waveform }]) =>
      `  '${id}': {\n    length: ${length},\n    beats: ${beats},\n    waveform: [${waveform.join(', ')}],\n  },`,
  );
  return `/** Each loop's length in seconds, its beats, and its loudness over time in 64 levels from 0 to 1; written by \`npm run music\`. */
export const TRACK_SOUNDS = {
${entries.join('\n')}
} as const satisfies Record<string, { length: number; beats: number; waveform: readonly number[] }>;
`;
}

const { values } = parseArgs({ options: { wav: { type: 'string' } } });
if (values.wav) await mkdir(values.wav, { recursive: true });
await mkdir(FOLDER, { recursive: true });
const sounds: Record<string, Sound> = {};
for (const name of Object.keys(PIECES) as PieceName[]) {
  const piece = PIECES[name]();
  const mix = mixPiece(piece);
  const wav = encodeWav(withRunUp(mix.left), withRunUp(mix.right));
  if (values.wav) await writeFile(join(values.wav, `${name}.wav`), wav);
  const target = join(FOLDER, `${name}.m4a`);
  await encode(wav, `${target}.part`);
  await rename(`${target}.part`, target);
  sounds[name] = { length: mix.left.length / SAMPLE_RATE, beats: piece.beats, waveform: waveformOf(mix) };
  console.log(target);
}
await writeFile(SOUNDS, soundsFile(sounds));
