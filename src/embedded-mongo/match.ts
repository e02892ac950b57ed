import { type Doc, isDoc, isTruthy } from './bson.ts';
import { check, notImplemented } from './errors.ts';
import { compileExpression } from './expressions.ts';
import { compileOperator, equalTo, matchesRegex, type Predicate } from './match-operators.ts';
import { splitPath, walkPath } from './paths.ts';
import { regexOf } from './regex.ts';

/** What a match learns: the index that `$` stands for, from the first array it went through. */
export interface Found {
  position: number;
}

export type Matcher = (doc: unknown, found?: Found) => boolean;

export function compileFilter(filter: Doc): Matcher {
  return allOf(Object.keys(filter).map((key) => compileEntry(key, filter[key])));
}

function compileEntry(key: string, value: unknown): Matcher {
  if (!key.startsWith('$')) return compileField(key, value);
  switch (key) {
    case '$and':
      return allOf(branches(key, value));
    case '$or':
      return anyOf(branches(key, value));
    case '$nor':
      return not(anyOf(branches(key, value)));
    case '$expr': {
      const evaluate = compileExpression(value);
      return (doc) => isTruthy(evaluate(doc as Doc));
    }
  }
  throw notImplemented(`the query operator ${key}`);
}

function branches(key: string, value: unknown): Matcher[] {
  check(Array.isArray(value) && value.length > 0, 'BadValue', `${key} argument must be a non-empty array`);
  return value.map((branch) => {
    check(isDoc(branch), 'BadValue', `${key} argument's entries must be objects`);
    return compileFilter(branch);
  });
}

export function isOperatorDoc(value: unknown): value is Doc {
  return isDoc(value) && Object.keys(value)[0]?.startsWith('$') === true;
}

function compileField(path: string, condition: unknown): Matcher {
  const parts = splitPath(path);
  if (!isOperatorDoc(condition)) {
    const regex = regexOf(condition);
    return onValues(parts, regex ? matchesRegex(regex) : equalTo(condition));
  }
  return allOf(Object.keys(condition).map((op) => compileCondition(parts, op, condition)));
}

function compileCondition(parts: string[], op: string, condition: Doc): Matcher {
  const value = condition[op];
  switch (op) {
    case '$not': {
      const isCondition = isOperatorDoc(value) || regexOf(value) !== undefined;
      check(isCondition, 'BadValue', '$not needs a regex or a document');
      return not(compileField(parts.join('.'), value));
    }
    case '$ne':
      return not(onValues(parts, compileOperator('$eq', value, condition)));
    case '$nin':
      return not(onValues(parts, compileOperator('$in', value, condition)));
    case '$elemMatch':
      return compileElemMatch(parts, value);
    case '$exists': {
      const isThere = onWhole(parts, (held) => held !== undefined);
      return isTruthy(value) ? isThere : not(isThere);
    }
    case '$size':
      return onWhole(parts, compileOperator(op, value, condition));
    default:
      return onValues(parts, compileOperator(op, value, condition));
  }
}

function compileElemMatch(parts: string[], value: unknown): Matcher {
  const test = compileElement(value);
  return (doc, found) =>
    walkPath(doc, parts, (list, position) => {
      if (!Array.isArray(list)) return false;
      const index = list.findIndex((item) => test(item));
      return index !== -1 && hit(found, position === -1 ? index : position);
    });
}

/** The condition of `$elemMatch`, or of an array filter's or `$pull`'s operators, on one element. */
export function compileElement(condition: unknown): (item: unknown) => boolean {
  check(isDoc(condition), 'BadValue', '$elemMatch needs an Object');
  if (isOperatorDoc(condition) && !['$and', '$or', '$nor', '$expr'].includes(Object.keys(condition)[0] ?? '')) {
    const test = compileField('', condition);
    return (item) => test({ '': item });
  }
  const test = compileFilter(condition);
  return (item) => (isDoc(item) || Array.isArray(item)) && test(item);
}

function onValues(parts: string[], test: Predicate): Matcher {
  return (doc, found) =>
    walkPath(doc, parts, (value, position) => {
      if (Array.isArray(value))
        for (let i = 0; i < value.length; i++) if (test(value[i])) return hit(found, position === -1 ? i : position);
      return test(value) && hit(found, position);
    });
}

function onWhole(parts: string[], test: Predicate): Matcher {
  return (doc, found) => walkPath(doc, parts, (value, position) => test(value) && hit(found, position));
}

function hit(found: Found | undefined, position: number): true {
  if (found && found.position === -1) found.position = position;
  return true;
}

function not(matcher: Matcher): Matcher {
  return (doc) => !matcher(doc);
}

function allOf(matchers: Matcher[]): Matcher {
  if (matchers.length === 1) return matchers[0] as Matcher;
  return (doc, found) => matchers.every((matcher) => matcher(doc, found));
}

function anyOf(matchers: Matcher[]): Matcher {
  return (doc, found) => matchers.some((matcher) => matcher(doc, found));
}
