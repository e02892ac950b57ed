import { BSONRegExp } from 'bson';
import { badValue, MongoError, notImplemented } from './errors.ts';

/** What PCRE understands and JavaScript takes for something else. */
const FOREIGN = /\\[AZzQEGhHRKX]|\(\?>|\(\?P|\(\?#|\(\?[imsx-]+[:)]|\[\[:|[*+?}]\+/;

/** MongoDB's regular expression as JavaScript's; what JavaScript can't express is refused, not approximated. */
export function toRegExp(pattern: string, options: string): RegExp {
  const leading = /^\(\?([imsx]+)\)/.exec(pattern);
  const source = leading ? pattern.slice(leading[0].length) : pattern;
  let flags = '';
  for (const option of new Set(options + (leading?.[1] ?? ''))) {
    if (option === 'x') throw notImplemented('the extended option (x) of $regex');
    if ('ims'.includes(option)) flags += option;
    else if (option !== 'u') throw badValue(`invalid flag in regex options: ${option}`);
  }
  if (FOREIGN.test(source.replaceAll('\\\\', ''))) throw notImplemented(`the regular expression syntax of /${source}/`);
  try {
    return new RegExp(source, /\\p\{|[\u{10000}-\u{10ffff}]/u.test(source) ? `${flags}u` : flags);
  } catch (error) {
    throw new MongoError(51091, `Regular expression is invalid: ${(error as Error).message}`);
  }
}

export function regExpOf(value: unknown): RegExp | undefined {
  return value instanceof BSONRegExp ? toRegExp(value.pattern, value.options) : undefined;
}
