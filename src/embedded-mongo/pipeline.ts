import { bsonType, type Doc, isDoc } from './bson.ts';
import type { Database } from './database.ts';
import { check, notImplemented } from './errors.ts';
import { flatMapPaced, isTurnOver, mapPaced, type Paced } from './pace.ts';
import { sortValues, splitPath } from './paths.ts';
import { withPath } from './project.ts';
import { findDocuments, type Query } from './query.ts';
import { CHANGES, checkCount, checkFilter, checkSort, STAGES, type Stage } from './stages.ts';

/** Runs a pipeline over a collection. Every stage is checked before a document is read. */
export function runPipeline(db: Database, ns: string, pipeline: unknown[]): Paced<Doc> {
  const { query, rest } = leadingQuery(pipeline);
  const stages = rest.map((stage) => compileStage(db, ns, stage));
  const docs = mapPaced(findDocuments(db, db.catalog.find(ns), query), (hit) => hit.doc);
  return stages.reduce<Paced<Doc>>((before, stage) => withPauses(stage(before)), docs);
}

/** One document may become many, or many be read for one. */
function* withPauses(docs: Paced<Doc>): Paced<Doc> {
  for (const doc of docs) {
    if (isTurnOver()) yield undefined;
    yield doc;
  }
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

function compileStage(db: Database, ns: string, stage: unknown): Stage {
  const [name, spec] = partsOf(stage);
  if (name === '$lookup') return compileLookup(db, ns, spec);
  if (Object.hasOwn(CHANGES, name)) {
    const change = compileChange(stage);
    return (docs) => mapPaced(docs, change);
  }
  const compile = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined;
  if (!compile) throw notImplemented(`the stage ${name}`);
  return compile(spec);
}

function partsOf(stage: unknown): [name: string, spec: unknown] {
  const [part, ...others] = isDoc(stage) ? Object.entries(stage) : [];
  check(part && others.length === 0, 40323, 'A pipeline stage specification object must contain exactly one field.');
  return part;
}

function compileChange(stage: unknown): (doc: Doc) => Doc {
  const [name, spec] = partsOf(stage);
  const compile = Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined;
  if (!compile) throw notImplemented(`the stage ${name} in an update`);
  return compile(spec);
}

/** An update given as a pipeline: the stages that work on a document by itself. */
export function compilePipelineUpdate(pipeline: unknown[]): (doc: Doc) => Doc {
  const changes = pipeline.map(compileChange);
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
  return (docs) =>
    flatMapPaced(docs, function* (doc) {
      const found: Doc[] = [];
      const filter = { [foreignField]: { $in: localValues(doc, localField) } };
      for (const hit of findDocuments(db, db.catalog.find(foreign), { filter }))
        if (hit === undefined) yield undefined;
        else found.push(hit.doc);
      yield withPath(doc, splitPath(as), found);
    });
}

/** The values of which a foreign document must have one; null where there is none, as in an empty array. */
function localValues(doc: Doc, localField: string): unknown[] {
  const values = sortValues(doc, splitPath(localField), false).filter((value) => value !== undefined);
  if (values.some((value) => bsonType(value) === 'BSONRegExp')) throw notImplemented('$lookup by a regular expression');
  return values.length > 0 ? values : [null];
}
