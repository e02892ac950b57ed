import { type Doc, isDoc, isNumber } from './bson.ts';
import { MongoError } from './errors.ts';
import { compileAccumulator, compileExpression } from './expressions.ts';
import { encodeKey } from './keys.ts';
import { toPlain } from './plain.ts';

interface Group {
  id: unknown;
  size: number;
  docs: unknown[];
}

/** `$group`: one document for each distinct value of `_id`, equal as BSON compares. */
export function compileGroup(spec: unknown, variables?: Doc): (docs: Iterable<Doc>) => Iterable<Doc> {
  if (!isDoc(spec)) throw new MongoError(15947, "a group's fields must be specified in an object");
  if (!Object.hasOwn(spec, '_id')) throw new MongoError(15955, 'a group specification must include an _id');
  const idOf = compileExpression(spec._id, variables);
  const fields = Object.entries(spec).filter(([name]) => name !== '_id');
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
