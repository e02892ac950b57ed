import { open, writeFile } from 'node:fs/promises';
import { CHANNELS, SAMPLE_RATE, SAMPLES_PER_FRAME } from './segment-format.ts';

const BYTES_A_SAMPLE = CHANNELS * 2;
/** Bytes of PCM in a frame. */
export const FRAME_BYTES = SAMPLES_PER_FRAME * BYTES_A_SAMPLE;

/** Header of a WAV in the film's format. */
export function wavHeader(bytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(CHANNELS, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * BYTES_A_SAMPLE, 28);
  header.writeUInt16LE(BYTES_A_SAMPLE, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
}

/** Writes PCM in the film's format as a WAV. */
export function writeWav(path: string, sound: Buffer): Promise<void> {
  return writeFile(path, Buffer.concat([wavHeader(sound.length), sound]));
}

/** Writes a WAV of `frames` silent frames. A tool would take longer to start than this takes. */
export async function writeSilence(path: string, frames: number): Promise<void> {
  const header = wavHeader(frames * FRAME_BYTES);
  const file = await open(path, 'w');
  try {
    await file.write(header);
    // What a file is lengthened by reads as zeros.
    await file.truncate(header.length + frames * FRAME_BYTES);
  } finally {
    await file.close();
  }
}
