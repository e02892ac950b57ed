import { ObjectId } from 'bson';
import { bsonType, type Doc, encode, isDoc, MAX_DOCUMENT_BYTES } from './bson.ts';
import { type Catalog, type Collection, partOf, recordBytes } from './catalog.ts';
import { badValue, MongoError, notImplemented } from './errors.ts';
import { isArrayIndex } from './field-order.ts';
import { entriesOf, type Index, type IndexEntry } from './indexes.ts';
import { inspectValue } from './inspect.ts';
import type { Paced } from './pace.ts';
import type { Store } from './store.ts';

const NOTHING = Buffer.alloc(0);
const PAST_RECORDS = Buffer.alloc(8, 0xff);

/** Writes documents together with their index entries. Each checks everything before it changes anything. */
export interface Documents {
  insert(collection: Collection, doc: Doc): void;
  replace(collection: Collection, record: number, before: Doc, after: Doc, bytes?: Buffer): void;
  remove(collection: Collection, record: number, doc: Doc): void;
  /** How many a collection has; kept with each change, so nothing is read. */
  count(collection: Collection): number;
  buildIndex(collection: Collection, index: Index, docs: Paced<{ record: number; doc: Doc }>): void;
}

interface Change {
  index: Index;
  removed: IndexEntry[];
  added: IndexEntry[];
}

export function openDocuments(store: Store, catalog: Catalog): Documents {
  function entryKey(collection: Collection, index: Index, entry: IndexEntry, record: number): Buffer {
    return Buffer.concat([partOf(collection, index.number), entry.bytes, recordBytes(record)]);
  }

  /** What the index entries of one document become; throws where a unique one is taken. */
  function planChange(collection: Collection, index: Index, record: number, before?: Doc, after?: Doc): Change {
    const old = before ? entriesOf(index, before).entries : new Map<string, IndexEntry>();
    const fresh = after ? entriesOf(index, after) : undefined;
    const added = fresh ? [...fresh.entries.values()].filter((entry) => !old.has(entry.id)) : [];
    const removed = [...old.values()].filter((entry) => !fresh?.entries.has(entry.id));
    if (index.unique) for (const entry of added) checkUnique(collection, index, entry, record);
    const multikey = index.multikey || fresh?.multikey === true;
    const inexact = index.inexact || added.some((entry) => !entry.exact);
    if (multikey !== index.multikey || inexact !== index.inexact)
      catalog.markIndex(collection, index, { multikey, inexact });
    return { index, removed, added };
  }

  function checkUnique(collection: Collection, index: Index, entry: IndexEntry, record: number): void {
    const low = Buffer.concat([partOf(collection, index.number), entry.bytes]);
    for (const { key } of store.scan({ low, high: Buffer.concat([low, PAST_RECORDS]) }))
      if (key.readUIntBE(key.length - 6, 6) !== record) throw duplicateKey(collection, index, entry.values);
  }

  function apply(collection: Collection, record: number, changes: Change[]): void {
    for (const { index, removed, added } of changes) {
      for (const entry of removed) store.remove(entryKey(collection, index, entry, record));
      for (const entry of added) store.put(entryKey(collection, index, entry, record), NOTHING);
    }
  }

  function change(collection: Collection, record: number, before?: Doc, after?: Doc, given?: Buffer): void {
    if (after && isArrayIndex(Object.keys(after)[0]))
      throw notImplemented(`_id before the field name ${Object.keys(after)[0]}, a whole number,`);
    const bytes = after && (given ?? encode(after));
    if (bytes && bytes.length > MAX_DOCUMENT_BYTES)
      throw new MongoError(
        'BSONObjectTooLarge',
        `BSONObj size: ${bytes.length} is invalid. Size must be between 0 and 16777216`,
      );
    if (bytes) store.requireRoom(bytes.length, before !== undefined);
    const changes = collection.indexes.map((index) => planChange(collection, index, record, before, after));
    apply(collection, record, changes);
    const key = Buffer.concat([partOf(collection, 0), recordBytes(record)]);
    if (bytes) store.put(key, bytes);
    else store.remove(key);
  }

  return {
    insert(collection, doc) {
      change(collection, collection.nextRecord, undefined, checkId(withIdFirst(doc)));
      collection.nextRecord++;
    },
    replace: (collection, record, before, after, bytes) => change(collection, record, before, after, bytes),
    remove: (collection, record, doc) => change(collection, record, doc, undefined),
    count: (collection) => store.count(collection.number),
    buildIndex(collection, index, docs) {
      store.requireRoom(0, false);
      for (const hit of docs)
        if (hit) apply(collection, hit.record, [planChange(collection, index, hit.record, undefined, hit.doc)]);
    },
  };
}

function duplicateKey(collection: Collection, index: Index, values: unknown[]): MongoError {
  const keyValue: Doc = {};
  index.fields.forEach((field, i) => {
    keyValue[field.path] = values[i] ?? null;
  });
  return new MongoError(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${collection.ns} index: ${index.name} dup key: ${inspectValue(keyValue)}`,
    { keyPattern: index.spec.key, keyValue },
  );
}

/** The document with `_id` as its first field, a new one where it has none. */
export function withIdFirst(doc: Doc): Doc {
  if (Object.keys(doc)[0] === '_id') return doc;
  return { _id: Object.hasOwn(doc, '_id') ? doc._id : new ObjectId(), ...doc };
}

function checkId(doc: Doc): Doc {
  const id = doc._id;
  if (Array.isArray(id) || id === undefined || bsonType(id) === 'BSONRegExp')
    throw new MongoError(
      'InvalidIdField',
      `The '_id' value cannot be of type ${Array.isArray(id) ? 'array' : id === undefined ? 'undefined' : 'regex'}`,
    );
  if (isDoc(id) && Object.keys(id).some((key) => key.startsWith('$')))
    throw new MongoError('DollarPrefixedFieldName', "_id fields may not contain '$'-prefixed fields");
  if (Object.keys(doc).some((key) => key.includes('\0'))) throw badValue('field names may not hold a zero byte');
  return doc;
}
