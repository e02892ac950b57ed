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

type OnRecord = (key: Buffer, value: Buffer) => void;
type Compare = (a: Buffer, b: Buffer) => number;

/**
 * Compares all pages of a closed database file, as mdb.c lays them out. LMDB trusts what it reads: a damaged page ends
 * the process or hides records. Throws what `damaged` makes.
 */
export function checkFile(path: string, onRecord: OnRecord): void {
  const fd = openSync(path, 'r');
  try {
    const meta = readMeta(fd);
    const used = new Uint8Array(meta.lastPage + 1).fill(1, 0, 2);
    checkTree(fd, meta, meta.main, used, onRecord, Buffer.compare);
    const onFreed: OnRecord = (by, pages) => {
      if (numberAt(by, 0) > meta.transaction) throw damaged('its free pages');
      eachFree(pages, (page) => use(used, page));
    };
    checkTree(fd, meta, meta.free, used, onFreed, (a, b) => numberAt(a, 0) - numberAt(b, 0));
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

function checkTree(fd: number, meta: Meta, tree: Tree, used: Uint8Array, onRecord: OnRecord, compare: Compare): void {
  const { pageSize } = meta;
  const found = { branches: 0, leaves: 0, overflows: 0, entries: 0 };

  function read(page: number, into: Buffer): void {
    use(used, page);
    if (readSync(fd, into, 0, into.length, page * pageSize) < into.length) throw damaged(`page ${page} is cut off`);
    if (numberAt(into, 0) !== page) throw damaged(`page ${page}`);
  }

  /** A value that has pages of its own. */
  function readLarge(page: number, bytes: number): Buffer {
    const pages = Math.ceil((HEADER + bytes) / pageSize);
    const all = Buffer.allocUnsafe(pages * pageSize);
    read(page, all);
    const held = all.readUInt32LE(20);
    if (all.readUInt16LE(18) !== OVERFLOW || held < pages || page + held > used.length) throw damaged(`page ${page}`);
    for (let next = page + 1; next < page + held; next++) use(used, next);
    found.overflows += held;
    return all.subarray(HEADER, HEADER + bytes);
  }

  function valueAt(page: Buffer, node: number, start: number): Buffer {
    const bytes = page.readUInt32LE(node);
    const isLarge = page.readUInt16LE(node + 4) === 1;
    const end = start + (isLarge ? 8 : bytes);
    if (page.readUInt16LE(node + 4) > 1 || end > pageSize) throw damaged(`page ${numberAt(page, 0)}`);
    return isLarge ? readLarge(numberAt(page, start), bytes) : page.subarray(start, end);
  }

  /** @param low the first key that may be on the page; `high` the first one that may not */
  function walk(number: number, depth: number, low?: Buffer, high?: Buffer): void {
    const page = Buffer.allocUnsafe(pageSize);
    read(number, page);
    const isLeaf = depth === 1;
    const [lower, upper] = [page.readUInt16LE(20), page.readUInt16LE(22)];
    const wrong = damaged.bind(null, `page ${number}`);
    if ((page.readUInt16LE(18) & ~HAS_OVERFLOW) !== (isLeaf ? LEAF : BRANCH)) throw wrong();
    if (lower % 2 !== 0 || lower === 0 || upper < lower || HEADER + upper > pageSize) throw wrong();
    found[isLeaf ? 'leaves' : 'branches']++;
    const children: [key: Buffer | undefined, page: number][] = [];
    let before: Buffer | undefined;
    for (let at = HEADER; at < HEADER + lower; at += 2) {
      const node = HEADER + page.readUInt16LE(at);
      if (node < HEADER + upper || node + 8 > pageSize) throw wrong();
      const keyEnd = node + 8 + page.readUInt16LE(node + 6);
      if (keyEnd > pageSize) throw wrong();
      const isFirst = at === HEADER;
      const key = isLeaf || !isFirst ? page.subarray(node + 8, keyEnd) : undefined;
      if (key && (before ? compare(before, key) >= 0 : low && compare(low, key) > 0)) throw wrong();
      before = key;
      if (!isLeaf) children.push([key ?? low, page.readUInt32LE(node) + page.readUInt16LE(node + 4) * 2 ** 32]);
      else onRecord(key as Buffer, valueAt(page, node, keyEnd));
      if (isLeaf) found.entries++;
    }
    if (before && high && compare(before, high) >= 0) throw wrong();
    for (const [i, [key, child]] of children.entries())
      walk(child, depth - 1, key, i + 1 < children.length ? children[i + 1]?.[0] : high);
  }

  if (tree.root !== NO_PAGE) walk(tree.root, tree.depth);
  for (const name of ['branches', 'leaves', 'overflows', 'entries'] as const)
    if (found[name] !== tree[name]) throw damaged(`${found[name]} of ${tree[name]} ${name}`);
}

/** Pages that a transaction freed: a count, then page numbers, or of a run its negative length and its first page. */
function eachFree(pages: Buffer, onPage: (page: number) => void): void {
  for (let at = 8; at < 8 + numberAt(pages, 0) * 8; at += 8) {
    const number = pages.readBigInt64LE(at);
    if (number > 0n) onPage(numberAt(pages, at));
    if (number >= 0n) continue;
    at += 8;
    for (let page = numberAt(pages, at), left = -number; left > 0n; page++, left--) onPage(page);
  }
}
