import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tempFolder } from './temp-folder.ts';

/** A small MP4 with moving picture and sound that browsers play. @param length seconds */
export async function playableFilm(length: number): Promise<Buffer> {
  const path = join(await tempFolder(), 'film.mp4');
  const picture = `testsrc2=s=320x180:r=15:d=${length}`;
  const sources = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=d=${length}`];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '15', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...sources, ...codecs, '-movflags', '+faststart', path]);
  return readFile(path);
}
