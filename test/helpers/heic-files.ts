import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Encodes pictures (PNG, JPEG) into one HEIC, the first as its main one. */
export async function heifEncode(target: string, ...pictures: string[]): Promise<void> {
  const named = `${target}.heic`;
  await run('heif-enc', [...(await Promise.all(pictures.map(withEnding))), '-q', '95', '-o', named]);
  await writeFile(target, await readFile(named));
}

/** The encoder goes by the endings of names. */
async function withEnding(source: string): Promise<string> {
  const bytes = await readFile(source);
  const named = `${source}.in.${bytes[0] === 0x89 ? 'png' : 'jpg'}`;
  await writeFile(named, bytes);
  return named;
}

interface Box {
  start: number;
  size: number;
  header: number;
}

/**
 * Adds what an iPhone writes into a HEIC for a turned picture: an `irot` property of its main item.
 * `anticlockwise` is the turn that a decoder has to apply.
 */
export function addHeicRotation(file: Buffer, anticlockwise: 90 | 180 | 270): Buffer {
  const meta = find(file, 'meta', 0, file.length, 8);
  const iprp = find(file, 'iprp', meta.start + 12, meta.start + meta.size);
  const ipco = find(file, 'ipco', iprp.start + 8, iprp.start + iprp.size);
  const ipma = find(file, 'ipma', iprp.start + 8, iprp.start + iprp.size);
  const pitm = find(file, 'pitm', meta.start + 12, meta.start + meta.size);
  const mainItem = file.readUInt16BE(pitm.start + 12);

  const irot = Buffer.from([0, 0, 0, 9, 0x69, 0x72, 0x6f, 0x74, anticlockwise / 90]);
  const property = countBoxes(file, ipco.start + 8, ipco.start + ipco.size) + 1;
  const entry = associations(file, ipma, mainItem);
  const added = irot.length + 1;

  const out = Buffer.concat([
    file.subarray(0, ipco.start + ipco.size),
    irot,
    file.subarray(ipco.start + ipco.size, entry.end),
    Buffer.from([0x80 | property]),
    file.subarray(entry.end),
  ]);
  out.writeUInt8((file[entry.countAt] ?? 0) + 1, entry.countAt + irot.length);
  for (const box of [meta, iprp]) out.writeUInt32BE(box.size + added, box.start);
  out.writeUInt32BE(ipco.size + irot.length, ipco.start);
  out.writeUInt32BE(ipma.size + 1, ipma.start + irot.length);
  moveItems(out, find(out, 'iloc', meta.start + 12, meta.start + meta.size + added), added);
  return out;
}

/** Lets what belongs to one picture of a HEIC, such as EXIF and its gain map, belong to its last one too: so iOS 18 writes. */
export function addHeicOwner(file: Buffer): Buffer {
  const meta = find(file, 'meta', 0, file.length, 8);
  const iref = find(file, 'iref', meta.start + 12, meta.start + meta.size);
  const iinf = find(file, 'iinf', meta.start + 12, meta.start + meta.size);
  const lastItem = file.readUInt16BE(iinf.start + iinf.size - 9);
  const references = [file.subarray(iref.start, iref.start + 12)];
  for (let at = iref.start + 12; at < iref.start + iref.size; at += file.readUInt32BE(at)) {
    const reference = Buffer.concat([file.subarray(at, at + file.readUInt32BE(at)), Buffer.alloc(2)]);
    reference.writeUInt32BE(reference.length);
    reference.writeUInt16BE(file.readUInt16BE(at + 10) + 1, 10);
    reference.writeUInt16BE(lastItem, reference.length - 2);
    references.push(reference);
  }
  const grown = Buffer.concat(references);
  const added = grown.length - iref.size;
  const out = Buffer.concat([file.subarray(0, iref.start), grown, file.subarray(iref.start + iref.size)]);
  out.writeUInt32BE(grown.length, iref.start);
  out.writeUInt32BE(meta.size + added, meta.start);
  moveItems(out, find(out, 'iloc', meta.start + 12, iref.start), added);
  return out;
}

function find(file: Buffer, type: string, from: number, to: number, header = 8): Box {
  for (let at = from; at + 8 <= to; at += file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) === type) return { start: at, size: file.readUInt32BE(at), header };
  }
  throw new Error(`no ${type} box`);
}

function countBoxes(file: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = from; at + 8 <= to; at += file.readUInt32BE(at)) count += 1;
  return count;
}

/** Where the list of an item's properties has its count and its end (item ids of 16 bits, properties of 7). */
function associations(file: Buffer, ipma: Box, item: number): { countAt: number; end: number } {
  let at = ipma.start + 16;
  for (let left = file.readUInt32BE(ipma.start + 12); left > 0; left--) {
    const count = file[at + 2] ?? 0;
    if (file.readUInt16BE(at) === item) return { countAt: at + 2, end: at + 3 + count };
    at += 3 + count;
  }
  throw new Error('the main item has no properties');
}

/** The pictures lie behind the header, which grew. */
function moveItems(file: Buffer, iloc: Box, by: number): void {
  const version = file[iloc.start + 8] ?? 0;
  const sizes = file.readUInt16BE(iloc.start + 12);
  const [offsetSize, lengthSize, baseSize, indexSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15, sizes & 15];
  let at = iloc.start + 16;
  for (let left = file.readUInt16BE(iloc.start + 14); left > 0; left--) {
    const method = version > 0 ? file.readUInt16BE(at + 2) & 15 : 0;
    at += version > 0 ? 6 : 4;
    const base = baseSize > 0 ? file.readUIntBE(at, baseSize) : 0;
    if (base > 0 && method === 0) file.writeUIntBE(base + by, at, baseSize);
    at += baseSize;
    const extents = file.readUInt16BE(at);
    at += 2;
    for (let i = 0; i < extents; i++) {
      if (version > 0) at += indexSize;
      if (base === 0 && method === 0 && offsetSize > 0) {
        file.writeUIntBE(file.readUIntBE(at, offsetSize) + by, at, offsetSize);
      }
      at += offsetSize + lengthSize;
    }
  }
}
