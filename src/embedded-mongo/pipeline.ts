import { type Doc, getOwn, isDoc, setOwn, toInteger } from './bson.ts';
import type { Database } from './database.ts';
import { badValue, MongoError, notImplemented, typeMismatch } from './errors.ts';
import { compileExpressions } from './expressions.ts';
import { sortValues, splitPath } from './paths.ts';
import { findDocuments, type Hit, type Query } from './query.ts';
import { TRANSFORMS, type Transform } from './stages.ts';
import { type TimeLimit, watched } from './time-limit.ts';

/** Runs a pipeline over a collection. Every stage is checked before a document is read. */
export function runPipeline(db: Database, ns: string, pipeline: Doc[], variables?: Doc): Iterable<Doc> {
  const { query, rest } = leadingQuery(pipeline);
  const stages = rest.map((stage) => compileStage(db, ns, stage, variables));
  const hits = findDocuments(db, db.catalog.find(ns), { ...query, variables });
  return through(stages, docsOf(hits), db.limit);
}

/** Each stage's documents are counted against the time: one document may become many. */
function through(stages: Transform[], docs: Iterable<Doc>, limit: TimeLimit): Iterable<Doc> {
  return stages.reduce((before, stage) => watched(stage(before), limit), docs);
}

function* docsOf(hits: Iterable<Hit>): Iterable<Doc> {
  for (const { doc } of hits) yield doc;
}

/** What the beginning of a pipeline has in common with a find, so that it may use an index. */
function leadingQuery(pipeline: Doc[]): { query: Query; rest: Doc[] } {
  const query: Query = { filter: {} };
  let at = 0;
  const next = (name: string): unknown => {
    const stage = pipeline[at];
    if (!isDoc(stage) || Object.keys(stage).length !== 1 || !Object.hasOwn(stage, name)) return undefined;
    at++;
    return stage[name];
  };
  const filters: Doc[] = [];
  for (let filter = next('$match'); filter !== undefined; filter = next('$match')) {
    if (!isDoc(filter)) throw new MongoError(15959, 'the match filter must be an expression in an object');
    filters.push(filter);
  }
  if (filters.length > 0) query.filter = filters.length === 1 ? (filters[0] as Doc) : { $and: filters };
  const sort = next('$sort');
  if (sort !== undefined) query.sort = checkSort(sort);
  const skip = next('$skip');
  if (skip !== undefined) query.skip = checkCount('$skip', skip, 0);
  const limit = next('$limit');
  if (limit !== undefined) query.limit = checkCount('$limit', limit, 1);
  return { query, rest: pipeline.slice(at) };
}

export function checkSort(sort: unknown): Doc {
  if (!isDoc(sort)) throw new MongoError(15973, 'the $sort key specification must be an object');
  if (Object.keys(sort).length === 0) throw new MongoError(15976, '$sort stage must have at least one sort key');
  return sort;
}

export function checkCount(name: string, given: unknown, least: number): number {
  const number = toInteger(given);
  if (number === undefined || number < least)
    throw new MongoError(
      name === '$limit' ? 15958 : 15956,
      `invalid argument to ${name} stage: the value must be a whole number of at least ${least}`,
    );
  return number;
}

const REFUSED = new Set(
  `$bucketAuto $changeStream $collStats $currentOp $densify $documents $fill $geoNear $graphLookup $indexStats $listSessions
  $merge $out $planCacheStats $search $searchMeta $setWindowFields $vectorSearch $redact`.split(/\s+/),
);

function compileStage(db: Database, ns: string, stage: unknown, variables?: Doc): Transform {
  if (!isDoc(stage) || Object.keys(stage).length !== 1)
    throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
  const name = Object.keys(stage)[0] as string;
  const spec = stage[name];
  if (name === '$lookup') return compileLookup(db, ns, spec, variables);
  if (name === '$facet') return compileFacet(db, ns, spec, variables);
  if (name === '$unionWith') return compileUnion(db, ns, spec, variables);
  if (Object.hasOwn(TRANSFORMS, name))
    return (TRANSFORMS[name] as (spec: unknown, variables?: Doc) => Transform)(spec, variables);
  if (REFUSED.has(name)) throw notImplemented(`the stage ${name}`);
  throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
}

const UPDATE_STAGES = ['$set', '$addFields', '$unset', '$project', '$replaceRoot', '$replaceWith'];

/** An update given as a pipeline: the stages that work on a document by itself. */
export function compilePipelineUpdate(pipeline: Doc[], variables?: Doc): (doc: Doc) => Doc {
  const transforms = pipeline.map((stage) => {
    const name = isDoc(stage) ? (Object.keys(stage)[0] ?? '') : '';
    if (!UPDATE_STAGES.includes(name))
      throw new MongoError('InvalidOptions', `${name} is not allowed to be used within an update`);
    return (TRANSFORMS[name] as (spec: unknown, variables?: Doc) => Transform)((stage as Doc)[name], variables);
  });
  return (doc) => {
    const [result] = transforms.reduce((docs: Iterable<Doc>, transform) => transform(docs), [doc]);
    return Object.hasOwn(doc, '_id') ? { _id: doc._id, ...(result as Doc) } : (result as Doc);
  };
}

const LOOKUP_FIELDS = ['from', 'localField', 'foreignField', 'let', 'pipeline', 'as'];

/** Joins by equal fields, by a pipeline, or by both. */
function compileLookup(db: Database, ns: string, spec: unknown, variables?: Doc): Transform {
  if (!isDoc(spec)) throw new MongoError('FailedToParse', 'the $lookup specification must be an Object');
  const { from, localField, foreignField, as, pipeline = [] } = spec as Record<string, string> & { pipeline?: Doc[] };
  for (const field of Object.keys(spec))
    if (!LOOKUP_FIELDS.includes(field)) throw new MongoError('FailedToParse', `unknown argument to $lookup: ${field}`);
  if (typeof from !== 'string' || typeof as !== 'string')
    throw new MongoError('FailedToParse', "$lookup needs 'from' and 'as' as strings");
  if (
    (localField === undefined) !== (foreignField === undefined) ||
    (localField === undefined && spec.pipeline === undefined)
  )
    throw new MongoError(
      'FailedToParse',
      "$lookup requires both or neither of 'localField' and 'foreignField' to be specified, or a pipeline",
    );
  if (!Array.isArray(pipeline)) throw typeMismatch('the pipeline of $lookup must be an array');
  const foreign = `${ns.slice(0, ns.indexOf('.'))}.${from}`;
  const names = Object.keys((spec.let ?? {}) as Doc);
  const valuesOf = compileExpressions(Object.values((spec.let ?? {}) as Doc), variables);
  for (const stage of pipeline) compileStage(db, foreign, stage, placeholders(names, variables));
  return function* (docs) {
    for (const doc of docs) {
      const values = valuesOf(doc);
      const inner =
        names.length > 0 || variables
          ? { ...variables, ...Object.fromEntries(names.map((name, i) => [name, values[i] ?? null])) }
          : undefined;
      const stages =
        localField === undefined
          ? pipeline
          : [{ $match: joinFilter(doc, localField, foreignField as string) }, ...pipeline];
      const result = { ...doc };
      setAt(result, splitPath(as), [...runPipeline(db, foreign, stages, inner)]);
      yield result;
    }
  };
}

function placeholders(names: string[], variables?: Doc): Doc {
  return { ...variables, ...Object.fromEntries(names.map((name) => [name, null])) };
}

function joinFilter(doc: Doc, localField: string, foreignField: string): Doc {
  const values = sortValues(doc, splitPath(localField)).filter((value) => value !== undefined);
  return { [foreignField]: { $in: values } };
}

function setAt(target: Doc, [key, ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    setOwn(target, key as string, value);
    return;
  }
  const held = getOwn(target, key as string);
  const inner: Doc = isDoc(held) ? { ...held } : {};
  setAt(inner, rest, value);
  setOwn(target, key as string, inner);
}

function compileFacet(db: Database, ns: string, spec: unknown, variables?: Doc): Transform {
  if (!isDoc(spec) || Object.keys(spec).length === 0)
    throw new MongoError(40169, 'the $facet specification must be a non-empty object');
  const facets = Object.entries(spec).map(([name, pipeline]) => {
    if (!Array.isArray(pipeline)) throw new MongoError(40170, `arguments to $facet must be arrays, ${name} is not`);
    return { name, stages: (pipeline as Doc[]).map((stage) => compileStage(db, ns, stage, variables)) };
  });
  return function* (docs) {
    const all = [...docs];
    const result: Doc = {};
    for (const { name, stages } of facets) setOwn(result, name, [...through(stages, all, db.limit)]);
    yield result;
  };
}

function compileUnion(db: Database, ns: string, spec: unknown, variables?: Doc): Transform {
  const { coll, pipeline = [] } = (typeof spec === 'string' ? { coll: spec } : spec) as {
    coll?: string;
    pipeline?: Doc[];
  };
  if (typeof coll !== 'string') throw badValue('$unionWith needs a collection');
  const other = `${ns.slice(0, ns.indexOf('.'))}.${coll}`;
  for (const stage of pipeline) compileStage(db, other, stage, variables);
  return function* (docs) {
    yield* docs;
    yield* runPipeline(db, other, pipeline, variables);
  };
}
