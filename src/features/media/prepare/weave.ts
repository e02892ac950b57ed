import { type FileHandle, open } from 'node:fs/promises';
import { FlvWriter, readFlv } from '../../../platform/ffmpeg/flv.ts';
import { GOP_FRAMES } from '../../../platform/ffmpeg/segment-format.ts';
import { readHeaders, type StreamHeaders } from '../../../platform/h264/headers.ts';
import { innerPicture, repeatedPicture } from '../../../platform/h264/slices.ts';

export interface WeaveInput {
  /** FLV of the first `held.from` frames, then those from `held.to` on. */
  edges: string;
  /** FLV with each picture in between, once, as a key frame. */
  pictures: string;
  /** Frames at which those pictures appear; the first is `from`. Both ends are GOP boundaries. */
  held: { from: number; to: number; starts: readonly number[] };
  /** Target FLV. */
  target: string;
}

const KEY_SLICE = 5;
const LENGTH_BYTES = 4;

/** Assembles a stream in which a held picture is coded once a second and repeated by skip frames otherwise. */
export async function weave({ edges, pictures, held, target }: WeaveInput): Promise<void> {
  const files: FileHandle[] = [];
  const opened = async (path: string, flags: string) => {
    const file = await open(path, flags);
    files.push(file);
    return file;
  };
  try {
    const outer = await readFlv(await opened(edges, 'r'));
    const inner = await readFlv(await opened(pictures, 'r'));
    if (!inner.configuration.equals(outer.configuration)) throw new Error('the pictures’ headers differ');
    const writer = new FlvWriter(await opened(target, 'w'), outer.configuration);
    const added = held.to - held.from;
    for (let count = 0; count < held.from; count += 1) {
      const picture = await outer.pictures.next();
      if (picture.done) throw new Error('the clip ends before its held pictures');
      await writer.add(picture.value);
    }
    await weaveHeld(inner.pictures, held, readHeaders(inner.configuration), writer);
    for await (const picture of outer.pictures) await writer.add({ ...picture, frame: picture.frame + added });
    await writer.end();
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}

async function weaveHeld(
  pictures: AsyncGenerator<{ data: Buffer }>,
  { from, to, starts }: WeaveInput['held'],
  headers: StreamHeaders,
  writer: FlvWriter,
): Promise<void> {
  const repeats = Array.from({ length: GOP_FRAMES }, (_, place) => lengthPrefixed([repeatedPicture(headers, place)]));
  const appears = new Set(starts);
  let slices: Buffer[] = [];
  for (let frame = from; frame < to; frame += 1) {
    const place = frame % GOP_FRAMES;
    const isNew = appears.has(frame);
    if (isNew) {
      const next = await pictures.next();
      if (next.done) throw new Error('a held picture is missing');
      slices = slicesOf(next.value.data);
    }
    const data =
      place === 0
        ? lengthPrefixed(slices)
        : isNew
          ? lengthPrefixed(slices.map((slice) => innerPicture(headers, slice, place)))
          : repeats[place];
    if (data) await writer.add({ isKey: place === 0, frame, data });
  }
}

/** Slices of a key frame, without the encoder's SEI. */
function slicesOf(data: Buffer): Buffer[] {
  const slices: Buffer[] = [];
  for (let at = 0; at < data.length; ) {
    const begin = at + LENGTH_BYTES;
    at = begin + data.readUInt32BE(at);
    if (((data[begin] ?? 0) & 31) === KEY_SLICE) slices.push(data.subarray(begin, at));
  }
  return slices;
}

function lengthPrefixed(units: readonly Buffer[]): Buffer {
  return Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(unit.length);
      return [length, unit];
    }),
  );
}
