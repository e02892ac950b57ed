import { Long } from 'bson';
import { type Doc, getOwn, isDoc, isNumber, toInteger, toNumber } from './bson.ts';
import { check } from './errors.ts';
import { compileExpression } from './expressions.ts';
import { compileGroup } from './group.ts';
import { compileFilter } from './match.ts';
import { fromBigInt } from './numbers.ts';
import { flatMapPaced, type Paced } from './pace.ts';
import { splitPath } from './paths.ts';
import { compileProjection, flattenFields, type Projector, withPath } from './project.ts';
import { parseSort, sortDocs } from './sort.ts';

/** A stage of a pipeline. Each pause is handed on. */
export type Stage = (docs: Paced<Doc>) => Paced<Doc>;

type Change = (doc: Doc) => Doc;

/** Stages that change one document at a time: what an update may be made of, too. */
export const CHANGES: Record<string, (spec: unknown) => Change> = {
  $project(spec) {
    const project = compileProjection(spec, true);
    check(project, 51272, 'Invalid $project :: projection specification must have at least one field');
    return (doc) => project(doc, -1);
  },
  $unset(spec) {
    const paths = Array.isArray(spec) ? spec : [spec];
    const isList = paths.length > 0 && paths.every((path) => typeof path === 'string');
    const code = Array.isArray(spec) ? (paths.length > 0 ? 31120 : 31119) : 31002;
    check(isList, code, '$unset specification must be a string or an array of strings');
    const project = compileProjection(Object.fromEntries(paths.map((path) => [path, false])), true) as Projector;
    return (doc) => project(doc, -1);
  },
  $set: addFields,
  $addFields: addFields,
};

/** Stages that need nothing but the documents before them. */
export const STAGES: Record<string, (spec: unknown) => Stage> = {
  $match(spec) {
    const matches = compileFilter(checkFilter(spec));
    return function* (docs) {
      for (const doc of docs) if (doc === undefined || matches(doc)) yield doc;
    };
  },
  $sort(spec) {
    const fields = parseSort(checkSort(spec));
    return (docs) => sortDocs(docs, fields);
  },
  $skip(spec) {
    const skip = checkCount('$skip', spec);
    return function* (docs) {
      let at = 0;
      for (const doc of docs) if (doc === undefined || at++ >= skip) yield doc;
    };
  },
  $limit(spec) {
    const limit = checkCount('$limit', spec);
    return function* (docs) {
      let at = 0;
      for (const doc of docs) {
        yield doc;
        if (doc !== undefined && ++at >= limit) return;
      }
    };
  },
  $count(spec) {
    check(typeof spec === 'string', 40156, 'the count field must be a non-empty string');
    check(spec !== '', 40157, 'the count field must be a non-empty string');
    check(!spec.startsWith('$'), 40158, 'the count field cannot be a $-prefixed path');
    check(!spec.includes('.'), 40160, "the count field cannot contain '.'");
    return function* (docs) {
      let count = 0;
      for (const doc of docs)
        if (doc === undefined) yield undefined;
        else count++;
      if (count > 0) yield { [spec]: fromBigInt(BigInt(count)) };
    };
  },
  $unwind: unwind,
  $group: compileGroup,
};

export function checkFilter(spec: unknown): Doc {
  check(isDoc(spec), 15959, 'the match filter must be an expression in an object');
  return spec;
}

export function checkSort(spec: unknown): Doc {
  check(isDoc(spec), 15973, 'the $sort key specification must be an object');
  check(Object.keys(spec).length > 0, 15976, '$sort stage must have at least one sort key');
  for (const direction of Object.values(spec).filter((given) => !isDoc(given))) {
    check(isNumber(direction), 15974, 'Illegal key in $sort specification');
    const isOne = Math.abs(toNumber(direction) as number) === 1;
    check(isOne, 15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
  }
  return spec;
}

export function checkCount(name: '$skip' | '$limit', given: unknown): number {
  const number = toInteger(given) ?? -1;
  const code = name === '$skip' ? 5107200 : 5107201;
  check(number >= 0, code, `invalid argument to ${name} stage: Expected a non-negative number`);
  check(name === '$skip' || number > 0, 15958, 'the limit must be positive');
  return number;
}

function addFields(spec: unknown): Change {
  check(isDoc(spec), 40272, '$addFields specification stage must be an object');
  const fields = flattenFields(spec, 'add').map(
    ([path, value]) => [splitPath(path), compileExpression(value)] as const,
  );
  return (doc) => fields.reduce((result, [parts, compute]) => withPath(result, parts, compute(doc)) as Doc, doc);
}

function unwind(spec: unknown): Stage {
  check(isDoc(spec) || typeof spec === 'string', 15981, 'expected a string or an object as specification for $unwind');
  const options: Doc = isDoc(spec) ? spec : { path: spec };
  const { path, includeArrayIndex: index, preserveNullAndEmptyArrays: keeps, ...others } = options;
  check(Object.keys(others).length === 0, 28811, `unrecognized option to $unwind stage: ${Object.keys(others)[0]}`);
  check(path !== undefined, 28812, 'no path specified to $unwind stage');
  check(typeof path === 'string', 28808, 'expected a string as the path for $unwind stage');
  check(path.startsWith('$'), 28818, 'path option to $unwind stage should be prefixed with a $');
  check(keeps === undefined || typeof keeps === 'boolean', 28809, 'expected a boolean for preserveNullAndEmptyArrays');
  check(index === undefined || (typeof index === 'string' && index), 28810, 'expected a text for includeArrayIndex');
  check(!index?.startsWith('$'), 28822, 'includeArrayIndex should not be prefixed with a $');
  const parts = splitPath(path.slice(1));
  const placed = (doc: Doc, place: Long | null) =>
    (index === undefined ? doc : withPath(doc, splitPath(index), place)) as Doc;
  return (docs) =>
    flatMapPaced(docs, function* (doc) {
      const value = parts.reduce((held: unknown, part) => (isDoc(held) ? getOwn(held, part) : undefined), doc);
      const list = Array.isArray(value) ? value : [];
      for (let i = 0; i < list.length; i++) yield placed(withPath(doc, parts, list[i]) as Doc, Long.fromNumber(i));
      const isEmpty = Array.isArray(value) || value === null || value === undefined;
      if (list.length === 0 && (keeps || !isEmpty))
        yield placed(Array.isArray(value) ? (withPath(doc, parts, undefined) as Doc) : doc, null);
    });
}
