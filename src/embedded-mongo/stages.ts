import { type Doc, fromNumber, getOwn, isDoc, isTruthy } from './bson.ts';
import { MongoError } from './errors.ts';
import { compileExpression, compileExpressions } from './expressions.ts';
import { compileBucket, compileGroup } from './group.ts';
import { compileFilter } from './match.ts';
import { splitPath } from './paths.ts';
import { checkCount, checkSort } from './pipeline.ts';
import { compileProjection, flattenFields, setPath } from './project.ts';
import { parseSort, sortBy } from './sort.ts';

/** A stage that needs nothing but the documents before it. */
export type Transform = (docs: Iterable<Doc>) => Iterable<Doc>;

export const TRANSFORMS: Record<string, (spec: unknown, variables?: Doc) => Transform> = {
  $match(spec, variables) {
    if (!isDoc(spec)) throw new MongoError(15959, 'the match filter must be an expression in an object');
    const matches = compileFilter(spec, variables);
    return function* (docs) {
      for (const doc of docs) if (matches(doc)) yield doc;
    };
  },
  $sort(spec) {
    const fields = parseSort(checkSort(spec));
    return function* (docs) {
      yield* sortBy([...docs], fields, (doc) => doc);
    };
  },
  $skip(spec) {
    const skip = checkCount('$skip', spec, 0);
    return function* (docs) {
      let at = 0;
      for (const doc of docs) if (at++ >= skip) yield doc;
    };
  },
  $limit(spec) {
    const limit = checkCount('$limit', spec, 1);
    return function* (docs) {
      let at = 0;
      for (const doc of docs) {
        yield doc;
        if (++at >= limit) return;
      }
    };
  },
  $count(spec) {
    if (typeof spec !== 'string' || spec === '' || spec.startsWith('$') || spec.includes('.'))
      throw new MongoError(40156, 'the count field must be a non-empty string without $ and .');
    return function* (docs) {
      let count = 0;
      for (const _ of docs) count++;
      if (count > 0) yield { [spec]: fromNumber(count) };
    };
  },
  $project(spec, variables) {
    const project = compileProjection(spec, true, variables);
    if (!project) throw new MongoError(51272, 'projection specification must have at least one field');
    return each((doc) => project(doc, -1));
  },
  $unset(spec) {
    const paths = Array.isArray(spec) ? spec : [spec];
    if (paths.length === 0 || !paths.every((path) => typeof path === 'string'))
      throw new MongoError(31120, '$unset specification must be a string or an array');
    const project = compileProjection(Object.fromEntries(paths.map((path) => [path, false])), true);
    return each((doc) => project?.(doc, -1) ?? doc);
  },
  $set: addFields,
  $addFields: addFields,
  $replaceRoot: (spec, variables) => {
    if (!isDoc(spec) || spec.newRoot === undefined)
      throw new MongoError(40231, 'no newRoot specified for the $replaceRoot stage');
    return replaceRoot(spec.newRoot, variables);
  },
  $replaceWith: replaceRoot,
  $unwind: unwind,
  $group: compileGroup,
  $bucket: compileBucket,
  $sortByCount(spec, variables) {
    const group = compileGroup({ _id: spec, count: { $sum: fromNumber(1) } }, variables);
    const fields = parseSort({ count: -1 });
    return function* (docs) {
      yield* sortBy([...group(docs)], fields, (doc) => doc);
    };
  },
  $sample(spec) {
    const size = checkCount('$sample', isDoc(spec) ? spec.size : undefined, 1);
    return function* (docs) {
      const all = [...docs];
      for (let left = Math.min(size, all.length); left > 0; left--)
        yield all.splice(Math.floor(Math.random() * all.length), 1)[0] as Doc;
    };
  },
};

function each(change: (doc: Doc) => Doc): Transform {
  return function* (docs) {
    for (const doc of docs) yield change(doc);
  };
}

function addFields(spec: unknown, variables?: Doc): Transform {
  if (!isDoc(spec)) throw new MongoError(40272, '$addFields specification stage must be an object');
  const fields = flattenFields(spec, '', true);
  const paths = fields.map(([path]) => splitPath(path));
  const valuesOf = compileExpressions(
    fields.map(([, value]) => value),
    variables,
  );
  return each((doc) => {
    const result = { ...doc };
    const values = valuesOf(doc);
    paths.forEach((path, i) => {
      setPath(result, path, values[i]);
    });
    return result;
  });
}

function replaceRoot(expression: unknown, variables?: Doc): Transform {
  const evaluate = compileExpression(expression, variables);
  return each((doc) => {
    const root = evaluate(doc);
    if (!isDoc(root)) throw new MongoError(40228, "'newRoot' expression must evaluate to an object");
    return root;
  });
}

function unwind(spec: unknown): Transform {
  const options = (isDoc(spec) ? spec : { path: spec }) as Doc;
  const { path, includeArrayIndex } = options;
  if (typeof path !== 'string' || !path.startsWith('$') || path.length < 2)
    throw new MongoError(28818, 'path option to $unwind stage should be prefixed with a $');
  if (includeArrayIndex !== undefined && (typeof includeArrayIndex !== 'string' || includeArrayIndex.startsWith('$')))
    throw new MongoError(28810, 'includeArrayIndex must be a non-empty string without $');
  const parts = splitPath(path.slice(1));
  const keepsEmpty = isTruthy(options.preserveNullAndEmptyArrays);
  const made = (doc: Doc, value: unknown, index: number | null): Doc => {
    const result = { ...doc };
    setPath(result, parts, value);
    if (typeof includeArrayIndex === 'string')
      setPath(result, splitPath(includeArrayIndex), index === null ? null : fromNumber(index));
    return result;
  };
  return function* (docs) {
    for (const doc of docs) {
      const value = parts.reduce((held: unknown, part) => (isDoc(held) ? getOwn(held, part) : undefined), doc);
      if (Array.isArray(value) && value.length > 0) for (let i = 0; i < value.length; i++) yield made(doc, value[i], i);
      else if (value === null || value === undefined || Array.isArray(value)) {
        if (keepsEmpty) yield made(doc, Array.isArray(value) ? undefined : value, null);
      } else yield made(doc, value, null);
    }
  };
}
