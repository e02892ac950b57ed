import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type mongoose from 'mongoose';
import { noteRestored, RECORDS } from '../platform/migrations/records.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import {
  createFrom,
  type Doc,
  decodeExactly,
  listCollections,
  load,
  metadataFromText,
  metadataToText,
  readRaw,
} from './collections.ts';
import { DUMP, type ManifestEntry } from './manifest.ts';

type Db = mongoose.mongo.Db;
type ClientSession = mongoose.mongo.ClientSession;

/** Maximum BSON document with overhead. */
const LARGEST = 17 * 1024 * 1024;

/**
 * Adds all collections in mongodump's format. On a replica set, as of one moment (snapshot session); on a single
 * server, writes during the dump may be included.
 */
export async function dumpDatabase(db: Db, archive: ArchiveWriter) {
  const session = await snapshotSession(db);
  const entries: ManifestEntry[] = [];
  try {
    for (const metadata of await listCollections(db)) {
      const name = DUMP + encodeURIComponent(metadata.collectionName);
      const docs = Readable.from(readRaw(db, metadata.collectionName, session), { objectMode: false });
      entries.push(await archive.add(`${name}.bson`, docs, { compress: true }));
      entries.push(
        await archive.add(`${name}.metadata.json`, Buffer.from(metadataToText(metadata)), { compress: true }),
      );
    }
  } finally {
    await session?.endSession();
  }
  return { entries, isOneMoment: session !== undefined };
}

/** A snapshot session; undefined when the server has no snapshots. */
async function snapshotSession(db: Db): Promise<ClientSession | undefined> {
  const { setName, msg } = await db.admin().command({ hello: 1 });
  if (!setName && msg !== 'isdbgrid') return undefined;
  const session = db.client.startSession({ snapshot: true });
  try {
    await db.collection('users').findOne({}, { session });
    return session;
  } catch {
    await session.endSession();
    return undefined;
  }
}

/**
 * Loads a dump into collections with temporary names, then renames them together. Existing collections are kept as
 * `KEPT.NAME`.
 */
export async function loadDump(db: Db, folder: string, kept: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.metadata.json'));
  const unfinished = await db.listCollections({ name: /^restoring\./ }, { nameOnly: true }).toArray();
  for (const { name } of unfinished) await db.dropCollection(name);
  let documents = 0;
  const restored: string[] = [];
  for (const file of names) {
    const metadata = metadataFromText(await readFile(join(folder, file), 'utf8'));
    const name = metadata.collectionName;
    await createFrom(db, metadata, `restoring.${name}`);
    const loaded = await load(db, `restoring.${name}`, readDump(join(folder, file.replace(/metadata\.json$/, 'bson'))));
    const [refused] = loaded.refused;
    if (refused) throw new Error(`${name}: the document ${refused.id} can't be added: ${refused.message}`);
    documents += loaded.added;
    restored.push(name);
  }
  await noteRestored(db, `restoring.${RECORDS}`);
  if (!restored.includes(RECORDS)) restored.push(RECORDS);
  for (const { collectionName } of await listCollections(db)) {
    await db.renameCollection(collectionName, `${kept}.${collectionName}`);
  }
  for (const name of restored) await db.renameCollection(`restoring.${name}`, name);
  return documents;
}

/** Documents of a concatenated BSON file. */
async function* readDump(path: string): AsyncGenerator<{ doc: Doc; bytes: number }> {
  let rest = Buffer.alloc(0);
  const pieces: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 256 * 1024 });
  for await (const piece of pieces) {
    rest = Buffer.concat([rest, piece]);
    let at = 0;
    for (; rest.length - at >= 4; ) {
      const bytes = rest.readInt32LE(at);
      if (bytes < 5 || bytes > LARGEST) throw new Error(`${path} is not a BSON file`);
      if (rest.length - at < bytes) break;
      yield { doc: decodeExactly(rest.subarray(at, at + bytes)), bytes };
      at += bytes;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new Error(`${path} ends in the middle of a document`);
}
