import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProbedVideo } from '../../../platform/ffmpeg/probe.ts';
import type { VideoFacts } from './source-facts.ts';

type Rgb = [number, number, number];

/** Nits of diffuse white (ITU-R BT.2408), mapped to the film's white. */
const WHITE = 203;
/** Nits of the film's maximum: HLG's reference display. */
const PEAK = 1000;
/** Nits up to which PQ colours keep their hue; phones stay below. */
const PQ_RANGE = 2000;
/** Light up to this share of white is unchanged; brighter light is compressed. */
const KNEE = 0.5;
/** Of bt709's reference display. */
const GAMMA = 2.4;
/** Entries on each axis of the table. */
const SIZE = 33;

/** Writes the lookup table for `toneMapFilters` and returns its path; null for SDR. */
export async function writeToneMap(facts: VideoFacts, folder: string): Promise<string | null> {
  if (!facts.hdr) return null;
  const path = join(folder, 'tone-map.cube');
  await writeFile(path, table(isHlg(facts.probe.video) ? bendHlg : bendPq));
  return path;
}

/**
 * Converts HLG and PQ to bt709, limited range, 8 bit, after `scale`, a filter that may get further options. ffmpeg's
 * `tonemap` costs twice as much as a table, whose lookup is fast in 16 bits only.
 */
export function toneMapFilters({ probe: { video } }: VideoFacts, tablePath: string, scale: string): string[] {
  const matrix = known(video?.colourSpace, 'bt2020nc');
  const primaries = known(video?.primaries, 'bt2020');
  const range = video?.range === 'pc' ? 'pc' : 'tv';
  const lookUp = ['format=gbrp16le', `lut3d=file=${escaped(tablePath)}`];
  if (isHlg(video)) {
    // zscale applies HLG's system gamma to each channel separately, which turns skin red; the table does it correctly.
    const toRgb = `${scale}:in_color_matrix=${matrix.startsWith('bt2020') ? 'bt2020' : 'bt709'}:in_range=${range}`;
    const toBt709 = `zscale=tin=bt709:pin=${primaries}:min=gbr:rin=full:t=bt709:p=bt709:m=bt709:r=limited`;
    return [toRgb, ...lookUp, toBt709, 'format=yuv420p'];
  }
  const input = `tin=smpte2084:min=${matrix}:pin=${primaries}:rin=${range}`;
  return [
    `${scale}:in_range=${range}:out_range=${range}`,
    `zscale=${input}:t=bt709:m=gbr:p=bt709:r=full:npl=${PQ_RANGE}`,
    ...lookUp,
    'scale=flags=bilinear:out_color_matrix=bt709:out_range=tv',
    'format=yuv420p',
  ];
}

function isHlg(video: ProbedVideo | null): boolean {
  return video?.transfer === 'arib-std-b67';
}

function known(value: string | undefined, otherwise: string): string {
  return value && !['unknown', 'unspecified', 'reserved'].includes(value) ? value : otherwise;
}

/** .cube format, red changes first. */
function table(bend: (code: Rgb) => Rgb): string {
  const lines = [`LUT_3D_SIZE ${SIZE}`];
  const codes = Array.from({ length: SIZE }, (_, i) => i / (SIZE - 1));
  for (const b of codes)
    for (const g of codes)
      for (const r of codes)
        lines.push(
          bend([r, g, b])
            .map((code) => code.toFixed(5))
            .join(' '),
        );
  return `${lines.join('\n')}\n`;
}

/** From HLG to a bt709 curve, still with bt2020 primaries. ITU-R BT.2100, system gamma 1.2. */
function bendHlg(code: Rgb): Rgb {
  const scene = each(code, (value) =>
    value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12,
  );
  const luminance = 0.2627 * scene[0] + 0.678 * scene[1] + 0.0593 * scene[2];
  const light = each(scene, (value) => (value * luminance ** 0.2 * PEAK) / WHITE);
  return bent(light, Math.max(...inBt709(light)));
}

/** From a bt709 curve where 1 is `PQ_RANGE` nits. */
function bendPq(code: Rgb): Rgb {
  const light = each(code, (value) => (value ** GAMMA * PQ_RANGE) / WHITE);
  return bent(light, Math.max(...light));
}

/** Compresses the strongest channel and scales the others with it, which keeps the hue. */
function bent(light: Rgb, strongest: number): Rgb {
  const scale = strongest > 0 ? compressed(strongest) / strongest : 1;
  return each(light, (value) => Math.min(1, value * scale) ** (1 / GAMMA));
}

/** A Möbius curve from the knee to the peak, ending at 1; light relative to white. */
function compressed(light: number): number {
  if (light <= KNEE) return light;
  const peak = PEAK / WHITE;
  const a = (-KNEE * KNEE * (peak - 1)) / (KNEE * KNEE - 2 * KNEE + peak);
  const b = (KNEE * KNEE - 2 * KNEE * peak + peak) / (peak - 1);
  return Math.min(1, (((b + KNEE) ** 2 / (b - a)) * (light + a)) / (light + b));
}

/** Linear light from bt2020 to bt709 primaries. */
function inBt709([r, g, b]: Rgb): Rgb {
  return [
    1.660491 * r - 0.587641 * g - 0.07285 * b,
    -0.12455 * r + 1.1329 * g - 0.008349 * b,
    -0.018151 * r - 0.100579 * g + 1.11873 * b,
  ];
}

function each([r, g, b]: Rgb, change: (value: number) => number): Rgb {
  return [change(r), change(g), change(b)];
}

/** Escapes a path for a filter option, which is parsed twice. */
function escaped(path: string): string {
  return path.replace(/[\\':]/g, '\\$&').replace(/[\\'[\],;]/g, '\\$&');
}
