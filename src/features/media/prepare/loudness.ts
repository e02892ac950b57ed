import { exactSamplesFilter, FRAME_RATE, SAMPLE_RATE } from '../../../platform/ffmpeg/segment-format.ts';

export interface Loudness {
  /** LUFS of the source over the part that is used; -70 where there is nothing to hear. */
  integrated: number;
  /** dBTP of the source. */
  truePeak: number;
  /** dB that were applied towards the target. */
  gain: number;
}

export const TARGET_LUFS = -16;
/** ebur128 reports this for digital silence and for clips shorter than its window. */
const NOTHING = -70;
/** Softer than this is room noise, not a voice: raising it would only raise the noise. */
const GATE = -50;
/** Softer than this, raised with its noise, is hard to follow. */
const QUIET = -38;
const MAX_RAISE = 20;
const MAX_LOWER = -30;
/** Sample peak in dBFS, and as a factor, that leaves room for what stands between the samples. */
const PEAK_ROOM = -2;
const PEAK_LIMIT = 0.794;
/** Long enough that a join never clicks, too short to hear. */
const EDGE_FADE = 0.008;

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

/** dB to apply: towards the target, but silence and room noise are never raised, and no raise goes beyond its cap. */
export function gainFor(integrated: number): number {
  if (integrated <= GATE) return 0;
  return Math.round(Math.min(MAX_RAISE, Math.max(MAX_LOWER, TARGET_LUFS - integrated)) * 10) / 10;
}

/** What the contributor should know of the sound. A very short clip has a peak, but no measured loudness. */
export function loudnessCheck({ integrated, truePeak }: Omit<Loudness, 'gain'>): 'silent' | 'quiet' | null {
  if (integrated <= -60) return truePeak < -45 ? 'silent' : null;
  return integrated < QUIET ? 'quiet' : null;
}

/** Gain, limiter, exactly the samples of `frames` frames, soft edges. */
export function finishAudioFilter(gain: number, truePeak: number, frames: number): string {
  const fadeOutAt = Math.max(0, frames / FRAME_RATE - EDGE_FADE);
  return [
    ...(gain === 0 ? [] : [`volume=${gain}dB:precision=double`]),
    ...(truePeak + gain > PEAK_ROOM
      ? [`alimiter=limit=${PEAK_LIMIT}:attack=5:release=60:level=disabled:latency=1`]
      : []),
    exactSamplesFilter(frames),
    `afade=t=in:d=${EDGE_FADE}`,
    `afade=t=out:st=${fadeOutAt.toFixed(4)}:d=${EDGE_FADE}`,
  ].join(',');
}

function finite(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) ? Math.max(NOTHING, value) : NOTHING;
}
