import { join } from 'node:path';
import { decode } from '../../src/embedded-mongo/bson.ts';
import { Catalog, type Collection, partOf, recordBytes } from '../../src/embedded-mongo/catalog.ts';
import { entriesOf } from '../../src/embedded-mongo/indexes.ts';
import { Store } from '../../src/embedded-mongo/store.ts';

/** Holds each index of the embedded database against its documents, entry by entry; says what differs. Nobody may have it open. */
export async function indexFaults(folder: string): Promise<{ faults: string[]; documents: number; entries: number }> {
  const store = new Store(join(folder, 'data.mdb'));
  try {
    const sums = new Catalog(store).all().map((collection) => faultsOf(store, collection));
    return {
      faults: sums.flatMap(({ faults }) => faults),
      documents: sums.reduce((sum, each) => sum + each.documents, 0),
      entries: sums.reduce((sum, each) => sum + each.entries, 0),
    };
  } finally {
    await store.close();
  }
}

/** How many records belong to no collection and no index that is there. Nobody may have the database open. */
export async function strayRecords(folder: string): Promise<number> {
  const store = new Store(join(folder, 'data.mdb'));
  try {
    const held = new Catalog(store).all();
    const parts = held.flatMap((collection) => [
      partOf(collection, 0),
      ...collection.indexes.map(({ number }) => partOf(collection, number)),
    ]);
    const known = new Set(parts.map((part) => part.toString('hex')));
    const everything = store.scan({ low: Buffer.from([0, 0, 0, 1]), high: Buffer.alloc(8, 255) });
    return [...everything].filter(({ key }) => !known.has(key.toString('hex', 0, 6))).length;
  } finally {
    await store.close();
  }
}

function faultsOf(store: Store, collection: Collection): { faults: string[]; documents: number; entries: number } {
  const part = (number: number) => [
    ...store.scan({ low: partOf(collection, number), high: partOf(collection, number + 1) }),
  ];
  const documents = part(0).map(({ key, value }) => ({ record: key.readUIntBE(6, 6), doc: decode(value) }));
  const faults: string[] = [];
  let entries = 0;
  for (const index of collection.indexes) {
    const wanted = new Set<string>();
    for (const { record, doc } of documents) {
      for (const { bytes } of entriesOf(index, doc).entries.values()) {
        wanted.add(Buffer.concat([partOf(collection, index.number), bytes, recordBytes(record)]).toString('hex'));
      }
    }
    const found = new Set(part(index.number).map(({ key }) => key.toString('hex')));
    const missing = [...wanted].filter((key) => !found.has(key)).length;
    const extra = [...found].filter((key) => !wanted.has(key)).length;
    if (missing + extra > 0) {
      faults.push(`${collection.ns}, ${index.name}: ${missing} entries missing, ${extra} without a document`);
    }
    entries += found.size;
  }
  return { faults, documents: documents.length, entries };
}
