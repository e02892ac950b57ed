import { type Doc, decode, encode } from './bson.ts';
import { check } from './errors.ts';
import { type Index, type IndexState, openIndex, parseIndex } from './indexes.ts';
import { beginningWith, prefix } from './records.ts';
import type { Store } from './store.ts';

/** A collection: its number is the prefix of all its keys in the store. */
export interface Collection {
  ns: string;
  number: number;
  indexes: Index[];
  nextRecord: number;
}

const COUNTER = Buffer.from([0, 0, 0, 0, 0]);
const ENTRY = Buffer.from([0, 0, 0, 0, 1]);
/** Followed by the prefix of a collection, or of an index, that was dropped and has records left. */
const DROPPED = Buffer.from([0, 0, 0, 0, 3]);

/** The prefix of a collection's part of the store: its documents at 0, each index at its number. */
export function partOf(collection: Collection, part: number): Buffer {
  const bytes = Buffer.allocUnsafe(6);
  bytes.writeUInt32BE(collection.number, 0);
  bytes.writeUInt16BE(part, 4);
  return bytes;
}

/** The key of a document. */
export function documentKey(collection: Collection, record: number): Buffer {
  return Buffer.concat([partOf(collection, 0), recordBytes(record)]);
}

export function recordBytes(record: number): Buffer {
  const bytes = Buffer.allocUnsafe(6);
  bytes.writeUIntBE(record, 0, 6);
  return bytes;
}

/** The collections and their indexes, as the store holds them. What changes them is called inside `attempt` only. */
export class Catalog {
  readonly #collections = new Map<string, Collection>();
  #undo: (() => void)[] = [];

  constructor(private readonly store: Store) {
    this.reload();
  }

  find(ns: string): Collection | undefined {
    return this.#collections.get(ns);
  }

  /** As `find`; throws NamespaceNotFound. */
  require(ns: string, message = `ns does not exist: ${ns}`): Collection {
    const collection = this.find(ns);
    check(collection, 'NamespaceNotFound', message);
    return collection;
  }

  all(): Collection[] {
    return [...this.#collections.values()];
  }

  reload(): void {
    this.#collections.clear();
    for (const { value } of this.store.scan(beginningWith(ENTRY))) {
      const saved = decode(value) as unknown as { ns: string; number: { value: number }; indexes: Doc[] };
      const indexes = saved.indexes.map(({ spec, state }) => openIndex(spec as Doc, state as unknown as IndexState));
      const collection = { ns: saved.ns, number: saved.number.value, indexes, nextRecord: 1 };
      const [last] = this.store.scan(beginningWith(partOf(collection, 0)), true);
      if (last) collection.nextRecord = last.key.readUIntBE(6, 6) + 1;
      this.#collections.set(saved.ns, collection);
    }
  }

  /** Runs a change of the store; should it throw, what it changed in memory is undone, as the store undoes its part. */
  attempt<T>(action: () => T): T {
    this.#undo = [];
    try {
      return action();
    } catch (error) {
      for (const step of this.#undo.reverse()) step();
      throw error;
    }
  }

  create(ns: string): Collection {
    checkNamespace(ns);
    this.store.requireRoom(0, false);
    const number = (this.store.get(COUNTER)?.readUInt32BE(0) ?? 0) + 1;
    this.store.put(COUNTER, prefix(number));
    const spec = parseIndex({ key: { _id: 1 }, name: '_id_' });
    const collection = { ns, number, indexes: [openIndex(spec, { number: 1 })], nextRecord: 1 };
    this.#place(ns, collection);
    return collection;
  }

  /** Its records are left to `sweep`. */
  drop(collection: Collection): void {
    this.store.put(Buffer.concat([DROPPED, prefix(collection.number)]), Buffer.alloc(0));
    this.#place(collection.ns, undefined);
  }

  rename(collection: Collection, to: string): void {
    checkNamespace(to);
    this.#place(collection.ns, undefined);
    this.#assign(collection, { ns: to });
    this.#place(to, collection);
  }

  addIndex(collection: Collection, spec: Doc, isBuilding: boolean): Index {
    const numbers = collection.indexes.map((index) => index.number);
    // The number of one that was dropped is free when its entries are removed.
    for (const { key } of this.store.scan(beginningWith(DROPPED)))
      if (key.readUInt32BE(5) === collection.number) numbers.push(key.readUInt16BE(9));
    const index = openIndex(spec, { number: Math.max(...numbers) + 1, isBuilding });
    this.#assign(collection, { indexes: [...collection.indexes, index] });
    this.#save(collection);
    return index;
  }

  /** Its entries are left to `sweep`. */
  dropIndex(collection: Collection, index: Index): void {
    this.store.put(Buffer.concat([DROPPED, partOf(collection, index.number)]), Buffer.alloc(0));
    this.#assign(collection, { indexes: collection.indexes.filter((held) => held !== index) });
    this.#save(collection);
  }

  changeIndex(collection: Collection, index: Index, changes: Partial<Index>): void {
    this.#assign(index, changes);
    this.#save(collection);
  }

  /** Removes records of what was dropped, for so many milliseconds at most. @returns whether there are more */
  sweep(ms: number): boolean {
    const end = performance.now() + ms;
    for (const { key } of this.store.scan(beginningWith(DROPPED))) {
      const dropped = key.subarray(DROPPED.length);
      // Backwards: an index entry without its document would look like damage to who still reads.
      for (const record of this.store.scan(beginningWith(dropped), true)) {
        // At least one, as reading the largest document alone can take longer.
        this.store.remove(record.key);
        if (performance.now() > end) return true;
      }
      if (dropped.length === 4) this.store.forget(dropped.readUInt32BE(0));
      this.store.remove(key);
    }
    return false;
  }

  #place(ns: string, collection: Collection | undefined): void {
    const before = this.find(ns);
    const set = (held?: Collection) => (held ? this.#collections.set(ns, held) : this.#collections.delete(ns));
    set(collection);
    this.#undo.push(() => set(before));
    if (collection) this.#save(collection);
    else this.store.remove(entryKey(ns));
  }

  #assign<T extends object>(target: T, changes: Partial<T>): void {
    const before = { ...target };
    Object.assign(target, changes);
    this.#undo.push(() => Object.assign(target, before));
  }

  #save({ ns, number, indexes }: Collection): void {
    const saved = indexes.map(({ spec, number: n, multikey, inexact, isBuilding }) => ({
      spec,
      state: { number: n, multikey, inexact, isBuilding },
    }));
    this.store.put(entryKey(ns), encode({ ns, number, options: {}, indexes: saved }));
  }
}

function entryKey(ns: string): Buffer {
  return Buffer.concat([ENTRY, Buffer.from(ns)]);
}

function checkNamespace(ns: string): void {
  const isGood = /^[^.$\0]{1,63}\.[^.$\0]([^$\0]*[^.$\0])?$/.test(ns) && Buffer.byteLength(ns) <= 255;
  check(isGood, 'InvalidNamespace', `Invalid namespace specified '${ns}'`);
}
