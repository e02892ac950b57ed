/** Notes of “Happy birthday” by phrase: semitones above the root, and beats. */
export const PHRASES = [
  [
    [0, 0.75],
    [0, 0.25],
    [2, 1],
    [0, 1],
    [5, 1],
    [4, 2],
  ],
  [
    [0, 0.75],
    [0, 0.25],
    [2, 1],
    [0, 1],
    [7, 1],
    [5, 2],
  ],
  [
    [0, 0.75],
    [0, 0.25],
    [12, 1],
    [9, 1],
    [5, 1],
    [4, 1],
    [2, 2],
  ],
  [
    [10, 0.75],
    [10, 0.25],
    [9, 1],
    [5, 1],
    [7, 1],
    [5, 2],
  ],
];
/** A calm rise and fall, for gifts without singing. */
export const CALM = [
  [0, 1.5],
  [4, 1.5],
  [7, 2],
  [5, 1.5],
  [4, 2],
];

/** Amplitudes of a hum's overtones. */
const OVERTONES = [1, 0.42, 0.2, 0.09];

/**
 * An expression for ffmpeg's `aevalsrc` that hums a tune.
 *
 * @param {number} note root frequency in Hz
 * @param {number[][]} tune pairs of semitones and beats
 * @param {number} seconds length; the tune is stretched to fill it
 */
export function humExpression(note, tune, seconds) {
  const beats = tune.reduce((sum, [, beat]) => sum + beat, 0);
  const beat = (seconds - 0.3) / beats;
  let at = 0.1;
  const parts = tune.map(([semitones, length]) => {
    const [from, to] = [at, at + length * beat];
    at = to;
    const time = `(t-${from.toFixed(3)})`;
    const phase = `2*PI*${(note * 2 ** (semitones / 12)).toFixed(2)}*${time}+0.5*sin(2*PI*5.1*${time})`;
    const voice = OVERTONES.map((strength, number) => `${strength}*sin(${number + 1}*(${phase}))`).join('+');
    const swell = `min(1,${time}/0.06)*min(1,(${to.toFixed(3)}-t)/0.09)`;
    return `between(t,${from.toFixed(3)},${to.toFixed(3)})*${swell}*(${voice})`;
  });
  return `0.22*(${parts.join('+')})`;
}
