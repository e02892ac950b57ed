import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Copies a video with AAC as new iPhones write one: its default sound is of a kind that ffmpeg can't read, and the AAC
 * comes after it.
 */
export async function addSpatialSound(source: string, target: string): Promise<void> {
  const plain = `${target}.plain`;
  const twice = ['-map', '0:v', '-map', '0:a', '-map', '0:a', '-c', 'copy', '-f', 'mov', plain];
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-i', source, ...twice]);
  const bytes = await readFile(plain);
  for (const [known, unknown] of [
    ['mp4a', 'apac'],
    ['esds', 'dapa'],
  ] as const) {
    bytes.write(unknown, bytes.indexOf(known, bytes.indexOf('moov')), 'latin1');
  }
  await writeFile(target, bytes);
}
