import { EJSON, ObjectId } from 'bson';
import { type Doc, encode, isArrayIndex, isDoc, MAX_DOCUMENT_BYTES } from './bson.ts';
import { type Catalog, type Collection, documentKey, partOf, recordBytes } from './catalog.ts';
import { check, MongoError, notImplemented } from './errors.ts';
import { entriesOf, type Index, type IndexEntry } from './indexes.ts';
import { typeName } from './order.ts';
import type { Paced } from './pace.ts';
import type { Store } from './store.ts';

const NOTHING = Buffer.alloc(0);
const PAST_RECORDS = Buffer.alloc(8, 0xff);

/** Writes documents together with their index entries. Each checks everything before it changes anything. */
export class Documents {
  constructor(
    private readonly store: Store,
    private readonly catalog: Catalog,
  ) {}

  insert(collection: Collection, doc: Doc): void {
    this.change(collection, collection.nextRecord, undefined, checkId(withIdFirst(doc)));
    collection.nextRecord++;
  }

  /** How many a collection has; kept with each change, so nothing is read. */
  count(collection: Collection): number {
    return this.store.count(collection.number);
  }

  buildIndex(collection: Collection, index: Index, docs: Paced<{ record: number; doc: Doc }>): void {
    this.store.requireRoom(0, false);
    for (const hit of docs) if (hit) this.#changeIndex(collection, index, hit.record, undefined, hit.doc)();
  }

  /** Replaces a document, or removes it where there is nothing `after` it. `given` are the bytes of the new one. */
  change(collection: Collection, record: number, before?: Doc, after?: Doc, given?: Buffer): void {
    const first = after && Object.keys(after)[0];
    if (isArrayIndex(first)) throw notImplemented(`_id before the field name ${first}, a whole number,`);
    const bytes = after && (given ?? encode(after));
    const size = bytes?.length ?? 0;
    const tooLarge = `BSONObj size: ${size} is invalid. Size must be between 0 and ${MAX_DOCUMENT_BYTES}`;
    check(size <= MAX_DOCUMENT_BYTES, 'BSONObjectTooLarge', tooLarge);
    if (bytes) this.store.requireRoom(size, before !== undefined);
    const changes = collection.indexes.map((index) => this.#changeIndex(collection, index, record, before, after));
    for (const apply of changes) apply();
    const key = documentKey(collection, record);
    if (bytes) this.store.put(key, bytes);
    else this.store.remove(key);
  }

  /** What changes the index entries of one document; throws where a unique one is taken. */
  #changeIndex(collection: Collection, index: Index, record: number, before?: Doc, after?: Doc): () => void {
    const old = before ? entriesOf(index, before).entries : new Map<string, IndexEntry>();
    const fresh = after ? entriesOf(index, after) : undefined;
    const added = fresh ? [...fresh.entries.values()].filter((entry) => !old.has(entry.id)) : [];
    const removed = [...old.values()].filter((entry) => !fresh?.entries.has(entry.id));
    if (index.unique) for (const entry of added) this.#checkUnique(collection, index, entry, record);
    const multikey = index.multikey || fresh?.multikey === true;
    const inexact = index.inexact || added.some((entry) => !entry.exact);
    if (multikey !== index.multikey || inexact !== index.inexact)
      this.catalog.changeIndex(collection, index, { multikey, inexact });
    const keyOf = ({ bytes }: IndexEntry) =>
      Buffer.concat([partOf(collection, index.number), bytes, recordBytes(record)]);
    return () => {
      for (const entry of removed) this.store.remove(keyOf(entry));
      for (const entry of added) this.store.put(keyOf(entry), NOTHING);
    };
  }

  #checkUnique(collection: Collection, index: Index, entry: IndexEntry, record: number): void {
    const low = Buffer.concat([partOf(collection, index.number), entry.bytes]);
    for (const { key } of this.store.scan({ low, high: Buffer.concat([low, PAST_RECORDS]) }))
      if (key.readUIntBE(key.length - 6, 6) !== record) throw duplicateKey(collection, index, entry.values);
  }
}

function duplicateKey(collection: Collection, index: Index, values: unknown[]): MongoError {
  const keyValue: Doc = Object.fromEntries(index.fields.map(({ path }, i) => [path, values[i] ?? null]));
  const place = `collection: ${collection.ns} index: ${index.name} dup key: ${EJSON.stringify(keyValue)}`;
  return new MongoError('DuplicateKey', `E11000 duplicate key error ${place}`, {
    keyPattern: index.spec.key,
    keyValue,
  });
}

/** The document with `_id` as its first field, a new one where it has none. */
export function withIdFirst(doc: Doc): Doc {
  if (Object.keys(doc)[0] === '_id') return doc;
  return { _id: Object.hasOwn(doc, '_id') ? doc._id : new ObjectId(), ...doc };
}

function checkId(doc: Doc): Doc {
  const id = doc._id;
  const type = id === undefined ? 'undefined' : typeName(id);
  check(!['array', 'regex', 'undefined'].includes(type), 'InvalidIdField', `The '_id' value cannot be of type ${type}`);
  const isOperator = isDoc(id) && Object.keys(id).some((key) => key.startsWith('$'));
  check(!isOperator, 'DollarPrefixedFieldName', "_id fields may not contain '$'-prefixed fields");
  return doc;
}
