import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes that begin like an MP4 and are different each time: enough for uploads, which never decode. */
export function mp4Bytes(size: number): Buffer {
  const bytes = randomBytes(size);
  Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f326d703431', 'hex').copy(bytes);
  return bytes;
}

let smallest: Buffer | null = null;

/** A clip of one second that plays, different each time and `size` bytes long (2 kB at least). */
export function mp4Clip(size = 4000): Buffer {
  smallest ??= encodeSmallest();
  const padding = Math.max(16, size - smallest.length);
  const box = Buffer.concat([Buffer.alloc(4), Buffer.from('free'), randomBytes(padding - 8)]);
  box.writeUInt32BE(padding);
  return Buffer.concat([smallest, box]);
}

function encodeSmallest(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'vidday-clip-'));
  try {
    const file = join(folder, 'clip.mp4');
    const input = ['-f', 'lavfi', '-i', 'color=red:s=32x32:r=5:d=1'];
    execFileSync('ffmpeg', ['-v', 'error', ...input, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', file]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
