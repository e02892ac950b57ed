import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tempFolder } from './temp-folder.ts';

/** Seconds of a film that are encoded; a longer one repeats them, which costs next to nothing. */
const PIECE = 6;

/** A small MP4 with moving picture and sound that browsers play. @param length seconds */
export async function playableFilm(length: number): Promise<Buffer> {
  const folder = await tempFolder();
  const [piece, film] = [join(folder, 'piece.mp4'), join(folder, 'film.mp4')];
  const ffmpeg = (...args: string[]) => promisify(execFile)('ffmpeg', ['-v', 'error', ...args]);
  const encoded = Math.min(length, PIECE);
  const picture = `testsrc2=s=160x90:r=10:d=${encoded}`;
  const sources = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=d=${encoded}`];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '10', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const start = ['-movflags', '+faststart'];
  await ffmpeg(...sources, ...codecs, ...start, piece);
  if (length <= PIECE) return readFile(piece);
  await ffmpeg('-stream_loop', '-1', '-i', piece, '-t', String(length), '-c', 'copy', ...start, film);
  return readFile(film);
}
