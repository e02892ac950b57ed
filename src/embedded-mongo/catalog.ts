import { type Doc, decode, encode } from './bson.ts';
import { MongoError } from './errors.ts';
import { type Index, type IndexState, openIndex, parseIndex } from './indexes.ts';
import type { Store } from './store.ts';

/** A collection: its number is the prefix of all its keys in the store. */
export interface Collection {
  ns: string;
  number: number;
  options: Doc;
  indexes: Index[];
  nextRecord: number;
}

export interface Catalog {
  find(ns: string): Collection | undefined;
  all(): Collection[];
  /** Forgets what is in memory and reads what the store holds. */
  reload(): void;
  /** Runs a change of the store; should it throw, what it changed in memory is undone, as the store undoes its part. */
  attempt<T>(action: () => T): T;
  /** Inside `attempt` only, as are all that follow. */
  create(ns: string, options?: Doc): Collection;
  drop(collection: Collection): void;
  rename(collection: Collection, to: string): void;
  setIndexes(collection: Collection, indexes: Index[]): void;
  /** Remembers that an index now holds keys of arrays, or keys without their order. */
  markIndex(collection: Collection, index: Index, marks: Pick<IndexState, 'multikey' | 'inexact'>): void;
}

const ENTRY = Buffer.from([0, 0, 0, 0, 1]);
const ENTRY_END = Buffer.from([0, 0, 0, 0, 2]);
const COUNTER = Buffer.from([0, 0, 0, 0, 0]);

/** The prefix of a collection's part of the store: its documents at 0, each index at its number. */
export function partOf(collection: Collection, part: number): Buffer {
  const prefix = Buffer.allocUnsafe(6);
  prefix.writeUInt32BE(collection.number, 0);
  prefix.writeUInt16BE(part, 4);
  return prefix;
}

export function recordBytes(record: number): Buffer {
  const bytes = Buffer.allocUnsafe(6);
  bytes.writeUIntBE(record, 0, 6);
  return bytes;
}

export function openCatalog(store: Store): Catalog {
  const collections = new Map<string, Collection>();
  let undo: (() => void)[] = [];

  function load(): void {
    collections.clear();
    for (const { value } of store.scan({ low: ENTRY, high: ENTRY_END })) {
      const saved = decode(value) as unknown as { ns: string; number: { value: number }; options: Doc; indexes: Doc[] };
      const collection: Collection = {
        ns: saved.ns,
        number: saved.number.value,
        options: saved.options,
        indexes: saved.indexes.map((index) => openIndex(index.spec as Doc, index.state as unknown as IndexState)),
        nextRecord: 1,
      };
      for (const { key } of store.scan({ low: partOf(collection, 0), high: partOf(collection, 1) }, true)) {
        collection.nextRecord = key.readUIntBE(6, 6) + 1;
        break;
      }
      collections.set(collection.ns, collection);
    }
  }

  function entryKey(ns: string): Buffer {
    return Buffer.concat([ENTRY, Buffer.from(ns)]);
  }

  function save({ ns, number, options, indexes }: Collection): void {
    const saved = indexes.map(({ spec, number: n, multikey, inexact, isBuilding }) => ({
      spec,
      state: { number: n, multikey, inexact, isBuilding },
    }));
    store.put(entryKey(ns), encode({ ns, number, options, indexes: saved }));
  }

  function create(ns: string, options: Doc = {}): Collection {
    checkNamespace(ns);
    store.requireRoom(0, false);
    const number = (store.get(COUNTER)?.readUInt32BE(0) ?? 0) + 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(number);
    store.put(COUNTER, counter);
    const indexes = [
      openIndex(parseIndex({ key: { _id: 1 }, name: '_id_' }), { number: 1, multikey: false, inexact: false }),
    ];
    const collection = { ns, number, options, indexes, nextRecord: 1 };
    collections.set(ns, collection);
    undo.push(() => collections.delete(ns));
    save(collection);
    return collection;
  }

  function drop(collection: Collection): void {
    store.removeAll(collection.number);
    store.remove(entryKey(collection.ns));
    collections.delete(collection.ns);
    undo.push(() => collections.set(collection.ns, collection));
  }

  function rename(collection: Collection, to: string): void {
    checkNamespace(to);
    store.remove(entryKey(collection.ns));
    const from = collection.ns;
    collections.delete(from);
    collection.ns = to;
    collections.set(to, collection);
    undo.push(() => {
      collections.delete(to);
      collection.ns = from;
      collections.set(from, collection);
    });
    save(collection);
  }

  function setIndexes(collection: Collection, indexes: Index[]): void {
    const before = collection.indexes;
    collection.indexes = indexes;
    undo.push(() => {
      collection.indexes = before;
    });
    save(collection);
  }

  function markIndex(collection: Collection, index: Index, marks: Pick<IndexState, 'multikey' | 'inexact'>): void {
    const before = { multikey: index.multikey, inexact: index.inexact };
    Object.assign(index, marks);
    undo.push(() => Object.assign(index, before));
    if (collection.indexes.includes(index)) save(collection);
  }

  function attempt<T>(action: () => T): T {
    undo = [];
    try {
      return action();
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw error;
    }
  }

  load();
  return {
    find: (ns) => collections.get(ns),
    all: () => [...collections.values()],
    reload: load,
    attempt,
    create,
    drop,
    rename,
    setIndexes,
    markIndex,
  };
}

function checkNamespace(ns: string): void {
  const dot = ns.indexOf('.');
  const name = ns.slice(dot + 1);
  if (
    dot < 1 ||
    dot > 63 ||
    name === '' ||
    name.startsWith('.') ||
    name.endsWith('.') ||
    /[$\0]/.test(ns) ||
    Buffer.byteLength(ns) > 255
  )
    throw new MongoError('InvalidNamespace', `Invalid namespace specified '${ns}'`);
}
