/** Target loudness of the film in LUFS, and its tolerance. */
const TARGET_LOUDNESS = -16;
const LOUDNESS_TOLERANCE = 0.5;
/** Maximum true peak, in dBTP. */
const TRUE_PEAK_MAX = -1.5;
/** Below this there is only noise, which is not amplified. */
const SILENCE = -60;
const GAIN_MAX = 24;

export interface Measured {
  /** LUFS; -70 for silence. */
  integrated: number;
  /** dBTP; -Infinity for silence. */
  truePeak: number;
}

/** Parses the summary of `ebur128=peak=true` at the end of ffmpeg's log. */
export function readLoudness(log: string): Measured {
  const summary = log.slice(log.lastIndexOf('Summary:'));
  const integrated = /I:\s+(-?[\d.]+|-inf|nan) LUFS/.exec(summary)?.[1];
  const truePeak = /True peak:\s+Peak:\s+(-?[\d.]+|-inf|nan) dBFS/.exec(summary)?.[1];
  if (integrated === undefined || truePeak === undefined) throw new Error('ffmpeg told no loudness');
  return { integrated: decibels(integrated, -70), truePeak: decibels(truePeak, -Infinity) };
}

function decibels(text: string, none: number): number {
  const value = Number(text);
  return Number.isFinite(value) ? value : none;
}

/** Correction of a mix: a gain in dB and, if peaks require it, a limiter ceiling in dB. */
export interface Correction {
  gain: number;
  ceiling: number | null;
}

/** Headroom in dB, as AAC can raise peaks. */
const CODEC_ROOM = 0.7;

export function firstCorrection({ integrated, truePeak }: Measured): Correction {
  if (integrated <= SILENCE) return { gain: 0, ceiling: null };
  const gain = Math.min(GAIN_MAX, TARGET_LOUDNESS - integrated);
  const highest = truePeak + gain;
  return { gain, ceiling: highest > TRUE_PEAK_MAX - CODEC_ROOM ? TRUE_PEAK_MAX - CODEC_ROOM : null };
}

/** Whether the audio is within tolerance. Silence is. */
export function isRight({ integrated, truePeak }: Measured): boolean {
  if (integrated <= SILENCE) return true;
  return Math.abs(integrated - TARGET_LOUDNESS) <= LOUDNESS_TOLERANCE * 0.8 && truePeak <= TRUE_PEAK_MAX;
}

/** Next correction after `correction` gave `measured`: limiting reduced loudness, or peaks grew. */
export function nextCorrection(correction: Correction, measured: Measured): Correction {
  const over = measured.truePeak - TRUE_PEAK_MAX;
  const ceiling = correction.ceiling ?? TRUE_PEAK_MAX - CODEC_ROOM;
  return {
    gain: Math.min(GAIN_MAX, correction.gain + TARGET_LOUDNESS - measured.integrated),
    ceiling: over > 0 ? ceiling - over - 0.2 : ceiling,
  };
}
