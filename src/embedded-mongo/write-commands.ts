import { type Doc, encode, isDoc, isTruthy, toInteger } from './bson.ts';
import type { Collection } from './catalog.ts';
import { type Change, changeAtOnce, changeInPortions, WRITE_MS } from './changes.ts';
import { type Command, collectionFor, type Database, docField } from './database.ts';
import { withIdFirst } from './documents.ts';
import { check, checkFields, MongoError, words } from './errors.ts';
import type { Hit } from './hit.ts';
import { isOperatorDoc } from './match.ts';
import { pause } from './pace.ts';
import { compileProjection } from './project.ts';
import { compileUpdate, seedFromFilter, type Updater } from './update.ts';

const SHARED = ['ordered', 'bypassDocumentValidation'];

/** The document an upsert makes. */
function upsertDocument(filter: Doc, update: unknown, updater: Updater): Doc {
  const replaces = isDoc(update) && !isOperatorDoc(update);
  return withIdFirst(updater(seedFromFilter(filter, replaces), { position: -1, inserting: true }));
}

/** Changes a document that was found; false where the update leaves it as it was. */
function updateHit(db: Database, collection: Collection, hit: Hit, updater: Updater): { changed: boolean; after: Doc } {
  const after = updater(hit.doc, { position: hit.position, inserting: false });
  const bytes = encode(after);
  if (bytes.equals(hit.bytes)) return { changed: false, after };
  db.documents.change(collection, hit.record, hit.doc, after, bytes);
  return { changed: true, after };
}

/** Runs a statement inside a transaction; what it returns is done then, or in portions. */
type Statement = (statement: Doc, index: number) => Change | undefined;

/** Errors of a command, not of one of its statements. */
const OF_COMMAND = ['InvalidNamespace', 'MaxTimeMSExpired', 'Interrupted', 'OutOfDiskSpace'];

/** Runs a command's statements in turn, as many in a transaction as fit; `ordered` stops at the first error. */
async function runEach(db: Database, ns: string, body: Doc, name: string, run: Statement): Promise<Doc> {
  const statements = statementsOf(body, name);
  const ordered = body.ordered === undefined || isTruthy(body.ordered);
  const writeErrors: Doc[] = [];
  let next = 0;
  const noteError = (error: unknown): void => {
    if (!(error instanceof MongoError) || OF_COMMAND.includes(error.codeName)) throw error;
    writeErrors.push({ index: next, code: error.code, errmsg: error.message, ...error.extra });
    if (ordered) next = statements.length;
  };
  while (next < statements.length) {
    if (next > 0) await pause(db);
    const left = await db.write(() => {
      for (const end = performance.now() + WRITE_MS; next < statements.length && performance.now() < end; next++)
        try {
          const change = run(statements[next] as Doc, next);
          if (change && !changeAtOnce(db, ns, change)) return change;
        } catch (error) {
          noteError(error);
        }
      return undefined;
    });
    if (!left) continue;
    await changeInPortions(db, ns, left).catch(noteError);
    next++;
  }
  return writeErrors.length > 0 ? { writeErrors } : {};
}

const STATEMENT_FIELDS: Record<string, string[]> = {
  updates: words`q u multi upsert`,
  deletes: words`q limit`,
};
const MAX_STATEMENTS = 100_000;

function statementsOf(body: Doc, name: string): Doc[] {
  const statements: unknown = body[name];
  check(Array.isArray(statements), 40414, `BSON field '${name}' is missing but a required field`);
  const { length } = statements;
  const wrongSize = `Write batch sizes must be between 1 and ${MAX_STATEMENTS}. Got ${length} operations.`;
  check(length > 0 && length <= MAX_STATEMENTS, 'InvalidOptions', wrongSize);
  const known = STATEMENT_FIELDS[name];
  for (const statement of statements) {
    check(isDoc(statement), 'TypeMismatch', `BSON field '${name}' must hold objects`);
    if (known) checkFields(statement, name, known);
  }
  return statements as Doc[];
}

export const insert: Command = {
  fields: ['documents', ...SHARED],
  async run(db, body, ns) {
    let n = 0;
    const errors = await runEach(db, ns, body, 'documents', (doc) => {
      db.documents.insert(collectionFor(db, ns), doc);
      n++;
      return undefined;
    });
    return { n, ...errors, ok: 1 };
  },
};

export const update: Command = {
  fields: ['updates', ...SHARED],
  async run(db, body, ns) {
    const result = { n: 0, nModified: 0 };
    const upserted: Doc[] = [];
    const errors = await runEach(db, ns, body, 'updates', (statement, index): Change => {
      const filter = docField(statement, 'q');
      const multi = isTruthy(statement.multi);
      const replaces = isDoc(statement.u) && !isOperatorDoc(statement.u);
      check(!multi || !replaces, 'FailedToParse', 'multi update is not supported for replacement-style update');
      const updater = compileUpdate(statement.u);
      return {
        filter,
        multi,
        apply(collection, hit) {
          if (updateHit(db, collection, hit, updater).changed) result.nModified++;
          result.n++;
        },
        otherwise() {
          if (!isTruthy(statement.upsert)) return;
          const doc = upsertDocument(filter, statement.u, updater);
          db.documents.insert(collectionFor(db, ns), doc);
          result.n++;
          upserted.push({ index, _id: doc._id });
        },
      };
    });
    return { ...result, ...(upserted.length > 0 ? { upserted } : {}), ...errors, ok: 1 };
  },
};

const remove: Command = {
  fields: ['deletes', ...SHARED],
  async run(db, body, ns) {
    let n = 0;
    const errors = await runEach(db, ns, body, 'deletes', (statement): Change => {
      const limit = toInteger(statement.limit);
      check(limit === 0 || limit === 1, 'FailedToParse', 'The limit field in delete objects must be 0 or 1');
      return {
        filter: docField(statement, 'q'),
        multi: limit === 0,
        apply(collection, hit) {
          db.documents.change(collection, hit.record, hit.doc);
          n++;
        },
      };
    });
    return { n, ...errors, ok: 1 };
  },
};

// `delete` can't be the name of a constant.
export { remove as delete };

/** Finds one document, by `sort` where several fit, and changes or removes it in one step. */
export const findAndModify: Command = {
  fields: words`query sort remove update new fields upsert bypassDocumentValidation`,
  async run(db, body, ns) {
    const removes = isTruthy(body.remove);
    const isOne = removes !== (body.update !== undefined);
    check(isOne, 'FailedToParse', 'Either an update or remove=true must be specified, and not both');
    const isPlain = !removes || !(isTruthy(body.upsert) || isTruthy(body.new));
    check(isPlain, 'FailedToParse', 'Cannot specify upsert=true or new=true with remove=true');
    const { change, answer } = modification(db, ns, body, removes);
    if (!(await db.write(() => changeAtOnce(db, ns, change)))) await changeInPortions(db, ns, change);
    return { ...answer, ok: 1 };
  },
};

/** `answer` is filled in when `change` is made. */
function modification(db: Database, ns: string, body: Doc, removes: boolean): { change: Change; answer: Doc } {
  const filter = docField(body, 'query');
  const project = compileProjection(body.fields);
  const updater = removes ? undefined : compileUpdate(body.update);
  const shown = (doc: Doc) => (project ? project(doc) : doc);
  const answer: Doc = { lastErrorObject: removes ? { n: 0 } : { n: 0, updatedExisting: false }, value: null };
  return {
    answer,
    change: {
      filter,
      sort: body.sort,
      multi: false,
      apply(collection, hit) {
        const after = updater && updateHit(db, collection, hit, updater).after;
        if (!after) db.documents.change(collection, hit.record, hit.doc);
        answer.lastErrorObject = removes ? { n: 1 } : { n: 1, updatedExisting: true };
        answer.value = shown(after && isTruthy(body.new) ? after : hit.doc);
      },
      otherwise() {
        if (!updater || !isTruthy(body.upsert)) return;
        const doc = upsertDocument(filter, body.update, updater);
        db.documents.insert(collectionFor(db, ns), doc);
        answer.lastErrorObject = { n: 1, updatedExisting: false, upserted: doc._id };
        if (isTruthy(body.new)) answer.value = shown(doc);
      },
    },
  };
}
