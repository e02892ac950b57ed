import { exactSamplesFilter, SAMPLE_RATE, secondsOfFrames } from '../../../platform/ffmpeg/segment-format.ts';
import { soundTimingFilters, type Timing } from './timing.ts';

export interface Loudness {
  /** LUFS of the used part; -70 for silence. */
  integrated: number;
  /** dBTP of the source. */
  truePeak: number;
  /** Applied gain in dB. */
  gain: number;
}

const TARGET_LUFS = -16;
/** Reported by ebur128 for digital silence and for clips shorter than its window. */
const NOTHING = -70;
/** Below this, recordings are not amplified: speech would be unintelligible. */
const GATE = -54;
/** Below this, amplified recordings are hard to follow. */
const QUIET = -38;
/** Below this, recordings are denoised before they are amplified. */
const NOISY = -30;
const MAX_RAISE = 28;
/** Maximum additional gain in dB after denoising, as noise counted as loudness. */
const MAX_MADE_UP = 3;
const MAX_LOWER = -30;
/** Sample peak in dBFS, and as a factor, with headroom for inter-sample peaks. */
const PEAK_ROOM = -2;
const PEAK_LIMIT = 0.794;
/** Seconds of the fades; less in a very short clip, to keep its middle audible. */
const EDGE_FADE = 0.25;
const EDGE_SHARE = 0.25;

/** Converts audio to 48 kHz stereo on the video's clock: gaps become silence, drift is stretched. */
const SOURCE_AUDIO_FILTER = `aresample=${SAMPLE_RATE}:async=1000:first_pts=0,aformat=sample_fmts=dbl:channel_layouts=stereo`;
export const MEASURE_FILTER = 'ebur128=peak=true:framelog=verbose';

/** Decoded audio with its cuts and speed, measured. */
export function soundFilters(timing: Timing): string {
  return [SOURCE_AUDIO_FILTER, ...soundTimingFilters(timing), MEASURE_FILTER].join(',');
}

/** Parses ebur128's summary; null if it is missing. */
export function readLoudness(stderr: string): Omit<Loudness, 'gain'> | null {
  const summary = stderr.slice(stderr.lastIndexOf('Integrated loudness:'));
  const integrated = /I:\s+(-?[\d.]+|-?inf|nan) LUFS/.exec(summary)?.[1];
  const peak = /Peak:\s+(-?[\d.]+|-?inf|nan) dBFS/.exec(summary)?.[1];
  if (integrated === undefined) return null;
  return { integrated: finite(integrated), truePeak: peak === undefined ? NOTHING : finite(peak) };
}

/** Whether a recording needs denoising before it is amplified. */
export function needsCleaning(integrated: number): boolean {
  return integrated > GATE && integrated < NOISY;
}

/**
 * Gain in dB towards the target, within limits; none for near silence.
 * @param recorded LUFS as recorded
 * @param cleaned LUFS after denoising
 */
export function gainFor(recorded: number, cleaned = recorded): number {
  if (recorded <= GATE) return 0;
  const madeUp = Math.min(MAX_MADE_UP, Math.max(0, recorded - cleaned));
  return Math.round(Math.min(MAX_RAISE + madeUp, Math.max(MAX_LOWER, TARGET_LUFS - cleaned)) * 10) / 10;
}

/** Remark about the audio for the contributor. A very short clip has a peak, but no measured loudness. */
export function loudnessCheck({ integrated, truePeak }: Omit<Loudness, 'gain'>): 'silent' | 'quiet' | null {
  if (integrated <= -60) return truePeak < -45 ? 'silent' : null;
  return integrated < QUIET ? 'quiet' : null;
}

export interface FinishedSound {
  /** Gain in dB. */
  gain: number;
  /** dBTP of the decoded audio. */
  truePeak: number;
  frames: number;
  /** Seconds of audio; padded with silence. */
  seconds: number;
}

/** Gain and limiter; `anull` if neither is needed. */
export function levelFilter({ gain, truePeak }: FinishedSound): string {
  const filters = [
    ...(gain === 0 ? [] : [`volume=${gain}dB:precision=double`]),
    ...(truePeak + gain > PEAK_ROOM
      ? [`alimiter=limit=${PEAK_LIMIT}:attack=5:release=60:level=disabled:latency=1`]
      : []),
  ];
  return filters.join(',') || 'anull';
}

/** Fades at both ends, and exactly the samples of `frames` frames. */
export function fadeFilter({ frames, seconds }: FinishedSound): string {
  const end = Math.min(seconds, secondsOfFrames(frames));
  const fade = Math.min(EDGE_FADE, end * EDGE_SHARE);
  return [
    // A quarter sine rises fast, so the first word stays clear.
    `afade=t=in:d=${fade.toFixed(4)}:curve=qsin`,
    `afade=t=out:st=${(end - fade).toFixed(4)}:d=${fade.toFixed(4)}:curve=qsin`,
    exactSamplesFilter(frames),
  ].join(',');
}

function finite(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) ? Math.max(NOTHING, value) : NOTHING;
}
