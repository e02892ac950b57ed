import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { humExpression } from './hum.mjs';

/** Size of phone videos. */
const ACROSS = { width: 1280, height: 720 };
const UPRIGHT = { width: 720, height: 1280 };
/** Scale of a scene relative to the frame, which pans over it. */
const ROOM = 1.14;

/**
 * Generates a demo clip: a scene of `static/art` with gentle motion and a hum, a photo, or a voice message.
 *
 * @param {{ root: string, folder: string, name: string, clip: object, signal?: AbortSignal }} options `name`: file name
 *   without extension
 * @returns {Promise<string>} path of the file
 */
export async function drawClip({ root, folder, name, clip, signal }) {
  const scene = join(root, `static/art/${clip.art}.svg`);
  if (clip.kind === 'photo') {
    const file = join(folder, `${name}.jpg`);
    await (await paint(scene, { width: 1920, height: 1440 })).jpeg({ quality: 88 }).toFile(file);
    return file;
  }
  // A low sample rate suffices for humming, and each sample is expensive to compute.
  const sound = [
    '-f',
    'lavfi',
    '-i',
    `aevalsrc=${quoted(humExpression(clip.hum.note, clip.hum.tune, clip.seconds))}:s=16000`,
  ];
  const aac = [
    '-af',
    'lowpass=f=2600,aecho=0.7:0.5:45:0.22',
    '-ar',
    '48000',
    '-c:a',
    'aac',
    '-b:a',
    '128k',
    '-t',
    String(clip.seconds),
  ];
  if (clip.kind === 'voice') {
    const file = join(folder, `${name}.m4a`);
    await ffmpeg([...sound, ...aac, file], signal);
    return file;
  }
  const size = clip.kind === 'portrait' ? UPRIGHT : ACROSS;
  const picture = join(folder, `${name}.png`);
  await (await paint(scene, { width: size.width * ROOM, height: size.height * ROOM }))
    .png({ compressionLevel: 1 })
    .toFile(picture);
  const file = join(folder, `${name}.mp4`);
  const wander = `crop=${size.width}:${size.height}:'(iw-ow)*(0.5+0.5*sin(t*0.55))':'(ih-oh)*(0.5-0.5*cos(t*0.7))'`;
  const still = ['-loop', '1', '-framerate', '30', '-i', picture];
  const h264 = ['-vf', `${wander},format=yuv420p`, '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '20'];
  await ffmpeg([...still, ...sound, ...h264, ...aac, '-movflags', '+faststart', file], signal);
  return file;
}

/** Renders the scene at a size, cropped at the sides as the drawing asks. */
async function paint(scene, { width, height }) {
  const svg = await readFile(scene, 'utf8');
  const [wide, high] = [Math.round(width / 2) * 2, Math.round(height / 2) * 2];
  return sharp(Buffer.from(svg.replace(/width="\d+" height="\d+"/, `width="${wide}" height="${high}"`)));
}

function quoted(expression) {
  return `'${expression}'`;
}

async function ffmpeg(args, signal) {
  const child = spawn('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    signal,
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('ffmpeg could not draw a clip of the demo; see its message above.');
}
