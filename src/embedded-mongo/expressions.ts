import type { Doc } from './bson.ts';
import { notImplemented } from './errors.ts';

export type Expression = (doc: Doc) => unknown;

export function compileExpression(_expression: unknown, _variables?: Doc): Expression {
  throw notImplemented('$expr');
}

export function compilePipelineUpdate(_pipeline: Doc[], _variables?: Doc): (doc: Doc) => Doc {
  throw notImplemented('a pipeline update');
}
