import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { addHeicOwner, addHeicRotation, heifEncode } from './heic-files.ts';
import { addSpatialSound } from './spatial-sound.ts';
import { tempFolder } from './temp-folder.ts';

const run = promisify(execFile);

/** Red top left, green top right, blue bottom left, yellow bottom right: a turn or a mirror shows at once. */
const QUADRANTS = (width = 160, height = 90, seconds = 1, rate = 30) =>
  `color=red:s=${width}x${height}:r=${rate}:d=${seconds},` +
  `drawbox=x=iw/2:w=iw/2:h=ih/2:c=lime:t=fill,drawbox=y=ih/2:w=iw/2:h=ih/2:c=blue:t=fill,` +
  `drawbox=x=iw/2:y=ih/2:w=iw/2:h=ih/2:c=yellow:t=fill`;
const PLAIN_8K = (pixels: string) => `color=gray:s=7680x4320:r=30:d=0.02,format=${pixels}`;
const TONE = (seconds = 1) => `sine=f=440:d=${seconds},volume=12dB`;

/** White and loud for a tenth of a second, from 0.6 s on. */
const FLASH = `color=black:s=160x90:r=30:d=1.2,drawbox=c=white:t=fill:enable='between(t,0.599,0.699)'`;
const BEEP = `sine=f=1000:d=1.2:samples_per_frame=480,volume='if(between(t,0.599,0.699),6,0)':eval=frame`;

/** Four quarters that turn white for a tenth of a second with a beep, half a second into each second. */
const FLASHES = `${QUADRANTS(160, 90, 6)},drawbox=c=white:t=fill:enable='between(mod(t,1),0.499,0.599)'`;
const BEEPS = `sine=f=1000:d=6:samples_per_frame=480,volume='if(between(mod(t,1),0.499,0.599),6,0)':eval=frame`;

/** Files of each kind that phones, cameras, browsers and attackers send, each under a name that tells nothing. */
export type SampleName = keyof typeof MAKERS;

type Maker = (target: string) => Promise<void>;

/** Picture of four quadrants with a tone, then what makes the kind. */
function clip(ending: string[], source = QUADRANTS(), sound: string | null = TONE()): Maker {
  return async (target) => {
    await ffmpeg([...lavfi(source), ...(sound ? lavfi(sound) : []), '-shortest', ...ending, target]);
  };
}

function sound(ending: string[], source = TONE()): Maker {
  return (target) => ffmpeg([...lavfi(source), ...ending, target]);
}

function changed(from: string, change: (source: string, target: string) => Promise<unknown>): Maker {
  return async (target) => {
    await change(await made(from), target);
  };
}

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const AAC = ['-c:a', 'aac', '-b:a', '64k'];
const MP4 = ['-f', 'mp4'];
const remux = (options: string[]) => (source: string, target: string) =>
  ffmpeg(['-i', source, '-c', 'copy', ...options, target]);
const bytesOf =
  (content: string | Buffer): Maker =>
  (target) =>
    writeFile(target, content);
const half = async (source: string, target: string) => {
  const bytes = await readFile(source);
  await writeFile(target, bytes.subarray(0, Math.floor(bytes.length * 0.6)));
};
const hevc = (transfer: string): string[] => [
  ...['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-tag:v', 'hvc1'],
  ...['-x265-params', `log-level=none:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc:pools=1`],
  ...['-color_primaries', 'bt2020', '-color_trc', transfer, '-colorspace', 'bt2020nc', ...AAC, '-f', 'mov'],
];

const MAKERS = {
  mp4: clip([...H264, ...AAC, ...MP4]),
  'mp4 of two seconds': clip([...H264, ...AAC, ...MP4], QUADRANTS(160, 90, 2), TONE(2)),
  'mp4 with index in front': clip(
    [...H264, ...AAC, '-movflags', '+faststart', ...MP4],
    `${QUADRANTS(160, 90, 3)},noise=alls=20:allf=t`,
    TONE(3),
  ),
  'mov with position and maker': clip([
    ...[...H264, ...AAC, '-f', 'mov', '-movflags', 'use_metadata_tags', '-metadata', 'location=+48.1000+011.5000/'],
    ...['-metadata', 'com.apple.quicktime.location.ISO6709=+48.1000+011.5000/', '-metadata', 'make=SecretPhone'],
  ]),
  'mov with spatial audio': changed('mp4', addSpatialSound),
  m4v: clip([...H264, ...AAC, '-f', 'ipod']),
  webm: clip(['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus', '-f', 'webm']),
  'webm of three seconds': clip(
    ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus', '-f', 'webm'],
    QUADRANTS(160, 90, 3),
    TONE(3),
  ),
  'webm without length': changed('webm', async (source, target) => {
    const live = ['-v', 'error', '-i', source, '-c', 'copy', '-f', 'webm', '-live', '1', 'pipe:1'];
    const { stdout } = await run('ffmpeg', live, { encoding: 'buffer', maxBuffer: 2 ** 26 });
    await writeFile(target, stdout);
  }),
  'mkv with vp9': clip([
    ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libvorbis', '-f', 'matroska'],
  ]),
  avi: clip(['-c:v', 'mpeg4', '-c:a', 'libmp3lame', '-f', 'avi']),
  '3gp with amr at 8 kHz': async (target) => {
    const amr = `${target}.amr`;
    // Frames of mode 7 (12.2 kbit/s, 20 ms): one byte of header, 31 of speech.
    const frame = () => Buffer.concat([Buffer.from([0x3c]), randomBytes(31)]);
    await writeFile(amr, Buffer.concat([Buffer.from('#!AMR\n'), ...Array.from({ length: 50 }, frame)]));
    await ffmpeg([...lavfi(QUADRANTS(176, 144)), '-i', amr, '-c:v', 'h263', '-c:a', 'copy', '-f', '3gp', target]);
  },
  'portrait mp4': clip([...H264, ...AAC, ...MP4], QUADRANTS(90, 160)),
  'square mp4': clip([...H264, ...AAC, ...MP4], QUADRANTS(120, 120)),
  // ffmpeg's muxer counts anticlockwise here.
  'mp4 to be turned by 90': changed('mp4', remux(['-metadata:s:v', 'rotate=270', ...MP4])),
  'mp4 to be turned by 180': changed('mp4', remux(['-metadata:s:v', 'rotate=180', ...MP4])),
  'portrait mp4 with a mark to be turned': changed('portrait mp4', remux(['-metadata:s:v', 'rotate=90', ...MP4])),
  'large mp4': clip([...H264, ...AAC, ...MP4], QUADRANTS(2720, 1536, 0.6), TONE(0.6)),
  // One picture each: what is refused or taken is decided by its size and depth.
  'mp4 in 8K': clip([...H264, ...AAC, ...MP4], PLAIN_8K('yuv420p'), TONE(0.1)),
  'mp4 in 8K of 10 bits': clip(
    [...H264, '-pix_fmt', 'yuv420p10le', ...AAC, ...MP4],
    PLAIN_8K('yuv420p10le'),
    TONE(0.1),
  ),
  'large mp4 to be turned by 90': changed('large mp4', remux(['-metadata:s:v', 'rotate=270', ...MP4])),
  'mp4 without sound': clip([...H264, ...MP4], QUADRANTS(), null),
  'mp4 with silence': clip([...H264, ...AAC, ...MP4], QUADRANTS(), 'anullsrc=d=1'),
  'mp4 hardly to be heard': clip(
    [...H264, ...AAC, ...MP4],
    QUADRANTS(),
    'sine=f=440:d=1,tremolo=f=4:d=0.9,volume=-26dB',
  ),
  'black mp4': clip([...H264, ...AAC, ...MP4], 'color=black:s=160x90:r=30:d=1'),
  'mp4 of half a second': clip([...H264, ...AAC, ...MP4], QUADRANTS(160, 90, 0.5), TONE(0.5)),
  'mp4 with surround sound': clip(
    [...H264, '-c:a', 'aac', '-ac', '6', ...MP4],
    QUADRANTS(),
    'aevalsrc=sin(440*2*PI*t)|0|0|0|0|0:channel_layout=5.1:d=1',
  ),
  'mp4 with uneven frame times': clip(
    [...H264, '-fps_mode', 'vfr', ...AAC, ...MP4],
    `${QUADRANTS(160, 90, 1, 60)},select='not(mod(n\\,7))+lt(n\\,20)'`,
  ),
  'mov with 10-bit hevc in HLG': clip(hevc('arib-std-b67')),
  'mov with prores 4:2:2': clip(['-c:v', 'prores', '-c:a', 'pcm_s16le', '-ac', '1', '-f', 'mov'], QUADRANTS(320, 180)),
  'mkv of odd size': clip(
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p', ...AAC, '-f', 'matroska'],
    `${QUADRANTS(161, 91)},format=yuv444p`.replace(',', ',format=yuv444p,'),
  ),
  'mp4 with oblong pixels': clip([...H264, ...AAC, ...MP4], `${QUADRANTS(120, 90)},setsar=64/45`),
  'interlaced avi': clip(
    ['-c:v', 'mpeg2video', '-flags', '+ilme+ildct', '-field_order', 'tt', '-c:a', 'pcm_s16le', '-f', 'avi'],
    `${QUADRANTS(160, 96, 1, 60)},interlace`,
  ),
  'mp4 with a flash and a beep each second': clip([...H264, ...AAC, ...MP4], FLASHES, BEEPS),
  'mp4 with a flash and a beep': clip([...H264, ...AAC, ...MP4], FLASH, BEEP),
  'webm with a flash and a beep': clip(
    ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus', '-f', 'webm'],
    FLASH,
    BEEP,
  ),
  // Both tracks are cut at the front, the sound more: its first packet comes 200 ms after the first picture.
  'mkv whose sound begins late': async (target) => {
    const late = ['-itsoffset', '0.2', ...lavfi(BEEP.replace('0.599,0.699', '0.399,0.499'))];
    await ffmpeg([...lavfi(FLASH), ...late, ...H264, '-c:a', 'libopus', '-f', 'matroska', target]);
  },
  'moving gif': clip(['-f', 'gif'], QUADRANTS(160, 90, 1, 10), null),
  'still gif': clip(['-frames:v', '1', '-f', 'gif'], QUADRANTS(), null),
  'webm whose size changes': async (target) => {
    const parts = [`${target}.a.webm`, `${target}.b.webm`];
    const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'];
    await ffmpeg([...lavfi(QUADRANTS(160, 90, 0.5)), ...vp8, parts[0] ?? '']);
    await ffmpeg([...lavfi(QUADRANTS(90, 160, 0.5)), ...vp8, parts[1] ?? '']);
    await writeFile(`${target}.txt`, parts.map((part) => `file '${part}'\n`).join(''));
    await ffmpeg(['-f', 'concat', '-safe', '0', '-i', `${target}.txt`, '-c', 'copy', '-f', 'webm', target]);
  },

  png: (target) => ffmpeg([...lavfi(QUADRANTS()), '-frames:v', '1', '-f', 'image2', '-c:v', 'png', target]),
  jpg: changed('png', (source, target) => sharp(source).jpeg({ quality: 95 }).toFile(target)),
  webp: changed('png', (source, target) => sharp(source).webp({ quality: 95 }).toFile(target)),
  // Laid down as a phone held upright stores it: what is shown has blue top left, red top right.
  'jpg to be turned by 90': changed('png', (source, target) =>
    sharp(source)
      .withExif({ IFD0: { Make: 'SecretPhone' }, IFD3: { GPSLatitude: '48/1 8/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toFile(target),
  ),
  heic: changed('png', (source, target) => heifEncode(target, source)),
  // As iPhones write it: turned by its own box, and the same turn again in the EXIF.
  'heic to be turned by 90': async (target) => {
    const oriented = `${target}.jpg`;
    await writeFile(oriented, await readFile(await made('jpg to be turned by 90')));
    await heifEncode(`${target}.plain`, oriented);
    await writeFile(target, addHeicRotation(await readFile(`${target}.plain`), 270));
  },
  'heic of HDR': changed('png', async (source, target) => {
    const [photo, other] = [`${target}.png`, `${target}.other.png`];
    await sharp(source)
      .ensureAlpha(0.9)
      .withExif({ IFD0: { Make: 'SecretPhone' } })
      .toFile(photo);
    await sharp(source).negate().toFile(other);
    await heifEncode(`${target}.plain`, photo, other);
    await writeFile(target, addHeicOwner(await readFile(`${target}.plain`)));
  }),

  m4a: sound([...AAC, '-f', 'ipod']),
  mp3: sound(['-c:a', 'libmp3lame', '-f', 'mp3']),
  wav: sound(['-c:a', 'pcm_s16le', '-f', 'wav']),
  ogg: sound(['-c:a', 'libopus', '-f', 'ogg']),
  'webm of sound': sound(['-c:a', 'libopus', '-f', 'webm']),

  'half an mp4': changed('mp4', half),
  'half an mp4 with index in front': changed('mp4 with index in front', half),
  'half a jpg': changed('jpg', half),
  'half a heic': changed('heic', half),
  'half a webm': changed('webm of three seconds', half),
  'nothing at all': bytesOf(''),
  'random bytes': bytesOf(Buffer.concat([Buffer.from([0x01, 0x02]), randomBytes(4096)])),
  'mp4 head and garbage': bytesOf(
    Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), randomBytes(4096)]),
  ),
  text: bytesOf('Dear Ruth, happy birthday!\n'),
  'web page': bytesOf('<!DOCTYPE html><html><script>alert(1)</script></html>'),
  svg: bytesOf(
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image href="file:///etc/passwd"/></svg>',
  ),
  'hls playlist': bytesOf('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
  'concat script': bytesOf("ffconcat version 1.0\nfile '/etc/passwd'\n"),
  'dash manifest': bytesOf(
    '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>http://127.0.0.1/</BaseURL></MPD>',
  ),
  zip: bytesOf(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200)])),
  pdf: bytesOf('%PDF-1.7\n1 0 obj << >> endobj\n'),
  'png bomb': changed('png', async (source, target) => {
    const bytes = await readFile(source);
    bytes.writeUInt32BE(60_000, 16);
    bytes.writeUInt32BE(60_000, 20);
    bytes.writeInt32BE(crc32(bytes.subarray(12, 29)), 29);
    await writeFile(target, bytes);
  }),
  'gif bomb': changed('moving gif', async (source, target) => {
    const bytes = await readFile(source);
    bytes.writeUInt16LE(60_000, 6);
    bytes.writeUInt16LE(60_000, 8);
    await writeFile(target, bytes);
  }),
} satisfies Record<string, Maker>;

const files = new Map<string, Promise<string>>();
let folder: Promise<string> | undefined;

/** The path of a tiny file of this kind, made once a run. Read it only. */
export function sample(name: SampleName): Promise<string> {
  return made(name);
}

/** By any name, so that one sample can be made of another. */
function made(name: string): Promise<string> {
  const known = files.get(name);
  if (known) return known;
  const making = (async () => {
    folder ??= tempFolder();
    const target = join(await folder, `sample-${files.size}.bin`);
    await (MAKERS as Record<string, Maker>)[name]?.(target);
    return target;
  })();
  files.set(name, making);
  return making;
}

async function ffmpeg(args: string[]): Promise<void> {
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args]);
}

function lavfi(source: string): string[] {
  return ['-f', 'lavfi', '-i', source];
}

function crc32(bytes: Buffer): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc;
}
