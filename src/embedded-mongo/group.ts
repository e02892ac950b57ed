import { type Doc, isDoc, isNumber } from './bson.ts';
import { MongoError } from './errors.ts';
import { compileAccumulator, compileExpression, type Expression } from './expressions.ts';
import { encodeKey } from './keys.ts';
import { compareValues } from './order.ts';
import { toPlain } from './plain.ts';

interface Group {
  id: unknown;
  size: number;
  docs: unknown[];
}

/** `$group`: one document for each distinct value of `_id`, equal as BSON compares. */
export function compileGroup(spec: unknown, variables?: Doc): Grouping {
  if (!isDoc(spec)) throw new MongoError(15947, "a group's fields must be specified in an object");
  if (!Object.hasOwn(spec, '_id')) throw new MongoError(15955, 'a group specification must include an _id');
  const { _id, ...fields } = spec;
  return groupBy(compileExpression(_id, variables), fields, variables);
}

/** `$bucket`: groups by the lower boundary of the range that holds the value, in the order of the boundaries. */
export function compileBucket(spec: unknown, variables?: Doc): Grouping {
  if (!isDoc(spec)) throw new MongoError(40201, 'Argument to $bucket stage must be an object');
  const { boundaries, groupBy: by, output, default: rest } = spec;
  if (by === undefined || !Array.isArray(boundaries))
    throw new MongoError(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified");
  if (boundaries.length < 2 || boundaries.some((bound, i) => i > 0 && compareValues(boundaries[i - 1], bound) >= 0))
    throw new MongoError(40194, "The 'boundaries' option to $bucket must be at least two values in ascending order");
  const valueFor = compileExpression(by, variables);
  const bucketOf: Expression = (doc) => {
    const value = valueFor(doc) ?? null;
    const above = boundaries.findIndex((bound) => compareValues(value, bound) < 0);
    if (above > 0) return boundaries[above - 1];
    if (rest === undefined)
      throw new MongoError(40066, '$bucket could not find a matching branch, and no default was specified');
    return rest;
  };
  const group = groupBy(bucketOf, isDoc(output) ? output : { count: { $sum: 1 } }, variables);
  return function* (docs) {
    yield* [...group(docs)].sort((a, b) => compareValues(a._id, b._id));
  };
}

type Grouping = (docs: Iterable<Doc>) => Iterable<Doc>;

function groupBy(idOf: Expression, given: Doc, variables?: Doc): Grouping {
  const fields = Object.entries(given);
  for (const [name] of fields)
    if (name.includes('.')) throw new MongoError(40235, `The field name '${name}' cannot contain '.'`);
  const outputs = fields.map(([name, given]) => ({
    name,
    counts: countsOnly(given),
    run: compileAccumulator(name, given, variables),
  }));
  const keepsDocs = outputs.some(({ counts }) => !counts);
  return function* (docs) {
    const groups = new Map<string, Group>();
    for (const doc of docs) {
      const id = idOf(doc) ?? null;
      const key = encodeKey([id], [false]).bytes.toString('latin1');
      const group: Group = groups.get(key) ?? { id, size: 0, docs: [] };
      if (group.size === 0) groups.set(key, group);
      group.size++;
      if (keepsDocs) group.docs.push(toPlain(doc));
    }
    for (const { id, size, docs: members } of groups.values()) {
      const result: Doc = { _id: id };
      for (const { name, counts, run } of outputs) result[name] = run(counts && !keepsDocs ? new Array(size) : members);
      yield result;
    }
  };
}

/** `{ $sum: 1 }` and `{ $count: {} }` need the number of documents only. */
function countsOnly(given: unknown): boolean {
  return isDoc(given) && (Object.hasOwn(given, '$count') || (Object.hasOwn(given, '$sum') && isNumber(given.$sum)));
}
