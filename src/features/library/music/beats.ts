import { spectrumOf } from './spectrum.ts';

/*
 * Beats of a recording, as in D. Ellis, "Beat Tracking by Dynamic Programming" (2007): how much energy sets in, how
 * regularly that returns, and the series of onsets that fits it best.
 */

/** Sample rate of the input: more says nothing about beats. */
export const BEAT_RATE = 11_025;
const FRAME = 512;
const HOP = 128;
const FRAMES_PER_SECOND = BEAT_RATE / HOP;
const BANDS = 24;
const LOWEST = 40;
/** Weight of the lowest band, where the highest has one less: basses tell the beat from what lies between. */
const HEAVIEST = 1.1;

/** Beats per minute that are looked for, and the one that people tap by preference. */
const SLOWEST = 45;
const FASTEST = 190;
const PREFERRED = 108;
/** Octaves by which a tempo may differ from it before it is much less likely. */
const TOLERANCE = 0.85;
/** How strictly beats keep their distance. */
const TIGHTNESS = 110;
/** Share of the onsets' energy that returns with the beat; below it there is none. */
const REGULAR = 0.08;

export interface Beats {
  /** Beats per minute. */
  tempo: number;
  /** Seconds. */
  times: number[];
}

/**
 * The beats of a sound; null if none are regular, as in speech or a drone.
 * @param samples mono at `BEAT_RATE`
 */
export function findBeats(samples: Float32Array): Beats | null {
  const onsets = onsetStrength(samples);
  const period = periodOf(onsets);
  if (period === null) return null;
  const frames = bestSeries(onsets, period);
  if (frames.length < 8) return null;
  const span = (frames.at(-1) ?? 0) - (frames[0] ?? 0);
  return {
    tempo: (60 * FRAMES_PER_SECOND * (frames.length - 1)) / span,
    times: frames.map((frame) => (frame * HOP + FRAME / 2) / BEAT_RATE),
  };
}

/** How much energy sets in at each frame, in units of its own deviation: rises in bands of about a third of an octave. */
function onsetStrength(samples: Float32Array): Float32Array {
  const powerAt = spectrumOf(FRAME);
  const edges = bandEdges();
  const frames = Math.max(0, Math.floor((samples.length - FRAME) / HOP) + 1);
  const strength = new Float32Array(frames);
  let before = new Float32Array(BANDS);
  for (let frame = 0; frame < frames; frame++) {
    const power = powerAt(samples, frame * HOP);
    const now = new Float32Array(BANDS);
    let rise = 0;
    for (let band = 0; band < BANDS; band++) {
      let sum = 0;
      for (let bin = edges[band] ?? 0; bin < (edges[band + 1] ?? 0); bin++) sum += power[bin] ?? 0;
      now[band] = Math.log(1 + 100 * sum);
      const weight = HEAVIEST - band / BANDS;
      rise += weight * Math.max(0, (now[band] ?? 0) - (before[band] ?? 0));
    }
    strength[frame] = frame === 0 ? 0 : rise;
    before = now;
  }
  return normalised(aboveAverage(strength));
}

/** First bins of bands with equal steps in pitch, each at least one bin wide. */
function bandEdges(): number[] {
  const highest = BEAT_RATE / 2;
  const edges: number[] = [];
  for (let band = 0; band <= BANDS; band++) {
    const frequency = LOWEST * (highest / LOWEST) ** (band / BANDS);
    const bin = Math.round((frequency * FRAME) / BEAT_RATE);
    edges.push(Math.min(FRAME / 2, Math.max(bin, (edges.at(-1) ?? 0) + 1)));
  }
  return edges;
}

/** What exceeds the average of half a second around it. */
function aboveAverage(values: Float32Array): Float32Array {
  const reach = Math.round(FRAMES_PER_SECOND / 4);
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = (sums[i] ?? 0) + (values[i] ?? 0);
  return values.map((value, i) => {
    const from = Math.max(0, i - reach);
    const to = Math.min(values.length, i + reach + 1);
    return Math.max(0, value - ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from));
  });
}

function normalised(values: Float32Array): Float32Array {
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const deviation = Math.sqrt(squares / values.length - (sum / values.length) ** 2);
  return deviation > 0 ? values.map((value) => value / deviation) : values;
}

/** Frames between beats; null without a regular one. */
function periodOf(onsets: Float32Array): number | null {
  const longest = Math.ceil((60 * FRAMES_PER_SECOND) / SLOWEST);
  const returns = autocorrelation(onsets, 4 * longest + 1);
  const all = returns[0] ?? 0;
  if (!(all > 0)) return null;
  let best = 0;
  let period: number | null = null;
  for (let lag = Math.floor((60 * FRAMES_PER_SECOND) / FASTEST); lag <= longest; lag++) {
    const octaves = Math.log2((60 * FRAMES_PER_SECOND) / lag / PREFERRED) / TOLERANCE;
    // A beat returns after two and four of them too; half of one returns less.
    const score =
      (at(returns, lag) + 0.6 * at(returns, 2 * lag) + 0.4 * at(returns, 4 * lag)) * Math.exp(-0.5 * octaves ** 2);
    if (score <= best) continue;
    best = score;
    period = at(returns, lag) / all > REGULAR ? lag : null;
  }
  return period === null ? null : refined(returns, period);
}

/** The highest value beside a lag that is not whole. */
function at(returns: Float64Array, lag: number): number {
  return Math.max(returns[lag - 1] ?? 0, returns[lag] ?? 0, returns[lag + 1] ?? 0);
}

/** A whole lag is up to 2 % wrong; four periods tell it four times as exactly. */
function refined(returns: Float64Array, lag: number): number {
  let best = 4 * lag;
  for (let far = 4 * lag - 4; far <= 4 * lag + 4; far++) {
    if ((returns[far] ?? 0) > (returns[best] ?? 0)) best = far;
  }
  return best / 4;
}

function autocorrelation(values: Float32Array, lags: number): Float64Array {
  let mean = 0;
  for (const value of values) mean += value / values.length;
  const plain = values.map((value) => value - mean);
  const result = new Float64Array(Math.min(lags, plain.length));
  for (let lag = 0; lag < result.length; lag++) {
    let sum = 0;
    for (let i = lag; i < plain.length; i++) sum += (plain[i] ?? 0) * (plain[i - lag] ?? 0);
    result[lag] = sum / (plain.length - lag);
  }
  return result;
}

/** The series of frames with the strongest onsets whose distances are closest to `period`. */
function bestSeries(onsets: Float32Array, period: number): number[] {
  const score = new Float32Array(onsets.length);
  const previous = new Int32Array(onsets.length).fill(-1);
  const [nearest, furthest] = [Math.round(period / 2), Math.round(period * 2)];
  for (let frame = 0; frame < onsets.length; frame++) {
    let best = 0;
    for (let back = nearest; back <= Math.min(furthest, frame); back++) {
      const value = (score[frame - back] ?? 0) - TIGHTNESS * Math.log(back / period) ** 2;
      if (value <= best) continue;
      best = value;
      previous[frame] = frame - back;
    }
    score[frame] = (onsets[frame] ?? 0) + best;
  }
  let last = score.length - 1;
  for (let frame = Math.max(0, score.length - Math.round(period)); frame < score.length; frame++) {
    if ((score[frame] ?? 0) > (score[last] ?? 0)) last = frame;
  }
  const frames: number[] = [];
  for (let frame = last; frame >= 0; frame = previous[frame] ?? -1) frames.unshift(frame);
  return frames;
}
