import { SAMPLE_RATE } from './synthesis.ts';

/** A 16-bit stereo WAV at 48 kHz. Samples beyond ±1 are clipped. */
export function encodeWav(left: Float32Array, right: Float32Array): Buffer {
  const bytes = left.length * 4;
  const file = Buffer.alloc(44 + bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + bytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(SAMPLE_RATE, 24);
  file.writeUInt32LE(SAMPLE_RATE * 4, 28);
  file.writeUInt16LE(4, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes, 40);
  const samples = new Int16Array(file.buffer, file.byteOffset + 44, left.length * 2);
  for (let i = 0; i < left.length; i += 1) {
    samples[2 * i] = Math.round(Math.max(-1, Math.min(1, left[i] as number)) * 32_767);
    samples[2 * i + 1] = Math.round(Math.max(-1, Math.min(1, right[i] as number)) * 32_767);
  }
  return file;
}
