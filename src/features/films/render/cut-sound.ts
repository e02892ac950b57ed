import { open } from 'node:fs/promises';
import { FRAME_BYTES, wavHeader } from '../../../platform/ffmpeg/wav.ts';

const COPIED_AT_ONCE = 256 * 1024;

/** Position of a WAV's audio data, as announced; null for other files. */
export async function findWavData(path: string): Promise<{ offset: number; bytes: number } | null> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return null;
    for (let at = 12; at + 8 <= head.length; ) {
      const bytes = head.readUInt32LE(at + 4);
      if (head.toString('latin1', at, at + 4) === 'data') return { offset: at + 8, bytes };
      at += 8 + bytes + (bytes % 2);
    }
    return null;
  } finally {
    await file.close();
  }
}

/** Writes `frames` frames of a segment's WAV, from frame `from` on. */
export async function writeWavPart(
  source: string,
  target: string,
  { from, frames }: { from: number; frames: number },
): Promise<void> {
  const data = await findWavData(source);
  if (!data) throw new Error('a segment’s sound is no WAV');
  const input = await open(source, 'r');
  const output = await open(target, 'w').catch(async (error: unknown) => {
    await input.close();
    throw error;
  });
  try {
    const bytes = frames * FRAME_BYTES;
    await output.write(wavHeader(bytes));
    const buffer = Buffer.alloc(COPIED_AT_ONCE);
    for (let done = 0; done < bytes; ) {
      const wanted = Math.min(buffer.length, bytes - done);
      const { bytesRead } = await input.read(buffer, 0, wanted, data.offset + from * FRAME_BYTES + done);
      if (bytesRead === 0) throw new Error('a segment’s sound is shorter than it says');
      await output.write(buffer, 0, bytesRead);
      done += bytesRead;
    }
  } finally {
    await Promise.all([input.close(), output.close()]);
  }
}

/** The PCM of a WAV of exactly `frames` frames. */
export async function readWav(path: string, frames: number): Promise<Buffer> {
  const data = await findWavData(path);
  if (data?.bytes !== frames * FRAME_BYTES) throw new Error('a WAV of another length than expected');
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(data.bytes), 0, data.bytes, data.offset);
    if (bytesRead !== data.bytes) throw new Error('a WAV that is shorter than it says');
    return buffer;
  } finally {
    await file.close();
  }
}
