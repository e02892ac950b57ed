import { addField, type Doc, getOwn, isDoc, isTruthy } from './bson.ts';
import { check, notImplemented } from './errors.ts';
import { OPERATORS } from './expression-operators.ts';
import { splitPath } from './paths.ts';

/** Computes a value from a document; undefined is a missing field. */
export type Expression = (doc: Doc) => unknown;

/** Compiles an expression; it is checked whole before a document is read. */
export function compileExpression(given: unknown): Expression {
  if (typeof given === 'string' && given.startsWith('$')) return compilePath(given);
  if (Array.isArray(given)) {
    const items = given.map(compileExpression);
    return (doc) => items.map((item) => item(doc) ?? null);
  }
  if (!isDoc(given)) return () => given;
  const [first] = Object.keys(given);
  return first?.startsWith('$') ? compileOperator(first, given) : compileObject(given);
}

function compileOperator(name: string, given: Doc): Expression {
  check(Object.keys(given).length === 1, 15983, 'an expression specification must contain exactly one field');
  const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  if (form) return form(given[name], name);
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  if (!operator) throw notImplemented(`the expression ${name}`);
  const [least, most, run] = operator;
  const operands = compileOperands(name, given[name], least, most);
  return (doc) => {
    const values = operands.map((each) => each(doc));
    return run(values, name);
  };
}

/** Expressions whose operands are not all computed. */
const FORMS: Record<string, (operand: unknown, op: string) => Expression> = {
  $literal: (operand) => () => operand,
  $and: (operand, op) => logical(op, operand, 'every'),
  $or: (operand, op) => logical(op, operand, 'some'),
  $cond(operand, op) {
    if (isDoc(operand)) throw notImplemented('$cond by if, then and else');
    const [test, yes, no] = compileOperands(op, operand, 3, 3) as [Expression, Expression, Expression];
    return (doc) => (isTruthy(test(doc)) ? yes : no)(doc);
  },
  $ifNull(operand, op) {
    const count = Array.isArray(operand) ? operand.length : 1;
    check(count > 1, 1257300, `$ifNull needs at least two arguments, had: ${count}`);
    const operands = compileOperands(op, operand, 2, count);
    return (doc) => operands.reduce((value: unknown, each) => value ?? each(doc), undefined);
  },
};

function logical(op: string, operand: unknown, method: 'every' | 'some'): Expression {
  const operands = compileOperands(op, operand, 0, Infinity);
  return (doc) => operands[method]((each) => isTruthy(each(doc)));
}

/** The operands of an operator: the elements of an array, or one alone. Their number must be right. */
function compileOperands(name: string, operand: unknown, least: number, most: number): Expression[] {
  const given = Array.isArray(operand) ? operand : [operand];
  const isRight = given.length >= least && given.length <= most;
  check(isRight, 16020, `Expression ${name} takes ${least} arguments. ${given.length} were passed in.`);
  return given.map(compileExpression);
}

function compileObject(given: Doc): Expression {
  const fields = Object.entries(given).map(([key, value]): [string, Expression] => {
    checkFieldName(key);
    return [key, compileExpression(value)];
  });
  return (doc) => {
    const result: Doc = {};
    for (const [key, value] of fields) {
      const made = value(doc);
      if (made !== undefined) addField(result, key, made);
    }
    return result;
  };
}

function checkFieldName(name: string): void {
  check(name !== '', 15998, 'FieldPath field names may not be empty strings.');
  check(!name.startsWith('$'), 16410, "FieldPath field names may not start with '$'.");
  check(!name.includes('\0'), 16411, 'FieldPath field names may not contain null bytes.');
  check(!name.includes('.'), 16412, "FieldPath field names may not contain '.'.");
}

function compilePath(given: string): Expression {
  check(given !== '$', 16872, "'$' by itself is not a valid FieldPath");
  check(!given.endsWith('.'), 40353, "FieldPath must not end with a '.'.");
  const parts = splitPath(given.replace(/^\$/, ''));
  const variable = parts[0]?.startsWith('$') ? parts.shift() : undefined;
  for (const name of parts) checkFieldName(name);
  if (variable === '$REMOVE') return () => undefined;
  const isDocument = variable === undefined || variable === '$ROOT' || variable === '$CURRENT';
  if (!isDocument) throw notImplemented(`the variable $${variable}`);
  return (doc) => valueAt(doc, parts);
}

/** The value at a path; of an array, the values of its documents. Numbers in a path are names, not places. */
function valueAt(value: unknown, parts: readonly string[], at = 0): unknown {
  if (at === parts.length) return value;
  if (isDoc(value)) return valueAt(getOwn(value, parts[at] as string), parts, at + 1);
  if (!Array.isArray(value)) return undefined;
  const docs = value.filter(isDoc).map((item) => valueAt(item, parts, at));
  return docs.filter((item) => item !== undefined);
}
