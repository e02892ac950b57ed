import { runTool } from '../../../platform/ffmpeg/run.ts';
import { untrustedInput } from '../../../platform/ffmpeg/untrusted-input.ts';
import { type Loudness, readLoudness, soundFilters } from './loudness.ts';
import type { AudioFacts } from './source-facts.ts';
import type { Span } from './trim.ts';
import { BARS } from './voice-card.ts';

/** Sample rate for drawing a waveform. */
const DRAW_RATE = 4000;

export interface DecodedVoice {
  loudness: Omit<Loudness, 'gain'> | null;
  /** `BARS` levels from 0 to 1; the loudest is 1. */
  levels: number[];
}

/** Decodes a recording once: unprocessed to `rawAudio`, measured, and as levels for its waveform. Throws ToolError. */
export async function decodeVoice(
  input: { path: string; facts: AudioFacts; span: Span; rawAudio: string },
  signal?: AbortSignal,
): Promise<DecodedVoice> {
  const { stdout, stderr } = await runTool('ffmpeg', decodeVoiceArgs(input), {
    timeLimit: 60_000 + input.span.length * 1000,
    signal,
  });
  return { loudness: readLoudness(stderr), levels: levelsOf(stdout) };
}

export function decodeVoiceArgs(input: { path: string; facts: AudioFacts; span: Span; rawAudio: string }): string[] {
  const index = input.facts.probe.audio?.index ?? 0;
  const graph = `[0:${index}]${soundFilters(input.span.timing)},asplit=2[sound][draw]`;
  return [
    ...['-y', ...untrustedInput(input.path, input.facts.container, input.span.inputArgs)],
    ...['-filter_complex', graph],
    ...['-map', '[sound]', '-c:a', 'pcm_f32le', '-map_metadata', '-1', '-f', 'wav', input.rawAudio],
    ...['-map', '[draw]', '-ac', '1', '-ar', String(DRAW_RATE), '-f', 's16le', 'pipe:1'],
  ];
}

/** RMS of each bar's samples (16 bit, mono), relative to the loudest. */
function levelsOf(samples: Buffer): number[] {
  const count = Math.floor(samples.length / 2);
  const levels = Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor((bar * count) / BARS);
    const to = Math.floor(((bar + 1) * count) / BARS);
    let sum = 0;
    for (let i = from; i < to; i++) sum += samples.readInt16LE(i * 2) ** 2;
    return to > from ? Math.sqrt(sum / (to - from)) : 0;
  });
  const loudest = Math.max(...levels);
  return loudest < 20 ? levels.map(() => 0) : levels.map((level) => level / loudest);
}
