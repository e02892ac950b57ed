/** Loudness of the whole film in LUFS, and how far it may be off. */
const TARGET_LOUDNESS = -16;
const LOUDNESS_TOLERANCE = 0.5;
/** Highest true peak of the finished film, in dBTP. */
const TRUE_PEAK_MAX = -1.5;
/** Below this there is nothing but noise: it is not raised. */
const SILENCE = -60;
const GAIN_MAX = 24;

export interface Measured {
  /** LUFS; -70 for silence. */
  integrated: number;
  /** dBTP; -Infinity for silence. */
  truePeak: number;
}

/** Reads the summary that `ebur128=peak=true` leaves at the end of ffmpeg's log. */
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

/** What is done to a mix so that it comes out at the target: a gain in dB and, where peaks would stand out, a ceiling in dB. */
export interface Correction {
  gain: number;
  ceiling: number | null;
}

/** AAC rounds a wave differently than it was; this much, in dB, is kept free for it. */
const CODEC_ROOM = 0.7;

export function firstCorrection({ integrated, truePeak }: Measured): Correction {
  if (integrated <= SILENCE) return { gain: 0, ceiling: null };
  const gain = Math.min(GAIN_MAX, TARGET_LOUDNESS - integrated);
  const highest = truePeak + gain;
  return { gain, ceiling: highest > TRUE_PEAK_MAX - CODEC_ROOM ? TRUE_PEAK_MAX - CODEC_ROOM : null };
}

/** Whether the finished sound is what was asked for. Silence is. */
export function isRight({ integrated, truePeak }: Measured): boolean {
  if (integrated <= SILENCE) return true;
  return Math.abs(integrated - TARGET_LOUDNESS) <= LOUDNESS_TOLERANCE * 0.8 && truePeak <= TRUE_PEAK_MAX;
}

/** The next attempt, after `correction` gave `measured`: limiting took away loudness, or peaks grew again. */
export function nextCorrection(correction: Correction, measured: Measured): Correction {
  const over = measured.truePeak - TRUE_PEAK_MAX;
  const ceiling = correction.ceiling ?? TRUE_PEAK_MAX - CODEC_ROOM;
  return {
    gain: Math.min(GAIN_MAX, correction.gain + TARGET_LOUDNESS - measured.integrated),
    ceiling: over > 0 ? ceiling - over - 0.2 : ceiling,
  };
}
