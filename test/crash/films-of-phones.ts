import { execFile } from 'node:child_process';
import { createCipheriv, createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tempFolder } from '../helpers/temp-folder.ts';
import type { Random } from './random.ts';

const run = promisify(execFile);
const MB = 1024 ** 2;

export interface PhoneFilm {
  /** Made for each use, as all together would take much memory. */
  bytes(): Buffer;
  size: number;
  sha256: string;
}

/**
 * Makes films of a second that are quickly prepared, and yet many chunks long: behind picture and sound lies a box of random
 * bytes, which players skip. No two are the same.
 */
export async function phoneFilms(): Promise<(random: Random) => PhoneFilm> {
  const path = join(await tempFolder(), 'film.mp4');
  const picture = ['-f', 'lavfi', '-i', 'testsrc=s=160x90:r=30:d=1'];
  const sound = ['-f', 'lavfi', '-i', 'sine=f=440:d=1'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '64k'];
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...picture, ...sound, ...codecs, '-shortest', path]);
  const film = await readFile(path);
  return (random) => {
    const size = random.between(6 * MB, 9 * MB);
    const key = Buffer.from(Array.from({ length: 16 }, () => random.between(0, 255)));
    const bytes = () => Buffer.concat([film, freeBox(size, key)]);
    return { bytes, size: film.length + size, sha256: createHash('sha256').update(bytes()).digest('hex') };
  };
}

/** A box that players skip, filled with what the key makes. */
function freeBox(size: number, key: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size);
  head.write('free', 4);
  const noise = createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size - 8));
  return Buffer.concat([head, noise]);
}
