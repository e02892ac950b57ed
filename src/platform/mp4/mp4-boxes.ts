/** An MP4 box: its type, start and end in the buffer or file. */
export interface Box {
  type: string;
  start: number;
  end: number;
}

const HEADER = 8;

/** Consecutive boxes between `start` and `end`. Throws on an invalid size. */
export function boxesIn(buffer: Buffer, start = 0, end = buffer.length): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + HEADER <= end; ) {
    const box = { type: typeAt(buffer, at), start: at, end: at + buffer.readUInt32BE(at) };
    if (box.end < at + HEADER || box.end > end) throw new Error(`a box of ${box.end - at} bytes at ${at} can't be`);
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** Boxes in a pure container box. */
export function childrenOf(buffer: Buffer, box: Box): Box[] {
  return boxesIn(buffer, box.start + HEADER, box.end);
}

/** The only child of that type. Throws if it is missing. */
export function childOf(buffer: Buffer, box: Box, type: string): Box {
  const child = childrenOf(buffer, box).find((each) => each.type === type);
  if (!child) throw new Error(`no ${type} in ${box.type}`);
  return child;
}

export function makeBox(type: string, ...content: Buffer[]): Buffer {
  const bytes = content.reduce((sum, each) => sum + each.length, HEADER);
  return Buffer.concat([boxHeader(type, bytes), ...content]);
}

/** Header of a box with this total size. */
export function boxHeader(type: string, bytes: number): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt32BE(bytes);
  header.write(type, 4, 'latin1');
  return header;
}

function typeAt(buffer: Buffer, at: number): string {
  return buffer.toString('latin1', at + 4, at + HEADER);
}
