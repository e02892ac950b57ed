import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { tempFolder } from './temp-folder.ts';

type Rgb = [number, number, number];

export interface PatchKind {
  transfer: 'bt709' | 'arib-std-b67' | 'smpte2084';
  isFull?: boolean;
  /** Names neither matrix nor primaries. */
  isBare?: boolean;
}

/** Nits of a white sheet, ITU-R BT.2408. */
const WHITE = 203;
const SIZE = { width: 160, height: 90, frames: 15 };

/** Codes of an SDR picture: white, mid-grey, skin; and a warm lamp that is four times as bright as white where that exists. */
export const PATCHES: Record<'white' | 'grey' | 'skin' | 'lamp', Rgb> = {
  white: [255, 255, 255],
  grey: [128, 128, 128],
  skin: [200, 148, 119],
  lamp: [255, 191, 107],
};
const BRIGHTNESS = { white: 1, grey: 1, skin: 1, lamp: 4 };
type PatchName = keyof typeof PATCHES;
const NAMES = Object.keys(PATCHES) as PatchName[];

/** Makes half a second of upright bars, one a patch, whose code values are computed here and not by any filter. */
export async function patchClip(kind: PatchKind): Promise<string> {
  const isHdr = kind.transfer !== 'bt709';
  const path = join(await tempFolder(), 'patches.mov');
  const pixels = isHdr ? 'yuv420p10le' : 'yuv420p';
  const { width, height, frames } = SIZE;
  const raw = ['-f', 'rawvideo', '-pix_fmt', pixels, '-s', `${width}x${height}`, '-r', '30', '-i', 'pipe:0'];
  const matrix = kind.isBare ? [] : ['-colorspace', isHdr ? 'bt2020nc' : 'bt709'];
  const primaries = kind.isBare ? [] : ['-color_primaries', isHdr ? 'bt2020' : 'bt709'];
  const range = ['-color_range', kind.isFull ? 'pc' : 'tv'];
  const x265 = `log-level=none:pools=1:crf=2:transfer=${kind.transfer}:range=${kind.isFull ? 'full' : 'limited'}${kind.isBare ? '' : ':colorprim=bt2020:colormatrix=bt2020nc'}`;
  const encoder = isHdr
    ? ['-c:v', 'libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1', '-x265-params', x265]
    : ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '4'];
  const marks = [...matrix, ...primaries, ...range, '-color_trc', kind.transfer];
  await write(
    ['-v', 'error', '-y', ...raw, ...encoder, ...marks, path],
    Buffer.concat(Array(frames).fill(frame(kind))),
  );
  return path;
}

/** The colour in the middle of a patch, where the clip fills the frame. */
export function patchIn(picture: { rgb: (x: number, y: number) => Rgb }, name: PatchName): Rgb {
  return picture.rgb((NAMES.indexOf(name) + 0.5) / NAMES.length, 0.5);
}

async function write(args: string[], input: Buffer): Promise<void> {
  const child = spawn('ffmpeg', args, { stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

/** One frame, planar 4:2:0; a bar is a whole number of chroma samples. */
function frame(kind: PatchKind): Buffer {
  const colours = NAMES.map((name) => codesOf(name, kind));
  const bytes = kind.transfer === 'bt709' ? 1 : 2;
  const planes = [0, 1, 2].map((plane) => {
    const width = plane === 0 ? SIZE.width : SIZE.width / 2;
    const row = Buffer.alloc(width * bytes);
    for (let x = 0; x < width; x++) {
      const code = colours[Math.floor((x / width) * NAMES.length)]?.[plane] ?? 0;
      if (bytes === 1) row.writeUInt8(code, x);
      else row.writeUInt16LE(code, 2 * x);
    }
    return Buffer.concat(Array(plane === 0 ? SIZE.height : SIZE.height / 2).fill(row));
  });
  return Buffer.concat(planes);
}

/** Y, Cb and Cr as they are stored. */
function codesOf(name: PatchName, { transfer, isFull }: PatchKind): Rgb {
  if (transfer === 'bt709') return yCbCr(PATCHES[name].map((code) => code / 255) as Rgb, 0.2126, 0.0722, 8, isFull);
  const light = PATCHES[name].map((code) => (code / 255) ** 2.4 * WHITE * BRIGHTNESS[name]) as Rgb;
  const wide = toBt2020(light);
  return yCbCr(transfer === 'smpte2084' ? (wide.map(pq) as Rgb) : hlg(wide), 0.2627, 0.0593, 10, isFull);
}

function toBt2020([r, g, b]: Rgb): Rgb {
  return [
    0.627404 * r + 0.329283 * g + 0.043313 * b,
    0.069097 * r + 0.91954 * g + 0.011362 * b,
    0.016391 * r + 0.088013 * g + 0.895595 * b,
  ];
}

/** From nits, SMPTE ST 2084. */
function pq(nits: number): number {
  const power = (nits / 10_000) ** (2610 / 16384);
  return ((3424 / 4096 + (2413 / 128) * power) / (1 + (2392 / 128) * power)) ** (2523 / 32);
}

/** From nits on a screen of 1000 with system gamma 1.2, ITU-R BT.2100. */
function hlg(nits: Rgb): Rgb {
  const luminance = (0.2627 * nits[0] + 0.678 * nits[1] + 0.0593 * nits[2]) / 1000;
  return nits.map((channel) => {
    const scene = channel / 1000 / luminance ** (0.2 / 1.2);
    return scene <= 1 / 12 ? Math.sqrt(3 * scene) : 0.17883277 * Math.log(12 * scene - 0.28466892) + 0.55991073;
  }) as Rgb;
}

function yCbCr([r, g, b]: Rgb, kr: number, kb: number, bits: number, isFull = false): Rgb {
  const y = kr * r + (1 - kr - kb) * g + kb * b;
  const chroma = [(b - y) / (2 - 2 * kb), (r - y) / (2 - 2 * kr)];
  const unit = 2 ** (bits - 8);
  const most = 2 ** bits - 1;
  const middle = 128 * unit;
  if (isFull) return [y * most, ...chroma.map((value) => middle + value * most)].map(Math.round) as Rgb;
  return [16 * unit + y * 219 * unit, ...chroma.map((value) => middle + value * 224 * unit)].map(Math.round) as Rgb;
}
