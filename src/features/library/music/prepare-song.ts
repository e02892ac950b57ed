import { join } from 'node:path';
import { AppError } from '../../../platform/errors.ts';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import { CHANNELS, SAMPLE_RATE } from '../../../platform/ffmpeg/segment-format.ts';
import { untrustedInput } from '../../../platform/ffmpeg/untrusted-input.ts';
import { SONG } from '../../../shared/studio-limits.ts';
import type { SoundFacts } from '../../media/sound-uploads.service.ts';
import { BEAT_RATE, findBeats } from './beats.ts';
import { levelsOf } from './levels.ts';
import { type Loop, loopOf } from './loop.ts';

/** Loudness of all music in LUFS; the film's mix relies on it. */
const TARGET = -20;
/** Below this there is only noise, which is not amplified. */
const SILENCE = -50;
const RAISE_MAX = 20;
/** Highest sample after encoding, as a factor. */
const CEILING = 0.8;

export interface PreparedSong {
  /** Path of the AAC. */
  audio: string;
  length: number;
  waveform: number[];
  beats: number[] | null;
  loop: Loop;
}

/**
 * Makes a song of an untrusted file: decoded once, at the level of all music, without metadata or pictures.
 * @param folder working folder, in which the result lies
 * Throws UNREADABLE_MEDIA for silence, ToolError.
 */
export async function prepareSong(
  input: { path: string; facts: SoundFacts; folder: string },
  signal: AbortSignal,
): Promise<PreparedSong> {
  const decoded = join(input.folder, 'decoded.wav');
  const audio = join(input.folder, 'music.m4a');
  const timeLimit = 60_000 + input.facts.seconds * 1000;
  const { stdout, stderr } = await runTool('ffmpeg', decodeArgs(input, decoded), { timeLimit, signal });
  const loudness = readIntegrated(stderr);
  if (loudness < SILENCE) throw new AppError('UNREADABLE_MEDIA', { message: 'There is no sound in this song.' });
  await runTool('ffmpeg', encodeArgs(decoded, Math.min(RAISE_MAX, TARGET - loudness), audio), { timeLimit, signal });
  const samples = samplesOf(stdout);
  const length = samples.length / BEAT_RATE;
  const waveform = levelsOf(samples);
  const beats = findBeats(samples)?.times.map((time) => Math.round(time * 1000) / 1000) ?? null;
  return { audio, length, waveform, beats, loop: loopOf(beats, waveform, length) };
}

/** Decodes to a WAV of 48 kHz, measures it, and gives mono samples for the beats on standard output. */
function decodeArgs({ path, facts }: { path: string; facts: SoundFacts }, target: string): string[] {
  const sound = `aresample=${SAMPLE_RATE}:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo`;
  const graph = `[0:${facts.stream}]${sound},atrim=end=${SONG.max},ebur128=framelog=verbose,asplit=2[song][draw]`;
  return [
    ...['-y', ...untrustedInput(path, facts.demuxer), '-filter_complex', graph],
    ...['-map', '[song]', '-c:a', 'pcm_f32le', '-map_metadata', '-1', '-f', 'wav', target],
    ...['-map', '[draw]', '-ac', '1', '-ar', String(BEAT_RATE), '-f', 's16le', 'pipe:1'],
  ];
}

/** @param gain in dB */
function encodeArgs(decoded: string, gain: number, target: string): string[] {
  const limiter = `alimiter=limit=${CEILING}:attack=5:release=80:level=0:latency=1`;
  return [
    ...['-y', '-f', 'wav', '-i', decoded, '-af', `volume=${gain.toFixed(2)}dB:precision=float,${limiter}`],
    ...['-ar', String(SAMPLE_RATE), '-ac', String(CHANNELS), '-c:a', 'aac', '-b:a', '160k', '-map_metadata', '-1'],
    ...['-fflags', '+bitexact', '-flags:a', '+bitexact', '-movflags', '+faststart', '-f', 'mp4', target],
  ];
}

function readIntegrated(log: string): number {
  const integrated = /I:\s+(-?[\d.]+) LUFS/.exec(log.slice(log.lastIndexOf('Summary:')))?.[1];
  return integrated === undefined ? -70 : Number(integrated);
}

function samplesOf(bytes: Buffer): Float32Array {
  const samples = new Float32Array(Math.floor(bytes.length / 2));
  for (let i = 0; i < samples.length; i++) samples[i] = bytes.readInt16LE(2 * i) / 32_768;
  return samples;
}
