import { type Doc, isDoc, isTruthy } from './bson.ts';
import { check, notImplemented } from './errors.ts';
import { compile, compileOperands, type Expression, type Names, type Scope, withVariable } from './expressions.ts';
import { typeName } from './order.ts';

type Form = (operand: unknown, names: Names, op: string) => Expression;

/** Expressions whose operands are not all computed, or are named. */
export const FORMS: Record<string, Form> = {
  $literal: (operand) => () => operand,
  $and(operand, names, op) {
    const operands = compileOperands(op, operand, names, 0, Number.POSITIVE_INFINITY);
    return (scope) => operands.every((each) => isTruthy(each(scope)));
  },
  $or(operand, names, op) {
    const operands = compileOperands(op, operand, names, 0, Number.POSITIVE_INFINITY);
    return (scope) => operands.some((each) => isTruthy(each(scope)));
  },
  $cond(operand, names, op) {
    const parts = ['if', 'then', 'else'];
    const given = isDoc(operand)
      ? parts.map((name, i) => fieldOf(op, operand, name, 17080 + i, parts, 17083))
      : operand;
    const [test, yes, no] = compileOperands(op, given, names, 3, 3) as [Expression, Expression, Expression];
    return (scope) => (isTruthy(test(scope)) ? yes : no)(scope);
  },
  $ifNull(operand, names, op) {
    const count = Array.isArray(operand) ? operand.length : 1;
    check(count > 1, 1257300, `$ifNull needs at least two arguments, had: ${count}`);
    const operands = compileOperands(op, operand, names, 2, count);
    return (scope) => {
      let value: unknown;
      for (const each of operands) {
        value = each(scope);
        if (value !== null && value !== undefined) break;
      }
      return value;
    };
  },
  $map(operand, names, op) {
    check(isDoc(operand), 16878, '$map only supports an object as its argument');
    const at = (name: string, missing: number) => fieldOf(op, operand, name, missing, ['input', 'as', 'in'], 16879);
    const input = compile(at('input', 16880), names);
    const made = compileBody(operand, at('in', 16882), names);
    return (scope) => listOf(op, input(scope), 16883)?.map((item) => made(scope, item) ?? null) ?? null;
  },
  $filter(operand, names, op) {
    check(isDoc(operand), 28646, '$filter only supports an object as its argument');
    if (operand.limit !== undefined) throw notImplemented('the limit of $filter');
    const at = (name: string, missing: number) => fieldOf(op, operand, name, missing, ['input', 'as', 'cond'], 28647);
    const input = compile(at('input', 28648), names);
    const test = compileBody(operand, at('cond', 28650), names);
    return (scope) => listOf(op, input(scope), 28651)?.filter((item) => isTruthy(test(scope, item))) ?? null;
  },
};

/** What is computed for each element, which is the variable that `as` names. */
function compileBody(operand: Doc, given: unknown, names: Names): (scope: Scope, item: unknown) => unknown {
  const { as: name = 'this' } = operand;
  const isName = typeof name === 'string' && /^[a-z\u0080-\uffff][\w\u0080-\uffff]*$/.test(name);
  check(isName, 'FailedToParse', `'${name}' starts with an invalid character for a user variable name`);
  const body = compile(given, new Set([...names, name]));
  return (scope, item) => body(withVariable(scope, name, item));
}

function listOf(op: string, value: unknown, wrongType: number): unknown[] | null {
  if (value === null || value === undefined) return null;
  check(Array.isArray(value), wrongType, `input to ${op} must be an array not ${typeName(value)}`);
  return value;
}

function fieldOf(op: string, given: Doc, name: string, missing: number, known: string[], unknown: number): unknown {
  const surplus = Object.keys(given).find((key) => !known.includes(key));
  check(surplus === undefined, unknown, `Unrecognized parameter to ${op}: ${surplus}`);
  check(Object.hasOwn(given, name), missing, `Missing '${name}' parameter to ${op}`);
  return given[name];
}
