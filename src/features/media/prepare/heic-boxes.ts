import { readFile, writeFile } from 'node:fs/promises';

export interface HeicBox {
  type: string;
  /** Offsets of the box, its content and its end. */
  start: number;
  content: number;
  end: number;
}

/** Far more than a phone writes; each takes memory. */
const MOST_BOXES = 10_000;

/** Reads the boxes of a HEIC between two offsets. Throws RangeError if one ends beyond the second, or if there are too many. */
export function heicBoxesIn(bytes: Buffer, from: number, to: number): HeicBox[] {
  return [...boxesFrom(bytes, from, to)];
}

function* boxesFrom(bytes: Buffer, from: number, to: number): Generator<HeicBox> {
  let count = 0;
  for (let at = from; at + 8 <= to; count += 1) {
    const short = bytes.readUInt32BE(at);
    const content = at + (short === 1 ? 16 : 8);
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    const end = at + size;
    if (end > to || end < content) throw new RangeError('a HEIC box beyond the end');
    if (count === MOST_BOXES) throw new RangeError('a HEIC of too many boxes');
    yield { type: bytes.toString('latin1', at + 4, at + 8), start: at, content, end };
    at = end;
  }
}

/** The first of a type; what follows it is not read, as some phones append something else. */
function firstBox(bytes: Buffer, type: string, from: number, to: number): HeicBox | null {
  for (const box of boxesFrom(bytes, from, to)) if (box.type === type) return box;
  return null;
}

/**
 * Writes a copy that older libheif opens too. iOS 18 and later let the gain map and the EXIF belong to two pictures,
 * and libheif before 1.18 then refuses the whole file; what belongs to several belongs to none in the copy.
 * @returns the copy, or `path` if it needs none
 */
export async function heicForOldDecoders(path: string, copy: string): Promise<string> {
  const bytes = await readFile(path);
  if (!skipSharedItems(bytes)) return path;
  await writeFile(copy, bytes);
  return copy;
}

function skipSharedItems(bytes: Buffer): boolean {
  let changes = 0;
  for (const { type, start, owners } of referencesIn(bytes)) {
    if (owners < 2 || !(type === 'auxl' || type === 'cdsc')) continue;
    bytes.write('skip', start + 4, 'latin1');
    changes += 1;
  }
  return changes > 0;
}

/** Parses `iref` (ISO/IEC 14496-12, 8.11.12). Of a broken file it finds none: the decoder says what is wrong. */
function referencesIn(bytes: Buffer): (HeicBox & { owners: number })[] {
  try {
    const meta = firstBox(bytes, 'meta', 0, bytes.length);
    const iref = meta && firstBox(bytes, 'iref', meta.content + 4, meta.end);
    if (!iref) return [];
    const idSize = bytes[iref.content] === 0 ? 2 : 4;
    return heicBoxesIn(bytes, iref.content + 4, iref.end).map((box) => ({
      ...box,
      owners: bytes.readUInt16BE(box.content + idSize),
    }));
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
