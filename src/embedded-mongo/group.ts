import { ACCUMULATORS, type Accumulator, hold } from './accumulators.ts';
import { type Doc, isDoc } from './bson.ts';
import { check, notImplemented } from './errors.ts';
import { compileExpression, type Expression } from './expressions.ts';
import { addField } from './field-order.ts';
import { identityOf } from './keys.ts';
import { Holding } from './memory.ts';
import { isTurnOver } from './pace.ts';
import type { Stage } from './stages.ts';

/** `$group`: one document for each distinct value of `_id`, equal as BSON compares. */
export function compileGroup(spec: unknown): Stage {
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
        if (doc === undefined) {
          yield undefined;
          continue;
        }
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

interface Output {
  name: string;
  open(holding: Holding): Accumulator;
  compute: Expression;
}

function compileOutput(name: string, given: unknown): Output {
  check(!name.includes('.'), 40235, `The field name '${name}' cannot contain '.'`);
  check(!name.startsWith('$'), 40236, `The field name '${name}' cannot be an operator name`);
  const [op = ''] = isDoc(given) ? Object.keys(given) : [];
  check(isDoc(given) && op.startsWith('$'), 40234, `The field '${name}' must be an accumulator object`);
  check(Object.keys(given).length === 1, 40238, `The field '${name}' must specify one accumulator`);
  const open = Object.hasOwn(ACCUMULATORS, op) ? ACCUMULATORS[op] : undefined;
  if (!open) throw notImplemented(`the accumulator ${op}`);
  const isCount = op !== '$count' || (isDoc(given[op]) && Object.keys(given[op]).length === 0);
  check(isCount, 'TypeMismatch', '$count takes no arguments, i.e. $count:{}');
  check(!Array.isArray(given[op]), 40237, `The ${op} accumulator is a unary operator`);
  return { name, open, compute: compileExpression(given[op]) };
}
