import { runTool } from '../../../platform/ffmpeg/run.ts';
import { SAMPLE_RATE } from '../../../platform/ffmpeg/segment-format.ts';
import { type Loudness, MEASURE_FILTER, readLoudness } from './loudness.ts';

/** Hz. Rumble and hum are below; voices begin above. */
const LOWEST = 90;
/** dB below the loudness where the denoiser expects noise. */
const NOISE_BELOW = 6;
/** The denoiser works in blocks of 1/20 s and delays by half a block. */
const LATE = SAMPLE_RATE / 40;
/** Samples in 1/10 s: short enough to resolve syllables. */
const WINDOW = SAMPLE_RATE / 10;
/** dB between the softest and loudest tenths of windows: 0 to 2 in noise, 6 to 30 in speech. */
const SPEECH_RANGE = 4;
/** dBFS. Softer windows are digital silence: gaps in the file, not pauses. */
const EMPTY = -100;

export interface CleanedVoice {
  /** After denoising. */
  loudness: Omit<Loudness, 'gain'>;
  /** The level never changes, so it is noise without speech. */
  isSteady: boolean;
}

/** Where somebody asks for it: a lower floor, as a loud recording has its noise further down, and more of it goes. */
const ASKED = { below: 26, reduction: 20 };

/**
 * Denoises a recording and measures the result, with the same length and delay.
 * @param rawAudio WAV that we decoded, 48 kHz
 * @param integrated its loudness in LUFS
 * @param cleaned target
 * @param isAsked by the edit: stronger, and made for recordings of any loudness
 * @returns null if nothing could be measured. Throws ToolError.
 */
export async function cleanVoice(
  {
    rawAudio,
    integrated,
    cleaned,
    isAsked,
  }: { rawAudio: string; integrated: number; cleaned: string; isAsked: boolean },
  signal?: AbortSignal,
): Promise<CleanedVoice | null> {
  const filters = [
    `apad=pad_len=${LATE},highpass=f=${LOWEST},${denoiser(integrated, isAsked)}`,
    `atrim=start_sample=${LATE},asetpts=N/SR/TB,${MEASURE_FILTER},aformat=sample_fmts=flt`,
    `asetnsamples=${WINDOW}:p=0,astats=metadata=1:reset=1:measure_perchannel=none:measure_overall=RMS_level`,
    'ametadata=print:key=lavfi.astats.Overall.RMS_level:file=-',
  ];
  const output = ['-af', filters.join(','), '-c:a', 'pcm_f32le', '-map_metadata', '-1', '-f', 'wav', cleaned];
  const { stdout, stderr } = await runTool('ffmpeg', ['-y', '-f', 'wav', '-i', rawAudio, ...output], {
    timeLimit: 600_000,
    signal,
  });
  const loudness = readLoudness(stderr);
  const levels = [...stdout.toString('latin1').matchAll(/RMS_level=(\S+)/g)].map((match) => Number(match[1]));
  return loudness && { loudness, isSteady: rangeOf(levels) < SPEECH_RANGE };
}

function denoiser(integrated: number, isAsked: boolean): string {
  const floor = Math.min(-20, Math.max(-80, integrated - (isAsked ? ASKED.below : NOISE_BELOW)));
  return `afftdn=nf=${floor.toFixed(1)}${isAsked ? `:nr=${ASKED.reduction}:tn=1` : ''}`;
}

/** dB between the softest and loudest tenths of the non-empty windows. */
function rangeOf(levels: readonly number[]): number {
  const sorted = levels.filter((level) => level > EMPTY).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return at(0.9) - at(0.1);
}
