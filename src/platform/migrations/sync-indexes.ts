import mongoose, { type mongo } from 'mongoose';
import { overLostConnection } from '../db-retry.ts';
import { isDuplicateKey } from '../errors.ts';
import type { Log } from '../log.ts';
import { compareIndexes, type IndexPlan, type NamedIndex } from './compare-indexes.ts';
import type { Records } from './records.ts';
import { type IndexSpec, nameOf, specOf } from './wanted-indexes.ts';

export interface SyncOptions {
  db: mongo.Db;
  records: Records;
  wanted: ReadonlyMap<string, readonly IndexSpec[]>;
  log: Log;
  /** Keeps old indexes, which a newer version may need. */
  keepsOld: boolean;
}

/** A unique index can't be built; the message is for the operator. */
class NotUnique extends Error {}

/** MongoDB's `IndexOptionsConflict`: an index on the same keys with other options exists. */
const OPTIONS_CONFLICT = 85;

/**
 * Creates and drops indexes; resolves once all unique ones exist. `rest`: the others, never rejects. Throws for
 * duplicate documents.
 */
export async function syncIndexes(options: SyncOptions): Promise<{ rest: Promise<void> }> {
  const { db, records, wanted, log, keepsOld } = options;
  const record = (await records.indexes.findOne({ _id: 'indexes' }))?.built ?? {};
  const existing = new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
  const plans = await Promise.all(
    [...wanted].map(async ([name, specs]) => {
      const recorded = new Set(record[name]);
      const isNew = !existing.has(name);
      const present = isNew ? [] : await indexesOf(db, name);
      return { collection: db.collection(name), plan: compareIndexes(specs, present, recorded), recorded, isNew };
    }),
  );
  await recordAll(records, plans);
  // One command for a collection that does not exist yet: a new database is ready sooner.
  await Promise.all(
    plans.map(async ({ collection, plan, isNew }) => {
      if (isNew && plan.build.length > 0) await build(collection, plan.build, plan, log);
    }),
  );
  const present = plans.filter(({ isNew }) => !isNew);
  const problems = await Promise.all(present.map(({ collection, plan }) => buildUnique(collection, plan, log)));
  const told = problems.flat();
  if (told.length > 0) throw new Error(told.join('\n'));
  const rest = present.map(async ({ collection, plan }) => {
    try {
      await buildOthers(collection, plan, log);
      if (!keepsOld) await dropOld(collection, plan, records, log);
    } catch (error) {
      const where = { err: error, collection: collection.collectionName };
      log.error(where, 'an index could not be changed; the app works, but may be slow');
    }
  });
  return { rest: Promise.all(rest).then(() => undefined) };
}

async function indexesOf(db: mongo.Db, name: string): Promise<NamedIndex[]> {
  const indexes = await db.collection(name).indexes();
  return indexes.flatMap(({ key, ...rest }) => {
    const spec = specOf(key, rest);
    return spec.name && spec.name !== '_id_' ? [{ ...spec, name: spec.name }] : [];
  });
}

/** Record names before building, so that indexes left by a crash are recognised as ours. */
async function recordAll(
  records: Records,
  plans: readonly { collection: mongo.Collection; plan: IndexPlan; recorded: ReadonlySet<string> }[],
): Promise<void> {
  const names = plans.map(({ collection, plan, recorded }) => {
    const ours = [...plan.kept.filter((name) => !recorded.has(name)), ...plan.build.map(({ name }) => name)];
    return [`built.${collection.collectionName}`, { $each: ours }] as const;
  });
  const added = Object.fromEntries(names.filter(([, { $each }]) => $each.length > 0));
  if (Object.keys(added).length === 0) return;
  await records.indexes.updateOne({ _id: 'indexes' }, { $addToSet: added }, { upsert: true });
}

/** Returns what prevents the build, as a message for the operator. */
async function buildUnique(collection: mongo.Collection, plan: IndexPlan, log: Log): Promise<string[]> {
  const problems: string[] = [];
  for (const spec of plan.build.filter(({ unique }) => unique)) {
    try {
      await build(collection, [spec], plan, log);
    } catch (error) {
      if (!(error instanceof NotUnique)) throw error;
      problems.push(error.message);
    }
  }
  return problems;
}

async function buildOthers(collection: mongo.Collection, plan: IndexPlan, log: Log): Promise<void> {
  for (const { name, expireAfterSeconds } of plan.retime) {
    await collection.db.command({ collMod: collection.collectionName, index: { name, expireAfterSeconds } });
    log.info(
      { collection: collection.collectionName, index: name, expireAfterSeconds },
      'changed the expiry of a TTL index',
    );
  }
  const specs = plan.build.filter(({ unique }) => !unique);
  if (specs.length > 0) await build(collection, specs, plan, log);
}

async function build(collection: mongo.Collection, specs: NamedIndex[], plan: IndexPlan, log: Log): Promise<void> {
  const { collectionName } = collection;
  const indexes = specs.map(({ name }) => name);
  try {
    await untilBuilt(
      () => collection.createIndexes(specs as mongo.IndexDescription[]),
      { collectionName, indexes },
      log,
    );
    log.debug({ collection: collectionName, indexes }, 'built indexes');
  } catch (error) {
    const [spec] = specs;
    if (isDuplicateKey(error) && spec) throw new NotUnique(howToMend(collectionName, spec));
    // Older servers allow one index on the same keys, so drop the old one first.
    const rivals = plan.drop.filter(({ key }) => specs.some((each) => sameKeys(each.key, key)));
    if (codeOf(error) !== OPTIONS_CONFLICT || rivals.length === 0) throw error;
    for (const rival of rivals) {
      await collection.dropIndex(rival.name);
      plan.drop.splice(plan.drop.indexOf(rival), 1);
      log.info({ collection: collectionName, index: rival.name }, 'dropped a replaced index');
    }
    await build(collection, specs, plan, log);
  }
}

/**
 * A build may take longer than the socket timeout. It continues in the database, and repeating the command waits for
 * it.
 */
async function untilBuilt(work: () => Promise<unknown>, what: object, log: Log): Promise<void> {
  for (;;) {
    try {
      await overLostConnection(work);
      return;
    } catch (error) {
      if (!(error instanceof mongoose.mongo.MongoNetworkTimeoutError)) throw error;
      log.info(what, 'indexes are still being built');
    }
  }
}

async function dropOld(collection: mongo.Collection, { drop }: IndexPlan, records: Records, log: Log): Promise<void> {
  const { collectionName } = collection;
  for (const { name } of drop) {
    await collection.dropIndex(name);
    await records.indexes.updateOne({ _id: 'indexes' }, { $pull: { [`built.${collectionName}`]: name } });
    log.info({ collection: collectionName, index: name }, 'dropped an obsolete index');
  }
}

/** Instructions for the operator. Contains no values, which may be secrets. */
function howToMend(collection: string, spec: NamedIndex): string {
  const fields = Object.keys(spec.key);
  const only = spec.partialFilterExpression ? [{ $match: spec.partialFilterExpression }] : [];
  const values = Object.fromEntries(fields.map((field, at) => [`f${at}`, `$${field}`]));
  const stages = [
    ...only,
    { $group: { _id: values, ids: { $push: '$_id' }, count: { $sum: 1 } } },
    { $match: { count: { $gt: 1 } } },
  ];
  return [
    `The database can't be used yet: in "${collection}" several documents have the same ${fields.join(' and ')}, which has to be unique (index ${nameOf(spec)}).`,
    `To find them: db.getCollection("${collection}").aggregate(${JSON.stringify(stages)})`,
    'Keep one of each, change or delete the others, and start again.',
  ].join('\n');
}

function sameKeys(one: object, other: object): boolean {
  return JSON.stringify(Object.entries(one)) === JSON.stringify(Object.entries(other));
}

function codeOf(error: unknown): unknown {
  return error instanceof mongoose.mongo.MongoServerError ? error.code : null;
}
