import { closeSync, openSync, readSync } from 'node:fs';
import { damaged } from './errors.ts';

const HEADER = 24;
const META_BYTES = HEADER + 136;
const MAGIC = 0xbeefc0de;
const [BRANCH, LEAF, OVERFLOW, META, HAS_OVERFLOW] = [1, 2, 4, 8, 0x2000];
const NO_PAGE = 2 ** 48 - 1;
const PAGE_SIZES = [4096, 8192, 16_384, 32_768];

interface Tree {
  depth: number;
  branches: number;
  leaves: number;
  overflows: number;
  entries: number;
  root: number;
}

interface Meta {
  pageSize: number;
  flags: number;
  free: Tree;
  main: Tree;
  lastPage: number;
  transaction: number;
}

/** Called with each record: the bytes of its key and its value, one after the other. They are valid during the call only. */
type OnRecord = (record: Buffer, keyBytes: number) => void;

/**
 * Reads all of a database file page by page, as the comments of LMDB's mdb.c lay it out, and compares what refers to each
 * other: pages, their counts, the order of keys, free pages. LMDB trusts what it reads: a damaged page ends the process or
 * hides records. Throws what `damaged` makes. The file must be closed, or no page of it may be reused meanwhile.
 */
export function checkFile(path: string, onRecord: OnRecord): void {
  const fd = openSync(path, 'r');
  try {
    const meta = readMeta(fd);
    const used = new Uint8Array(meta.lastPage + 1).fill(1, 0, 2);
    checkTree(fd, meta, meta.main, used, onRecord, (a, aStart, aEnd, b, bStart, bEnd) =>
      a.compare(b, bStart, bEnd, aStart, aEnd),
    );
    const onFreed: OnRecord = (record) => freePages(record, meta.transaction, (page) => use(used, page));
    checkTree(fd, meta, meta.free, used, onFreed, (a, at, _aEnd, b, bAt) => numberAt(a, at) - numberAt(b, bAt));
  } catch (error) {
    throw error instanceof RangeError ? damaged('a number in it is out of range') : error;
  } finally {
    closeSync(fd);
  }
}

/** Both pages that say where the rest is; commits write them in turn. */
function readMeta(fd: number): Meta {
  const first = metaAt(fd, 0);
  const second = metaAt(fd, first.pageSize);
  const [newer, older] = first.transaction > second.transaction ? [first, second] : [second, first];
  const isInTurn = newer.transaction % 2 === (newer === second ? 1 : 0);
  const isNext = older.transaction === newer.transaction - 1 || older.main.root === NO_PAGE;
  if (!isInTurn || !isNext || newer.flags !== older.flags) throw damaged('its first two pages contradict each other');
  return newer;
}

function metaAt(fd: number, position: number): Meta {
  const page = Buffer.alloc(META_BYTES);
  if (readSync(fd, page, 0, META_BYTES, position) < META_BYTES) throw damaged('it is cut short');
  if (page.readUInt32LE(HEADER) !== MAGIC || page.readUInt32LE(HEADER + 4) !== 2)
    throw damaged('it does not begin as a file of this database');
  const meta = {
    pageSize: page.readUInt32LE(HEADER + 24),
    flags: page.readUInt16LE(HEADER + 28),
    free: treeAt(page, HEADER + 24),
    main: treeAt(page, HEADER + 72),
    lastPage: numberAt(page, HEADER + 120),
    transaction: numberAt(page, HEADER + 128),
  };
  const isMeta = page.readUInt16LE(18) === META && numberAt(page, 0) * meta.pageSize === position;
  const mapBytes = numberAt(page, HEADER + 16);
  const isSized = PAGE_SIZES.includes(meta.pageSize) && mapBytes < 2 ** 44 && meta.lastPage * meta.pageSize < mapBytes;
  // The fixed address, and the options of the main tree, which has none.
  const isPlain = numberAt(page, HEADER + 8) === 0 && page.readUIntLE(HEADER + 72, 6) === 0;
  if (!isMeta || !isSized || !isPlain) throw damaged('one of its first two pages');
  return meta;
}

function treeAt(page: Buffer, at: number): Tree {
  const numbers = [8, 16, 24, 32, 40].map((offset) => numberAt(page, at + offset));
  const [branches = 0, leaves = 0, overflows = 0, entries = 0, root = 0] = numbers;
  return { depth: page.readUInt16LE(at + 6), branches, leaves, overflows, entries, root };
}

/** A number of eight bytes, of which no real one needs more than six; all bits set mean none. */
function numberAt(bytes: Buffer, at: number): number {
  const [low, high] = [bytes.readUIntLE(at, 6), bytes.readUInt16LE(at + 6)];
  if (high !== 0 && !(high === 0xffff && low === NO_PAGE)) throw damaged('a number in it is too large');
  return low;
}

function use(used: Uint8Array, page: number): void {
  if (used[page] !== 0) throw damaged(`page ${page} is used twice or lies outside`);
  used[page] = 1;
}

type Compare = (a: Buffer, aStart: number, aEnd: number, b: Buffer, bStart: number, bEnd: number) => number;

function checkTree(fd: number, meta: Meta, tree: Tree, used: Uint8Array, onRecord: OnRecord, compare: Compare): void {
  const { pageSize } = meta;
  const found = { branches: 0, leaves: 0, overflows: 0, entries: 0 };

  function read(page: number, into: Buffer): void {
    use(used, page);
    if (readSync(fd, into, 0, into.length, page * pageSize) < into.length) throw damaged(`page ${page} is cut off`);
    if (numberAt(into, 0) !== page) throw damaged(`page ${page}`);
  }

  /** A value that has pages of its own, put behind its key. */
  function readLarge(key: Buffer, page: number, bytes: number): Buffer {
    const pages = Math.ceil((HEADER + bytes) / pageSize);
    const all = Buffer.allocUnsafe(pages * pageSize);
    read(page, all);
    const held = all.readUInt32LE(20);
    if (all.readUInt16LE(18) !== OVERFLOW || held < pages || page + held > used.length) throw damaged(`page ${page}`);
    for (let next = page + 1; next < page + held; next++) use(used, next);
    found.overflows += held;
    return Buffer.concat([key, all.subarray(HEADER, HEADER + bytes)]);
  }

  function leafRecord(page: Buffer, node: number, keyEnd: number): void {
    const bytes = page.readUInt32LE(node);
    const flags = page.readUInt16LE(node + 4);
    const end = keyEnd + (flags === 1 ? 8 : bytes);
    if (flags > 1 || end > pageSize) throw damaged(`page ${numberAt(page, 0)}`);
    const record = page.subarray(node + 8, flags === 1 ? keyEnd : end);
    onRecord(flags === 1 ? readLarge(record, numberAt(page, keyEnd), bytes) : record, keyEnd - node - 8);
    found.entries++;
  }

  /** @param low the first key that may be on the page; `high` the first one that may not */
  function walk(number: number, depth: number, low?: Buffer, high?: Buffer): void {
    const page = Buffer.allocUnsafe(pageSize);
    read(number, page);
    const isLeaf = depth === 1;
    const lower = page.readUInt16LE(20);
    const upper = page.readUInt16LE(22);
    const wrong = damaged.bind(null, `page ${number}`);
    if ((page.readUInt16LE(18) & ~HAS_OVERFLOW) !== (isLeaf ? LEAF : BRANCH)) throw wrong();
    if (lower % 2 !== 0 || lower === 0 || upper < lower || HEADER + upper > pageSize) throw wrong();
    found[isLeaf ? 'leaves' : 'branches']++;
    const children: [key: Buffer | undefined, page: number][] = [];
    let [before, beforeEnd] = [0, 0];
    for (let at = HEADER; at < HEADER + lower; at += 2) {
      const node = HEADER + page.readUInt16LE(at);
      if (node < HEADER + upper || node + 8 > pageSize) throw wrong();
      const [key, keyEnd] = [node + 8, node + 8 + page.readUInt16LE(node + 6)];
      if (keyEnd > pageSize) throw wrong();
      const isFirst = at === HEADER;
      if (isLeaf || !isFirst) {
        if (before > 0 && compare(page, before, beforeEnd, page, key, keyEnd) >= 0) throw wrong();
        if (before === 0 && low && compare(low, 0, low.length, page, key, keyEnd) > 0) throw wrong();
        [before, beforeEnd] = [key, keyEnd];
      }
      if (isLeaf) leafRecord(page, node, keyEnd);
      else {
        const child = page.readUInt32LE(node) + page.readUInt16LE(node + 4) * 2 ** 32;
        children.push([isFirst ? low : page.subarray(key, keyEnd), child]);
      }
    }
    if (before > 0 && high && compare(page, before, beforeEnd, high, 0, high.length) >= 0) throw wrong();
    for (const [i, [key, child]] of children.entries())
      walk(child, depth - 1, key, i + 1 < children.length ? children[i + 1]?.[0] : high);
  }

  if (tree.root !== NO_PAGE) walk(tree.root, tree.depth);
  for (const name of ['branches', 'leaves', 'overflows', 'entries'] as const)
    if (found[name] !== tree[name]) throw damaged(`${found[name]} of ${tree[name]} ${name}`);
}

/** The pages that a transaction freed: a count, then page numbers, or a run of them as its negative length and its first page. */
function freePages(record: Buffer, transaction: number, onPage: (page: number) => void): void {
  if (numberAt(record, 0) > transaction) throw damaged('its free pages');
  const end = 16 + numberAt(record, 8) * 8;
  for (let at = 16; at < end; at += 8) {
    const number = record.readBigInt64LE(at);
    if (number > 0n) onPage(numberAt(record, at));
    if (number >= 0n) continue;
    at += 8;
    for (let page = numberAt(record, at), left = -number; left > 0n; page++, left--) onPage(page);
  }
}
