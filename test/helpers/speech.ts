import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Loudness in LUFS of the sources below before they are brought to a level. */
const OWN_LEVEL = { voice: -9, hiss: -14.6, hum: -25.7 };

/** Overtones of a gliding voice as lavfi: syllables and a pause every 2.2 s. */
const OVERTONES = [
  [130, 0.5],
  [260, 0.4],
  [520, 0.35],
  [1040, 0.25],
  [2340, 0.12],
]
  .map(([f = 0, level]) => `${level}*sin(2*PI*(${f}*t+${(f * 3) / 130}*sin(1.4*PI*t)))`)
  .join('+');
const VOICE = `aevalsrc='(${OVERTONES})*pow(abs(sin(3.8*PI*t)),0.7)*lt(mod(t,2.2),1.7)':s=48000`;

const SOURCES = {
  voice: VOICE,
  hiss: 'anoisesrc=c=pink:r=48000:seed=3',
  hum: 'sine=f=50:r=48000',
};

/** Levels in LUFS of what a recording holds. */
export type Recording = Partial<Record<keyof typeof SOURCES, number>>;

/** A filter graph without inputs for such a recording of `seconds`, ending in `[recorded]`. */
export function recordingGraph(recording: Recording, seconds: number): string {
  const parts = (Object.entries(recording) as [keyof typeof SOURCES, number][]).map(
    ([name, level]) => `${SOURCES[name]}:d=${seconds},volume=${level - OWN_LEVEL[name]}dB[${name}]`,
  );
  const labels = Object.keys(recording).map((name) => `[${name}]`);
  return `${parts.join(';')};${labels.join('')}amix=inputs=${labels.length}:normalize=0[recorded]`;
}

/** Integrated loudness in LUFS of the part of a file from `start`, both in seconds. */
export async function loudnessBetween(path: string, start: number, length: number): Promise<number> {
  const filter = `atrim=start=${start}:duration=${length},ebur128`;
  const { stderr } = await run('ffmpeg', ['-hide_banner', '-i', path, '-map', '0:a', '-af', filter, '-f', 'null', '-']);
  return Number(/I:\s+(-?[\d.]+) LUFS/.exec(stderr.slice(stderr.lastIndexOf('Integrated')))?.[1]);
}
