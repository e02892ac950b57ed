import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { EJSON } from 'bson';
import type mongoose from 'mongoose';
import { messageOf } from '../platform/errors.ts';
import { noteRestored } from '../platform/migrations/records.ts';
import {
  createFrom,
  type Doc,
  decodeExactly,
  type Loaded,
  listCollections,
  load,
  metadataFromText,
  metadataToText,
  readRaw,
} from './collections.ts';

type Db = mongoose.mongo.Db;

const METADATA = '.metadata.json';

/**
 * Exports each collection to `NAME.json`, one document a line in canonical Extended JSON like mongoexport, and its
 * indexes to `NAME.metadata.json` like mongodump. The folder must be empty. Returns the number of documents.
 */
export async function exportDatabase(db: Db, folder: string): Promise<{ collections: number; documents: number }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty. Name a new folder.`);
  const found = await listCollections(db);
  let documents = 0;
  async function* lines(name: string) {
    for await (const bytes of readRaw(db, name)) {
      documents += 1;
      yield `${EJSON.stringify(decodeExactly(bytes), { relaxed: false })}\n`;
    }
  }
  for (const metadata of found) {
    const path = join(folder, encodeURIComponent(metadata.collectionName));
    await pipeline(lines(metadata.collectionName), createWriteStream(`${path}.json`, { flags: 'wx', mode: 0o600 }));
    await writeFile(`${path}${METADATA}`, metadataToText(metadata), { flag: 'wx', mode: 0o600 });
  }
  return { collections: found.length, documents };
}

/**
 * Imports a folder written by `exportDatabase` or mongoexport. Idempotent: documents that exist byte for byte are
 * counted and skipped.
 */
export async function importDatabase(db: Db, folder: string): Promise<Loaded & { collections: number }> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && !name.endsWith(METADATA));
  if (names.length === 0) throw new Error(`There is no NAME.json in ${folder}`);
  const sum: Loaded = { added: 0, same: 0, refused: [] };
  for (const file of names) {
    const name = decodeURIComponent(file.slice(0, -'.json'.length));
    const metadata = join(folder, file.replace(/\.json$/, METADATA));
    if (existsSync(metadata)) {
      await createFrom(db, { ...metadataFromText(await readFile(metadata, 'utf8')), collectionName: name });
    }
    const { added, same, refused } = await load(db, name, documentsOf(join(folder, file)));
    sum.added += added;
    sum.same += same;
    sum.refused.push(...refused);
  }
  await noteRestored(db);
  return { ...sum, collections: names.length };
}

async function* documentsOf(path: string): AsyncGenerator<{ doc: Doc; bytes: number }> {
  let number = 0;
  for await (const line of linesOf(path)) {
    number += 1;
    if (line.trim() === '') continue;
    try {
      const doc: Doc = EJSON.parse(line, { relaxed: false });
      yield { doc, bytes: line.length };
    } catch (error) {
      throw new Error(`${path}, line ${number}: ${messageOf(error)}`);
    }
  }
}

/** One line at a time: readline buffers a thousand, whatever their length. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  const pieces: AsyncIterable<Buffer> = createReadStream(path);
  for await (const piece of pieces) {
    const [first = '', ...more] = decoder.write(piece).split('\n');
    parts.push(first);
    for (const part of more) {
      yield parts.join('');
      parts = [part];
    }
  }
  yield parts.join('') + decoder.end();
}
