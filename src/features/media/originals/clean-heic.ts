import { type HeicBox, heicBoxesIn } from '../prepare/heic-boxes.ts';
import { orientationTiff, UncleanableError } from './blank-exif.ts';

const KEPT = new Set(['ftyp', 'meta', 'mdat', 'free', 'skip']);
/** Items of a HEIC that are metadata: EXIF, and XMP as `mime`. */
const METADATA_ITEMS = new Set(['Exif', 'mime', 'uri ']);

/**
 * Overwrites EXIF and XMP of a HEIC in place, so that offsets stay; blanks other boxes, such as a motion photo's video.
 * The rotation is in the picture's own properties.
 */
export function cleanHeic(bytes: Buffer): Buffer[] {
  const boxes = heicBoxesIn(bytes, 0, bytes.length);
  const meta = boxes.find(({ type }) => type === 'meta');
  if (!meta) throw new UncleanableError('a HEIC without a list of its items');
  const inside = heicBoxesIn(bytes, meta.content + 4, meta.end);
  const metadata = metadataItems(bytes, inside);
  const idat = inside.find(({ type }) => type === 'idat');
  for (const { itemId, isInIdat, start, length } of extentsOf(bytes, inside)) {
    if (!metadata.has(itemId)) continue;
    if (isInIdat && !idat) throw new UncleanableError('a HEIC item without its data');
    const from = start + (isInIdat ? (idat?.content ?? 0) : 0);
    if (from + length > bytes.length) throw new UncleanableError('a HEIC item beyond the end');
    blank(bytes, from, from + length);
  }
  for (const box of boxes) if (!KEPT.has(box.type)) blankBox(bytes, box);
  for (const box of inside) if (box.type === 'uuid' || box.type === 'xml ') blankBox(bytes, box);
  return [bytes];
}

/** Writes an empty EXIF block if it fits, which decoders accept. */
function blank(bytes: Buffer, from: number, to: number): void {
  bytes.fill(0, from, to);
  const tiff = orientationTiff(1);
  if (to - from >= tiff.length + 4) tiff.copy(bytes, from + 4);
}

function blankBox(bytes: Buffer, { start, content, end }: HeicBox): void {
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, content, end);
}

function metadataItems(bytes: Buffer, inside: readonly HeicBox[]): Set<number> {
  const found = new Set<number>();
  const iinf = inside.find(({ type }) => type === 'iinf');
  if (!iinf) return found;
  const isLong = bytes[iinf.content] !== 0;
  for (const infe of heicBoxesIn(bytes, iinf.content + (isLong ? 8 : 6), iinf.end)) {
    const version = bytes[infe.content] ?? 0;
    if (version < 2) throw new UncleanableError('a HEIC item of no type');
    const wide = version > 2 ? 4 : 2;
    const id = bytes.readUIntBE(infe.content + 4, wide);
    const type = bytes.toString('latin1', infe.content + 6 + wide, infe.content + 10 + wide);
    if (METADATA_ITEMS.has(type)) found.add(id);
  }
  return found;
}

interface Extent {
  itemId: number;
  isInIdat: boolean;
  start: number;
  length: number;
}

/** Parses `iloc` (ISO/IEC 14496-12, 8.11.3): byte ranges of each item. */
function* extentsOf(bytes: Buffer, inside: readonly HeicBox[]): Generator<Extent> {
  const iloc = inside.find(({ type }) => type === 'iloc');
  if (!iloc) return;
  let at = iloc.content;
  const take = (size: number): number => {
    if (at + size > iloc.end) throw new UncleanableError('a HEIC list that ends early');
    const value = size === 8 ? Number(bytes.readBigUInt64BE(at)) : size === 0 ? 0 : bytes.readUIntBE(at, size);
    at += size;
    return value;
  };
  const version = take(1);
  at += 3;
  const sizes = take(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const idSize = version < 2 ? 2 : 4;
  for (let items = take(idSize); items > 0; items--) {
    const itemId = take(idSize);
    const method = version === 0 ? 0 : take(2) & 15;
    at += 2;
    const base = take(baseSize);
    for (let extents = take(2); extents > 0; extents--) {
      at += indexSize;
      const start = base + take(offsetSize);
      yield { itemId, isInIdat: method === 1, start, length: take(lengthSize) };
    }
  }
}
