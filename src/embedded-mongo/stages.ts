import { ACCUMULATORS, type Accumulator, hold } from './accumulators.ts';
import { addField, type Doc, getOwn, isDoc, isNumber, toInteger, toNumber } from './bson.ts';
import { check, checkFields, notImplemented } from './errors.ts';
import { compileExpression } from './expressions.ts';
import { identityOf } from './keys.ts';
import { compileFilter } from './match.ts';
import { Holding } from './memory.ts';
import { fromBigInt } from './numbers.ts';
import { flatMapPaced, isTurnOver, type Paced, slicePaced } from './pace.ts';
import { splitPath } from './paths.ts';
import { compileProjection, flattenFields, withPath } from './project.ts';
import { parseSort, sortDocs } from './sort.ts';

/** A stage of a pipeline. Each pause is handed on. */
export type Stage = (docs: Paced<Doc>) => Paced<Doc>;

type Change = (doc: Doc) => Doc;

/** Stages that change one document at a time: what an update may be made of, too. */
export const CHANGES: Record<string, (spec: unknown) => Change> = {
  $project(spec) {
    const project = compileProjection(spec);
    check(project, 51272, 'Invalid $project :: projection specification must have at least one field');
    return project;
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
    return (docs) => slicePaced(docs, skip);
  },
  $limit(spec) {
    const limit = checkCount('$limit', spec);
    return (docs) => slicePaced(docs, 0, limit);
  },
  $count(spec) {
    check(typeof spec === 'string', 40156, 'the count field must be a non-empty string');
    check(spec !== '', 40157, 'the count field must be a non-empty string');
    check(!spec.startsWith('$'), 40158, 'the count field cannot be a $-prefixed path');
    check(!spec.includes('.'), 40160, "the count field cannot contain '.'");
    return function* (docs) {
      let count = 0n;
      for (const doc of docs)
        if (doc === undefined) yield undefined;
        else count++;
      if (count > 0) yield { [spec]: fromBigInt(count) };
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
    const isOne = Math.abs(toNumber(direction)) === 1;
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
  const fields = flattenFields(spec, true);
  const computed = fields.map(([path, value]) => [splitPath(path), compileExpression(value)] as const);
  return (doc) => computed.reduce((result, [parts, compute]) => withPath(result, parts, compute(doc)), doc);
}

function unwind(spec: unknown): Stage {
  check(isDoc(spec) || typeof spec === 'string', 15981, 'expected a string or an object as specification for $unwind');
  const options: Doc = isDoc(spec) ? spec : { path: spec };
  checkFields(options, '$unwind', ['path', 'preserveNullAndEmptyArrays']);
  const { path, preserveNullAndEmptyArrays: keeps } = options;
  check(path !== undefined, 28812, 'no path specified to $unwind stage');
  check(typeof path === 'string', 28808, 'expected a string as the path for $unwind stage');
  check(path.startsWith('$'), 28818, 'path option to $unwind stage should be prefixed with a $');
  check(keeps === undefined || typeof keeps === 'boolean', 28809, 'expected a boolean for preserveNullAndEmptyArrays');
  const parts = splitPath(path.slice(1));
  return (docs) =>
    flatMapPaced(docs, function* (doc) {
      const value = parts.reduce((held: unknown, part) => (isDoc(held) ? getOwn(held, part) : undefined), doc);
      const list = Array.isArray(value) ? value : [];
      for (const item of list) yield withPath(doc, parts, item);
      const isEmpty = Array.isArray(value) || value === null || value === undefined;
      if (list.length === 0 && (keeps || !isEmpty)) yield Array.isArray(value) ? withPath(doc, parts, undefined) : doc;
    });
}

/** `$group`: one document for each distinct value of `_id`, equal as BSON compares. */
function compileGroup(spec: unknown): Stage {
  check(isDoc(spec), 15947, "a group's fields must be specified in an object");
  check(Object.hasOwn(spec, '_id'), 15955, 'a group specification must include an _id');
  const { _id, ...fields } = spec;
  const idOf = compileExpression(_id);
  const outputs = Object.entries(fields).map(([name, given]) => compileOutput(name, given));
  return function* (docs) {
    const holding = new Holding('$group');
    const groups = new Map<string, { id: unknown; states: Accumulator[] }>();
    try {
      for (const doc of docs) {
        if (doc === undefined) yield undefined;
        if (doc === undefined) continue;
        const id = idOf(doc) ?? null;
        const key = identityOf(id);
        const group = groups.get(key) ?? { id: hold(holding, id), states: outputs.map(({ open }) => open(holding)) };
        groups.set(key, group);
        for (const [i, { compute }] of outputs.entries()) group.states[i]?.add(compute(doc));
      }
      for (const { id, states } of groups.values()) {
        if (isTurnOver()) yield undefined;
        const result: Doc = { _id: id };
        for (const [i, { name }] of outputs.entries()) addField(result, name, states[i]?.result());
        yield result;
      }
    } finally {
      holding.release();
    }
  };
}

function compileOutput(name: string, given: unknown) {
  check(!name.includes('.'), 40235, `The field name '${name}' cannot contain '.'`);
  check(!name.startsWith('$'), 40236, `The field name '${name}' cannot be an operator name`);
  const [op = ''] = isDoc(given) ? Object.keys(given) : [];
  check(isDoc(given) && op.startsWith('$'), 40234, `The field '${name}' must be an accumulator object`);
  check(Object.keys(given).length === 1, 40238, `The field '${name}' must specify one accumulator`);
  const open = Object.hasOwn(ACCUMULATORS, op) ? ACCUMULATORS[op] : undefined;
  if (!open) throw notImplemented(`the accumulator ${op}`);
  const isPlain = op !== '$count' || (isDoc(given[op]) && Object.keys(given[op]).length === 0);
  check(isPlain, 'TypeMismatch', '$count takes no arguments, i.e. $count:{}');
  check(!Array.isArray(given[op]), 40237, `The ${op} accumulator is a unary operator`);
  return { name, open, compute: compileExpression(given[op]) };
}
