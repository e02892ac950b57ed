import { bsonType, type Doc, isDoc } from './bson.ts';
import type { Database } from './database.ts';
import { check, MongoError, notImplemented } from './errors.ts';
import { isTurnOver, type Paced } from './pace.ts';
import { sortValues, splitPath } from './paths.ts';
import { withPath } from './project.ts';
import { findDocuments, type Hit, type Query } from './query.ts';
import { CHANGES, checkCount, checkFilter, checkSort, STAGES, type Stage } from './stages.ts';

const REFUSED = new Set(
  `$bucket $bucketAuto $changeStream $changeStreamSplitLargeEvent $collStats $currentOp $densify $documents $facet $fill
  $geoNear $graphLookup $indexStats $listLocalSessions $listSampledQueries $listSearchIndexes $listSessions $merge $out
  $planCacheStats $querySettings $queryStats $rankFusion $redact $sample $score $scoreFusion $search $searchMeta
  $setWindowFields $shardedDataDistribution $unionWith $vectorSearch`.split(/\s+/),
);

/** Runs a pipeline over a collection. Every stage is checked before a document is read. */
export function runPipeline(db: Database, ns: string, pipeline: unknown[], variables?: Doc): Paced<Doc> {
  const { query, rest } = leadingQuery(pipeline);
  const stages = rest.map((stage) => compileStage(db, ns, stage as Doc, variables));
  const docs = docsOf(findDocuments(db, db.catalog.find(ns), { ...query, variables }));
  return stages.reduce((before, stage) => withPauses(stage(before)), docs);
}

/** One document may become many, or many be read for one. */
function* withPauses(docs: Paced<Doc>): Paced<Doc> {
  for (const doc of docs) {
    if (isTurnOver()) yield undefined;
    yield doc;
  }
}

function* docsOf(hits: Paced<Hit>): Paced<Doc> {
  for (const hit of hits) yield hit?.doc;
}

/** What the beginning of a pipeline has in common with a find, so that it may use an index. */
function leadingQuery(pipeline: unknown[]): { query: Query; rest: unknown[] } {
  const query: Query = { filter: {} };
  let at = 0;
  const next = (name: string): unknown => {
    const stage = pipeline[at];
    if (!isDoc(stage) || Object.keys(stage).length !== 1 || !Object.hasOwn(stage, name)) return undefined;
    at++;
    return stage[name];
  };
  const filters: Doc[] = [];
  for (let filter = next('$match'); filter !== undefined; filter = next('$match')) filters.push(checkFilter(filter));
  if (filters.length > 0) query.filter = filters.length === 1 ? (filters[0] as Doc) : { $and: filters };
  const sort = next('$sort');
  if (sort !== undefined) query.sort = checkSort(sort);
  const skip = next('$skip');
  if (skip !== undefined) query.skip = checkCount('$skip', skip);
  const limit = next('$limit');
  if (limit !== undefined) query.limit = checkCount('$limit', limit);
  return { query, rest: pipeline.slice(at) };
}

function compileStage(db: Database, ns: string, stage: Doc, variables?: Doc): Stage {
  const name = nameOf(stage);
  if (name === '$lookup') return compileLookup(db, ns, stage.$lookup);
  const compile = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined;
  if (compile) return compile(stage[name], variables);
  check(REFUSED.has(name), 40324, `Unrecognized pipeline stage name: '${name}'`);
  throw notImplemented(`the stage ${name}`);
}

function nameOf(stage: unknown): string {
  const names = isDoc(stage) ? Object.keys(stage) : [];
  check(names.length === 1, 40323, 'A pipeline stage specification object must contain exactly one field.');
  return names[0] as string;
}

/** An update given as a pipeline: the stages that work on a document by itself. */
export function compilePipelineUpdate(pipeline: unknown[], variables?: Doc): (doc: Doc) => Doc {
  const changes = pipeline.map((stage) => {
    const name = nameOf(stage);
    const compile = Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined;
    if (compile) return compile((stage as Doc)[name], variables);
    const isStage = Object.hasOwn(STAGES, name) || REFUSED.has(name) || name === '$lookup';
    check(isStage, 40324, `Unrecognized pipeline stage name: '${name}'`);
    throw new MongoError('InvalidOptions', `${name} is not allowed to be used within an update`);
  });
  return (doc) => {
    const result = changes.reduce((held, change) => change(held), doc);
    return Object.hasOwn(doc, '_id') ? { _id: doc._id, ...result } : result;
  };
}

const LOOKUP_FIELDS = ['from', 'localField', 'foreignField', 'as'];

/** Joins by equal fields. */
function compileLookup(db: Database, ns: string, spec: unknown): Stage {
  check(isDoc(spec), 'FailedToParse', 'the $lookup specification must be an Object');
  for (const [field, value] of Object.entries(spec)) {
    if (field === 'let' || field === 'pipeline' || isDoc(value)) throw notImplemented(`the ${field} of $lookup`);
    check(LOOKUP_FIELDS.includes(field), 'FailedToParse', `unknown argument to $lookup: ${field}`);
    check(typeof value === 'string', 'FailedToParse', `$lookup argument '${field}' must be a string`);
  }
  const { from, localField, foreignField, as } = spec as Record<string, string>;
  check(from !== undefined && as !== undefined, 'FailedToParse', "$lookup must specify 'from' and 'as'");
  const isJoined = localField !== undefined && foreignField !== undefined;
  check(isJoined, 'FailedToParse', "$lookup requires both 'localField' and 'foreignField' to be specified");
  const foreign = `${ns.slice(0, ns.indexOf('.'))}.${from}`;
  return function* (docs) {
    for (const doc of docs) {
      if (doc === undefined) {
        yield undefined;
        continue;
      }
      const found: Doc[] = [];
      const filter = { [foreignField]: { $in: localValues(doc, localField) } };
      for (const hit of findDocuments(db, db.catalog.find(foreign), { filter }))
        if (hit === undefined) yield undefined;
        else found.push(hit.doc);
      yield withPath(doc, splitPath(as), found) as Doc;
    }
  };
}

/** The values of which a foreign document must have one; null where there is none, as in an empty array. */
function localValues(doc: Doc, localField: string): unknown[] {
  const values = sortValues(doc, splitPath(localField), false).filter((value) => value !== undefined);
  if (values.some((value) => bsonType(value) === 'BSONRegExp')) throw notImplemented('$lookup by a regular expression');
  return values.length > 0 ? values : [null];
}
