import { type Doc, getOwn, isDoc } from './bson.ts';
import { check, notImplemented } from './errors.ts';
import { FORMS } from './expression-forms.ts';
import { OPERATORS } from './expression-operators.ts';
import { addField } from './field-order.ts';
import { splitPath } from './paths.ts';

/** What an expression sees: the document, and the values of variables. */
export interface Scope {
  root: unknown;
  variables: ReadonlyMap<string, unknown>;
}

/** Computes a value; undefined is a missing field. */
export type Expression = (scope: Scope) => unknown;

/** The names of the variables that an expression may use. */
export type Names = ReadonlySet<string>;

/** MongoDB's other expressions, which are refused by name. */
const REFUSED = new Set(
  `abs acos acosh allElementsTrue anyElementTrue arrayToObject asin asinh atan atan2 atanh binarySize bitAnd bitNot bitOr
  bitXor bsonSize ceil concatBinData convert cos cosh covariancePop dateAdd dateDiff dateFromParts dateFromString
  dateSubtract dateToParts dateToString dateTrunc dayOfWeek dayOfYear degreesToRadians encStrContains exp firstN floor
  function accumulator getField indexOfArray indexOfBytes indexOfCP isoDayOfWeek isoWeek isoWeekYear lastN let ln log log10
  ltrim maxN median meta millisecond minN objectToArray percentile pow radiansToDegrees rand range reduce regexFind
  regexFindAll regexMatch replaceAll replaceOne reverseArray round rtrim sampleRate setDifference setEquals setField
  setIntersection setIsSubset setUnion sigmoid sin sinh sortArray split sqrt stdDevPop stdDevSamp strLenBytes strLenCP
  strcasecmp substr substrBytes substrCP switch tan tanh toBool toDate toDecimal toDouble toHashedIndexKey toInt toLong
  toObjectId toString toUUID trim trunc tsIncrement tsSecond unsetField week zip`
    .split(/\s+/)
    .map((name) => `$${name}`),
);

/**
 * Compiles an expression; it is checked whole before a document is read. `variables` are those of the command's `let`.
 * The value is undefined where it is missing.
 */
export function compileExpression(given: unknown, variables: Doc = {}): (doc: Doc) => unknown {
  const values = new Map<string, unknown>([...Object.entries(variables), ['NOW', new Date()]]);
  const expression = compile(given, new Set(values.keys()));
  return (root) => expression({ root, variables: values });
}

export function compile(given: unknown, names: Names): Expression {
  if (typeof given === 'string' && given.startsWith('$')) return compilePath(given, names);
  if (Array.isArray(given)) {
    const items = given.map((item) => compile(item, names));
    return (scope) => items.map((item) => item(scope) ?? null);
  }
  if (!isDoc(given)) return () => given;
  const [first] = Object.keys(given);
  return first?.startsWith('$') ? compileOperator(first, given, names) : compileObject(given, names);
}

function compileOperator(name: string, given: Doc, names: Names): Expression {
  check(Object.keys(given).length === 1, 15983, 'an expression specification must contain exactly one field');
  const operand = given[name];
  const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  if (form) return form(operand, names, name);
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  if (REFUSED.has(name)) throw notImplemented(`the expression ${name}`);
  check(operator, 'InvalidPipelineOperator', `Unrecognized expression '${name}'`);
  const [least, most, run] = operator;
  const operands = compileOperands(name, operand, names, least, most);
  return (scope) =>
    run(
      operands.map((each) => each(scope)),
      name,
    );
}

/** The operands of an operator: the elements of an array, or one alone. Their number must be right. */
export function compileOperands(
  name: string,
  operand: unknown,
  names: Names,
  least: number,
  most: number,
): Expression[] {
  const given = Array.isArray(operand) ? operand : [operand];
  const count = least === most ? `exactly ${least}` : `at least ${least}, and at most ${most},`;
  const isRight = given.length >= least && given.length <= most;
  check(
    isRight,
    least === most ? 16020 : 28667,
    `Expression ${name} takes ${count} arguments. ${given.length} were passed in.`,
  );
  return given.map((each) => compile(each, names));
}

function compileObject(given: Doc, names: Names): Expression {
  const fields = Object.entries(given).map(([key, value]): [string, Expression] => {
    checkFieldName(key);
    return [key, compile(value, names)];
  });
  return (scope) => {
    const result: Doc = {};
    for (const [key, value] of fields) {
      const made = value(scope);
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

function compilePath(given: string, names: Names): Expression {
  const isVariable = given.startsWith('$$');
  const [first, ...rest] = splitPath(given.slice(isVariable ? 2 : 1)) as [string, ...string[]];
  check(given !== '$', 16872, "'$' by itself is not a valid FieldPath");
  check(!given.endsWith('.'), 40353, "FieldPath must not end with a '.'.");
  for (const name of isVariable ? rest : [first, ...rest]) checkFieldName(name);
  if (!isVariable) return ({ root }) => valueAt(root, [first, ...rest]);
  if (first === 'ROOT' || first === 'CURRENT') return ({ root }) => valueAt(root, rest);
  if (first === 'REMOVE') return () => undefined;
  if (!names.has(first) && /^[A-Z_]+$/.test(first)) throw notImplemented(`the variable $$${first}`);
  check(names.has(first), 17276, `Use of undefined variable: ${first}`);
  return ({ variables }) => valueAt(variables.get(first), rest);
}

/** The value at a path; of an array, the values of its documents. Numbers in a path are names, not places. */
function valueAt(value: unknown, parts: readonly string[], at = 0): unknown {
  if (at === parts.length) return value;
  if (isDoc(value)) return valueAt(getOwn(value, parts[at] as string), parts, at + 1);
  if (!Array.isArray(value)) return undefined;
  const docs = value.filter(isDoc).map((item) => valueAt(item, parts, at));
  return docs.filter((item) => item !== undefined);
}

/** The scope with one more variable. */
export function withVariable(scope: Scope, name: string, value: unknown): Scope {
  return { root: scope.root, variables: new Map(scope.variables).set(name, value) };
}
