import type { FileHandle } from 'node:fs/promises';
import type { Box } from './mp4-boxes.ts';

const LONGEST_HEADER = 16;

/** Top-level boxes of an open MP4; reads their headers only. Throws on an invalid size. */
export async function boxesOfFile(file: FileHandle): Promise<Box[]> {
  const { size } = await file.stat();
  const header = Buffer.alloc(LONGEST_HEADER);
  const boxes: Box[] = [];
  for (let at = 0; at < size; ) {
    await file.read(header, 0, LONGEST_HEADER, at);
    const short = header.readUInt32BE();
    const bytes = short === 1 ? Number(header.readBigUInt64BE(8)) : short;
    if (bytes < 8 || at + bytes > size) throw new Error(`a box of ${bytes} bytes at ${at} can't be`);
    boxes.push({ type: header.toString('latin1', 4, 8), start: at, end: at + bytes });
    at += bytes;
  }
  return boxes;
}

/** The first top-level box of that type. Throws if it is missing. */
export async function readBox(file: FileHandle, type: string): Promise<Buffer> {
  const box = await findBox(file, type);
  if (!box) throw new Error(`no ${type} in the file`);
  return box;
}

/** The first top-level box of that type, or null. */
export async function findBox(file: FileHandle, type: string): Promise<Buffer | null> {
  const box = (await boxesOfFile(file)).find((each) => each.type === type);
  return box ? readBytes(file, box.start, box.end - box.start) : null;
}

/** Exactly these bytes. Throws at the end of the file. */
export async function readBytes(file: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, offset);
  if (bytesRead !== bytes) throw new Error(`${bytesRead} bytes at ${offset} instead of ${bytes}`);
  return buffer;
}
