import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, loadConfig } from '../platform/config.ts';
import { noteRestored } from '../platform/migrations/records.ts';
import { createStore } from '../platform/storage/create-store.ts';
import { bytes } from '../shared/format.ts';
import { DamagedArchive } from './archive-reader.ts';
import { isEmpty, listCollections, readRaw, withDatabase } from './collections.ts';
import { loadDump } from './dump.ts';
import { copyEmbedded } from './embedded-copy.ts';
import { exportDatabase, importDatabase } from './extended-json.ts';
import { EMBEDDED, SECRET } from './manifest.ts';
import { isEmptyStore, noteRestore, putFiles, unpack } from './restore-backup.ts';
import { type BackupReport, hashOfSecret, takeBackup } from './take-backup.ts';

// Steps of `npm run backup`, `restore`, `export` and `import`. `scripts/data` finds the database, runs them and cleans
// up.

/** Node reports the code, LMDB only the system's message. */
const FULL = /ENOSPC|EDQUOT|EFBIG|No space left|quota exceeded|File too large/;
/**
 * Without a secret, the configuration would create one in the data folder, and a restore must find that folder
 * unchanged.
 */
const NO_SECRET = 'no secret is needed to copy data'.padEnd(40, '.');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: 'string', default: '' },
    copy: { type: 'string' },
    since: { type: 'string' },
    earlier: { type: 'string' },
    version: { type: 'string', default: '' },
    into: { type: 'string', default: '' },
    kept: { type: 'string', default: '' },
    'no-files': { type: 'boolean', default: false },
    replace: { type: 'boolean', default: false },
    add: { type: 'boolean', default: false },
  },
});

const secret = process.env.SESSION_SECRET?.trim() || null;
const config = () => loadConfig({ ...process.env, SESSION_SECRET: secret ?? NO_SECRET });

const STEPS: Record<string, (path: string) => Promise<number>> = {
  take,
  copy,
  check,
  restored,
  unpack: unpackArchive,
  load: loadInto,
  put,
  export: exportTo,
  import: importFrom,
};

async function take(work: string): Promise<number> {
  const found = config();
  const report = await takeBackup({
    work,
    source: values.copy === undefined ? { uri: uriOf(found) } : { copy: values.copy },
    store: values['no-files'] ? null : await createStore(found),
    varDir: found.varDir,
    version: values.version,
    secret,
    since: values.since ?? null,
    earlier: values.earlier ?? null,
  });
  console.log(inWords(report));
  return 0;
}

function inWords({ databaseBytes, files, fileBytes, unchanged, gone, isOneMoment }: BackupReport): string {
  const lines = [
    `Database: ${bytes(databaseBytes)}. Files: ${files} (${bytes(fileBytes)}), ${unchanged} of them unchanged.`,
  ];
  if (!isOneMoment)
    lines.push('This server has no snapshots: the backup may contain only some of the changes made while it ran.');
  if (gone.length > 0)
    lines.push(
      `Deleted while the backup ran, so not in it: ${gone.slice(0, 5).join(', ')}${gone.length > 5 ? ` and ${gone.length - 5} more` : ''}.`,
    );
  return lines.join('\n');
}

/** With MONGODB_URI, the server of that folder makes the copy. */
async function copy(work: string): Promise<number> {
  await copyEmbedded(values.database, join(work, EMBEDDED), config().mongodbUri ?? undefined);
  return 0;
}

/** Reads every document, to detect damage now. */
async function check(): Promise<number> {
  await withDatabase(uriOf(config()), async (db) => {
    for (const { collectionName } of await listCollections(db)) {
      for await (const _doc of readRaw(db, collectionName));
    }
  });
  return 0;
}

/** For a database whose file was restored as it is; loading a dump notes it by itself. */
async function restored(): Promise<number> {
  await withDatabase(uriOf(config()), (db) => noteRestored(db));
  return 0;
}

async function unpackArchive(path: string): Promise<number> {
  const { mongodbUri, storage } = config();
  if (!values.replace) {
    if (mongodbUri && !(await withDatabase(mongodbUri, isEmpty))) {
      throw new Error(
        'The database of MONGODB_URI is not empty. Add --replace to restore anyway; what is there is kept.',
      );
    }
    if (storage.kind === 's3' && !(await isEmptyStore(await createStore({ storage })))) {
      throw new Error(
        `The bucket ${storage.bucket} is not empty. Add --replace to restore anyway; only missing files are added.`,
      );
    }
  }
  const manifest = await unpack(path, values.into, {
    kind: storage.kind,
    ownDatabase: mongodbUri ? [] : ['database', 'mongod'],
  });
  if (manifest.database === 'embedded' && mongodbUri) {
    throw new Error(
      'This is a backup of the embedded database. Restore it without MONGODB_URI, then move it by npm run export and import.',
    );
  }
  const wanted = manifest.secretHash;
  const hasFile = manifest.entries.some(({ name }) => name === SECRET);
  if (wanted ? secret === null || hashOfSecret(secret) !== wanted : hasFile && secret !== null) {
    console.log(
      'SESSION_SECRET is not the one of this backup: with another one, sessions and two-factor stop working.',
    );
  }
  await noteRestore(values.into, manifest);
  return 0;
}

async function loadInto(folder: string): Promise<number> {
  const documents = await withDatabase(uriOf(config()), (db) => loadDump(db, join(folder, 'dump'), values.kept));
  console.log(`${documents} documents restored.`);
  return 0;
}

async function put(path: string): Promise<number> {
  console.log(`${await putFiles(path, await createStore(config()))} files restored to the bucket.`);
  return 0;
}

async function exportTo(folder: string): Promise<number> {
  const { collections, documents } = await withDatabase(uriOf(config()), (db) => exportDatabase(db, folder));
  console.log(`${documents} documents of ${collections} collections written to ${folder}.`);
  return 0;
}

async function importFrom(folder: string): Promise<number> {
  return withDatabase(uriOf(config()), async (db) => {
    if (!values.add && !(await isEmpty(db))) {
      throw new Error('The database is not empty. Use --add to import anyway; existing documents stay as they are.');
    }
    const { added, same, refused, collections } = await importDatabase(db, folder);
    console.log(
      `${added} documents of ${collections} collections imported${same > 0 ? `; ${same} were there already` : ''}.`,
    );
    for (const { collection, id, message } of refused)
      console.error(`${collection}: ${id} was not imported: ${message}.`);
    return refused.length > 0 ? 1 : 0;
  });
}

function uriOf({ mongodbUri }: Config): string {
  if (!mongodbUri) throw new Error('There is no database: MONGODB_URI is not set');
  return mongodbUri;
}

function wordsFor(error: unknown): string {
  if (error instanceof DamagedArchive) return `${error.message} Nothing was changed.`;
  const message = error instanceof Error ? error.message : String(error);
  if (FULL.test(message)) return `The disk is full: ${message}. Nothing was changed.`;
  return message.replace(/\/\/[^@/\s]+@/g, '//');
}

const [step = '', path = ''] = positionals;
try {
  const run = STEPS[step];
  if (!run) throw new Error(`There is no step ${step}`);
  process.exitCode = await run(path);
} catch (error) {
  console.error(wordsFor(error));
  process.exitCode = 1;
}
