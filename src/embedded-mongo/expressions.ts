import { Context, evalExpr } from 'mingo/core';
import * as accumulators from 'mingo/operators/accumulator';
import * as expressions from 'mingo/operators/expression';
import type { Options } from 'mingo/types';
import { type Doc, isDoc } from './bson.ts';
import { MongoError, notImplemented } from './errors.ts';
import { ourAccumulators, ourExpressions } from './expression-operators.ts';
import { fromPlain, toPlain, toPlainExpression } from './plain.ts';

/** Computes an expression's value for a document; undefined where it is missing. */
export type Expression = (doc: Doc) => unknown;

type Operators = Record<string, (...given: never[]) => unknown>;

const EXPRESSIONS: Operators = { ...expressions, ...ourExpressions };
const ACCUMULATORS: Operators = { ...accumulators, ...ourAccumulators };

const REFUSED = new Set(
  `$function $accumulator $meta $toDecimal $convert $toUUID $tsSecond $tsIncrement $binarySize $bsonSize $median $percentile
  $toHashedIndexKey $sampleRate $sigmoid`.split(/\s+/),
);
for (const name of REFUSED) {
  delete EXPRESSIONS[name];
  delete ACCUMULATORS[name];
}

/** All that expressions may call. */
const OPERATORS = Context.init({ expression: EXPRESSIONS as never, accumulator: ACCUMULATORS as never });

const OPTIONS = {
  idKey: '_id',
  processingMode: 0,
  useStrictMode: true,
  scriptEnabled: false,
  failOnError: true,
  context: OPERATORS,
} satisfies Options;

function optionsFor(variables: Doc | undefined): Options {
  return variables ? { ...OPTIONS, variables: toPlain(variables) as Doc } : OPTIONS;
}

export function compileExpression(expression: unknown, variables?: Doc): Expression {
  const plain = toPlainExpression(expression);
  checkExpression(plain);
  const options = optionsFor(variables);
  return (doc) => evaluate(() => fromPlain(evalExpr(toPlain(doc), plain, options)));
}

/** Several expressions over one document, which is made plain once. */
export function compileExpressions(given: unknown[], variables?: Doc): (doc: Doc) => unknown[] {
  const plain = given.map(toPlainExpression);
  for (const expression of plain) checkExpression(expression);
  const options = optionsFor(variables);
  return (doc) => {
    const source = toPlain(doc);
    return plain.map((expression) => evaluate(() => fromPlain(evalExpr(source, expression, options))));
  };
}

/** `{ $sum: '$n' }` of a group, over its documents (made plain by `toPlain`). */
export function compileAccumulator(name: string, given: unknown, variables?: Doc): (docs: unknown[]) => unknown {
  const op = isDoc(given) ? (Object.keys(given)[0] ?? '') : '';
  if (!isDoc(given) || Object.keys(given).length !== 1)
    throw new MongoError(40234, `The field '${name}' must be an accumulator object`);
  if (REFUSED.has(op)) throw notImplemented(`the accumulator ${op}`);
  const accumulate = Object.hasOwn(ACCUMULATORS, op) ? ACCUMULATORS[op] : undefined;
  if (!accumulate) throw new MongoError(15952, `unknown group operator '${op}'`);
  const argument = toPlainExpression(given[op]);
  checkExpression(argument);
  const options = optionsFor(variables);
  const run = accumulate as unknown as (docs: unknown[], argument: unknown, options: Options) => unknown;
  return (docs) => evaluate(() => fromPlain(run(docs, argument, options) ?? null));
}

/** Errors of the evaluation are the query's fault, not ours. */
function evaluate<T>(compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    throw error instanceof MongoError
      ? error
      : new MongoError('BadValue', error instanceof Error ? error.message : String(error));
  }
}

/** Refuses operators that are not there before anything is computed. */
function checkExpression(expression: unknown): void {
  if (Array.isArray(expression)) for (const item of expression) checkExpression(item);
  if (!isDoc(expression)) return;
  const keys = Object.keys(expression);
  const op = keys[0];
  if (!op?.startsWith('$')) {
    for (const key of keys) checkExpression(expression[key]);
    return;
  }
  if (keys.length > 1)
    throw new MongoError(
      15983,
      `an expression specification must contain exactly one field, the name of the expression: ${keys.join(', ')}`,
    );
  if (op === '$literal') return;
  if (REFUSED.has(op)) throw notImplemented(`the expression ${op}`);
  if (!Object.hasOwn(EXPRESSIONS, op) && !Object.hasOwn(ACCUMULATORS, op))
    throw new MongoError('InvalidPipelineOperator', `Unrecognized expression '${op}'`);
  checkExpression(expression[op]);
}
