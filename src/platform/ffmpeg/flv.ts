import type { FileHandle } from 'node:fs/promises';
import { FRAME_RATE } from './segment-format.ts';

/** An H.264 picture, in decoding order. */
export interface FlvPicture {
  isKey: boolean;
  /** Frames between the display of the first picture and this one. */
  frame: number;
  /** NAL units, each preceded by its length in 4 bytes. */
  data: Buffer;
}

export interface FlvStream {
  /** Decoder configuration as in MP4 (`avcC`). */
  configuration: Buffer;
  pictures: AsyncGenerator<FlvPicture>;
}

const FILE_HEADER = Buffer.from('464c5601010000000900000000', 'hex');
const TAG_HEADER = 11;
const VIDEO_HEADER = 5;
const TAG_SIZE = 4;
const VIDEO = 9;
const H264 = 7;
/** Frames between decoding and display; B-frames add to it. */
const DISPLAY_LAG = 2;
const FLUSH_BYTES = 1024 ** 2;

/** Reads a video stream at the film's frame rate from an FLV file by ffmpeg, one picture at a time. */
export async function readFlv(file: FileHandle): Promise<FlvStream> {
  const tags = videoTags(file);
  const first = await tags.next();
  if (first.done || first.value.body[1] !== 0) throw new Error('no H.264 in the FLV file');
  return { configuration: first.value.body.subarray(VIDEO_HEADER), pictures: picturesOf(tags) };
}

async function* picturesOf(tags: ReturnType<typeof videoTags>): AsyncGenerator<FlvPicture> {
  let begin: number | null = null;
  for await (const { body, time } of tags) {
    if (body[1] !== 1) continue;
    const shown = time + body.readIntBE(2, 3);
    begin ??= shown;
    const frame = Math.round(((shown - begin) * FRAME_RATE) / 1000);
    yield { isKey: (body[0] ?? 0) >> 4 === 1, frame, data: body.subarray(VIDEO_HEADER) };
  }
}

async function* videoTags(file: FileHandle): AsyncGenerator<{ body: Buffer; time: number }> {
  for (let at = FILE_HEADER.length; ; ) {
    const head = await read(file, at, TAG_HEADER);
    if (head.length < TAG_HEADER) return;
    const bytes = head.readUIntBE(1, 3);
    const body = await read(file, at + TAG_HEADER, bytes);
    if (body.length < bytes) throw new Error('the FLV file was cut off');
    if (head[0] === VIDEO) yield { body, time: head.readUIntBE(4, 3) + ((head[7] ?? 0) << 24) };
    at += TAG_HEADER + bytes + TAG_SIZE;
  }
}

async function read(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, at);
  return buffer.subarray(0, bytesRead);
}

/** Writes such a file. Pass pictures in decoding order, then call `end`. */
export class FlvWriter {
  readonly #file: FileHandle;
  #waiting: Buffer[] = [];
  #bytes = 0;
  #decoded = 0;

  constructor(file: FileHandle, configuration: Buffer) {
    this.#file = file;
    this.#add(FILE_HEADER);
    this.#addTag(0, videoHeader(true, 0, 0), configuration);
  }

  async add({ isKey, frame, data }: FlvPicture): Promise<void> {
    const time = milliseconds(this.#decoded);
    this.#decoded += 1;
    this.#addTag(time, videoHeader(isKey, 1, milliseconds(frame + DISPLAY_LAG) - time), data);
    if (this.#bytes >= FLUSH_BYTES) await this.end();
  }

  async end(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#bytes = 0;
    await this.#file.writeFile(bytes);
  }

  #addTag(time: number, video: Buffer, data: Buffer): void {
    const head = Buffer.alloc(TAG_HEADER);
    head[0] = VIDEO;
    head.writeUIntBE(video.length + data.length, 1, 3);
    head.writeUIntBE(time % 2 ** 24, 4, 3);
    head[7] = Math.floor(time / 2 ** 24);
    const size = Buffer.alloc(TAG_SIZE);
    size.writeUInt32BE(TAG_HEADER + video.length + data.length);
    this.#add(head, video, data, size);
  }

  #add(...bytes: Buffer[]): void {
    this.#waiting.push(...bytes);
    this.#bytes += bytes.reduce((sum, part) => sum + part.length, 0);
  }
}

function milliseconds(frame: number): number {
  return Math.round((frame * 1000) / FRAME_RATE);
}

function videoHeader(isKey: boolean, kind: 0 | 1, lag: number): Buffer {
  const header = Buffer.alloc(VIDEO_HEADER);
  header[0] = ((isKey ? 1 : 2) << 4) | H264;
  header[1] = kind;
  header.writeIntBE(lag, 2, 3);
  return header;
}
