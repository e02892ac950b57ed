import { exactSamplesFilter, SAMPLE_RATE, secondsOfFrames } from '../../../platform/ffmpeg/segment-format.ts';

export interface Loudness {
  /** LUFS of the source over the part that is used; -70 where there is nothing to hear. */
  integrated: number;
  /** dBTP of the source. */
  truePeak: number;
  /** dB that were applied towards the target. */
  gain: number;
}

const TARGET_LUFS = -16;
/** ebur128 reports this for digital silence and for clips shorter than its window. */
const NOTHING = -70;
/** Softer than this is never raised: hardly a word could be understood. */
const GATE = -54;
/** Softer than this, raised with its noise, is hard to follow. */
const QUIET = -38;
/** A recording softer than this has its noise taken out before it is raised. */
const NOISY = -30;
const MAX_RAISE = 28;
/** dB that a raise may make up for when the noise that was taken out counted as loudness. */
const MAX_MADE_UP = 3;
const MAX_LOWER = -30;
/** Sample peak in dBFS, and as a factor, that leaves room for what stands between the samples. */
const PEAK_ROOM = -2;
const PEAK_LIMIT = 0.794;
/** Seconds over which the sound rises and falls; less in a very short clip, so that its middle is heard in full. */
const EDGE_FADE = 0.25;
const EDGE_SHARE = 0.25;

/** Brings any source's sound to 48 kHz stereo on the picture's clock: gaps become silence, drift is stretched out. */
export const SOURCE_AUDIO_FILTER = `aresample=${SAMPLE_RATE}:async=1000:first_pts=0,aformat=sample_fmts=dbl:channel_layouts=stereo`;
export const MEASURE_FILTER = 'ebur128=peak=true:framelog=verbose';

/** Reads ebur128's summary; null where there is none. */
export function readLoudness(stderr: string): Omit<Loudness, 'gain'> | null {
  const summary = stderr.slice(stderr.lastIndexOf('Integrated loudness:'));
  const integrated = /I:\s+(-?[\d.]+|-?inf|nan) LUFS/.exec(summary)?.[1];
  const peak = /Peak:\s+(-?[\d.]+|-?inf|nan) dBFS/.exec(summary)?.[1];
  if (integrated === undefined) return null;
  return { integrated: finite(integrated), truePeak: peak === undefined ? NOTHING : finite(peak) };
}

/** Whether a recording would be raised so far that its noise has to be taken out before. */
export function needsCleaning(integrated: number): boolean {
  return integrated > GATE && integrated < NOISY;
}

/**
 * dB to apply: towards the target, within limits; none for near silence.
 * @param recorded LUFS as it was recorded
 * @param cleaned LUFS of what is left once its noise was taken out
 */
export function gainFor(recorded: number, cleaned = recorded): number {
  if (recorded <= GATE) return 0;
  const madeUp = Math.min(MAX_MADE_UP, Math.max(0, recorded - cleaned));
  return Math.round(Math.min(MAX_RAISE + madeUp, Math.max(MAX_LOWER, TARGET_LUFS - cleaned)) * 10) / 10;
}

/** What the contributor should know of the sound. A very short clip has a peak, but no measured loudness. */
export function loudnessCheck({ integrated, truePeak }: Omit<Loudness, 'gain'>): 'silent' | 'quiet' | null {
  if (integrated <= -60) return truePeak < -45 ? 'silent' : null;
  return integrated < QUIET ? 'quiet' : null;
}

export interface FinishedSound {
  /** dB to apply. */
  gain: number;
  /** dBTP of what was decoded. */
  truePeak: number;
  frames: number;
  /** Seconds of sound; silence fills up the frames. */
  seconds: number;
}

/** Gain, limiter, soft edges, exactly the samples of `frames` frames. */
export function finishAudioFilter({ gain, truePeak, frames, seconds }: FinishedSound): string {
  const end = Math.min(seconds, secondsOfFrames(frames));
  const fade = Math.min(EDGE_FADE, end * EDGE_SHARE);
  return [
    ...(gain === 0 ? [] : [`volume=${gain}dB:precision=double`]),
    ...(truePeak + gain > PEAK_ROOM
      ? [`alimiter=limit=${PEAK_LIMIT}:attack=5:release=60:level=disabled:latency=1`]
      : []),
    // A quarter of a sine rises fast: a first word stays clear.
    `afade=t=in:d=${fade.toFixed(4)}:curve=qsin`,
    `afade=t=out:st=${(end - fade).toFixed(4)}:d=${fade.toFixed(4)}:curve=qsin`,
    exactSamplesFilter(frames),
  ].join(',');
}

function finite(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) ? Math.max(NOTHING, value) : NOTHING;
}
