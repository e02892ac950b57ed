import { BSON, EJSON } from 'bson';
import mongoose from 'mongoose';
import { failClosedWrites } from '../platform/database/closed-sockets.ts';

type Db = mongoose.mongo.Db;
type ClientSession = mongoose.mongo.ClientSession;
export type Doc = Record<string, unknown>;

/** What mongodump stores about a collection besides its documents. */
export interface Metadata {
  options: Doc;
  indexes: Doc[];
  collectionName: string;
  type: 'collection';
}

const BATCH_DOCUMENTS = 1000;
const BATCH_BYTES = 8 * 1024 * 1024;
const DUPLICATE_KEY = 11000;
/** Collections of the server, of an unfinished restore, and those replaced by a restore. */
const NOT_THE_APPS = /^(?:system|restoring|replaced-[^.]*)\./;
/** Keeps BSON types exactly: no promotion to JavaScript types. */
const EXACT = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;

/** Runs `work` with the database at `uri` and closes the connection. */
export async function withDatabase<T>(uri: string, work: (db: Db) => Promise<T>): Promise<T> {
  failClosedWrites();
  const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 10_000, ignoreUndefined: false });
  try {
    await client.connect();
    return await work(client.db());
  } finally {
    await client.close();
  }
}

/** The app's collections by name, with their indexes. */
export async function listCollections(db: Db): Promise<Metadata[]> {
  const found = await db.listCollections({}, { nameOnly: false }).toArray();
  const own = found.filter(({ name, type }) => type === 'collection' && !NOT_THE_APPS.test(name));
  const sorted = own.sort((a, b) => (a.name < b.name ? -1 : 1));
  return Promise.all(
    sorted.map(async ({ name, options }) => ({
      options: options ?? {},
      indexes: await db.collection(name).listIndexes().toArray(),
      collectionName: name,
      type: 'collection' as const,
    })),
  );
}

export async function isEmpty(db: Db): Promise<boolean> {
  for (const { collectionName } of await listCollections(db)) {
    if (await db.collection(collectionName).findOne({}, { projection: { _id: 1 } })) return false;
  }
  return true;
}

/** All documents of a collection as raw BSON. */
export async function* readRaw(db: Db, name: string, session?: ClientSession): AsyncGenerator<Uint8Array> {
  const cursor = db.collection(name).find({}, { raw: true, session });
  for await (const bytes of cursor as unknown as AsyncIterable<Uint8Array>) yield bytes;
}

/** Decodes BSON without losing types. */
export function decodeExactly(bytes: Uint8Array): Doc {
  return BSON.deserialize(bytes, EXACT);
}

/** Metadata as JSON with types. */
export function metadataToText(metadata: Metadata): string {
  return EJSON.stringify(metadata, { relaxed: false });
}

export function metadataFromText(text: string): Metadata {
  return EJSON.parse(text, { relaxed: false });
}

/** A document refused by a unique index. */
export interface Refused {
  collection: string;
  id: string;
  message: string;
}

export interface Loaded {
  added: number;
  /** Documents that already existed, byte for byte. */
  same: number;
  refused: Refused[];
}

/** Creates a collection with its options and indexes; keeps what exists. */
export async function createFrom(db: Db, { collectionName, options, indexes }: Metadata, as = collectionName) {
  const exists = await db.listCollections({ name: as }, { nameOnly: true }).hasNext();
  if (!exists) await db.command({ create: as, ...options });
  const wanted = indexes.filter(({ name }) => name !== '_id_').map(({ v: _v, ns: _ns, ...spec }) => spec);
  if (wanted.length > 0) await db.command({ createIndexes: as, indexes: wanted });
}

/** Inserts documents in batches. Documents refused by a unique index are reported; other errors are thrown. */
export async function load(db: Db, name: string, docs: AsyncIterable<{ doc: Doc; bytes: number }>): Promise<Loaded> {
  const loaded: Loaded = { added: 0, same: 0, refused: [] };
  let batch: Doc[] = [];
  let size = 0;
  const flush = async () => {
    if (batch.length > 0) await insert(db, name, batch, loaded);
    batch = [];
    size = 0;
  };
  for await (const { doc, bytes } of docs) {
    if (batch.length === BATCH_DOCUMENTS || size + bytes > BATCH_BYTES) await flush();
    batch.push(doc);
    size += bytes;
  }
  await flush();
  return loaded;
}

async function insert(db: Db, name: string, batch: Doc[], loaded: Loaded): Promise<void> {
  try {
    await db.collection(name).insertMany(batch, { ordered: false, forceServerObjectId: true });
    loaded.added += batch.length;
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
    const failures = [error.writeErrors].flat();
    const other = failures.find(({ code }) => code !== DUPLICATE_KEY);
    if (other) throw new Error(`${name}: ${other.errmsg}`);
    loaded.added += batch.length - failures.length;
    for (const { index } of failures) {
      const doc = batch[index];
      if (doc) await explain(db, name, doc, loaded);
    }
  }
}

/** A document inserted by an earlier, interrupted run is fine. */
async function explain(db: Db, name: string, doc: Doc, loaded: Loaded): Promise<void> {
  const filter = { _id: doc._id as never };
  const there = await db.collection(name).findOne(filter, { ...EXACT });
  if (there && Buffer.from(BSON.serialize(there)).equals(BSON.serialize(doc, { ignoreUndefined: false })))
    loaded.same += 1;
  else {
    const id = EJSON.stringify(doc._id);
    const message = there
      ? 'another document has this _id'
      : 'a unique index holds the same values for another document';
    loaded.refused.push({ collection: name, id, message });
  }
}
