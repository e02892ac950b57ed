import { BSONRegExp } from 'bson';
import { RE2JS } from 're2js';
import { check, MongoError, notImplemented } from './errors.ts';

/** A regular expression with the meaning that PCRE2 gives it in MongoDB, in time linear in the text. */
export interface Regex {
  test(text: string): boolean;
}

const MAX_SIZE = 5000;
const MAX_REPEATS = 1000;

const ESCAPED = String.raw`\\[!-/:-@[-\x60{-~tnrf]|\\x[\dA-Fa-f]{2}`;
const PLAIN = /^(\^?)((?:[^\\^$.|?*+()[\]{}]|\\[!-/:-@[-`{-~])*)$/s;
const CHARACTER = new RegExp(String.raw`[^\\^$.|?*+()[{]|${ESCAPED}`, 'suy');
const MEMBER = String.raw`(?:[^\\\][-]|${ESCAPED})`;
const SET = new RegExp(String.raw`\[\^?-?(?:${MEMBER}(?:-${MEMBER})?|\\[dsw](?!-[^\]]))+-?\]`, 'suy');
const TOKEN = /\\[A-Za-z]|\(\?:|[()^$|.]/y;
const REPEAT = /(?:[*+?]|\{(\d+)(?:,(\d*))?\})\??/y;

/** Without PCRE's UCP these are ASCII, and ignoring case must not widen them by letters that fold to theirs. */
const CLASSES: Record<string, string> = {
  '.': '.',
  '\\d': '[0-9]',
  '\\D': '[^0-9]',
  '\\s': '[\\t-\\r ]',
  '\\S': '[^\\t-\\r ]',
  '\\w': '(?-i:[0-9A-Z_a-z])',
  '\\W': '(?-i:[^0-9A-Z_a-z])',
};
const ASSERTIONS = ['^', '\\A', '\\z', '\\b', '\\B'];

/** Writes for RE2 what PCRE2 reads alike. Throws 51091 for no regular expression; refuses all else by name. */
export function toRegex(pattern: string, options: string): Regex {
  for (const option of options) check('imsxu'.includes(option), 51108, `invalid flag in regex options: ${option}`);
  const [leading = '', letters = ''] = /^\(\?([ims]+)\)/.exec(pattern) ?? [];
  const flags = new Set(options + letters);
  const plain = flags.has('i') || flags.has('x') ? undefined : PLAIN.exec(pattern);
  if (plain && !(plain[1] && flags.has('m'))) return plainRegex(plain[2] as string, plain[1] === '^');
  const written = write(pattern.slice(leading.length), flags, pattern);
  try {
    return RE2JS.compile(`(?${flags.has('i') ? 'i' : ''}${flags.has('s') ? 's' : ''}:${written})`);
  } catch (error) {
    throw new MongoError(51091, `Regular expression is invalid: ${(error as Error).message}`);
  }
}

export function regexOf(value: unknown): Regex | undefined {
  return value instanceof BSONRegExp ? toRegex(value.pattern, value.options) : undefined;
}

/** A pattern that is nothing but a text, or the text at its beginning. */
function plainRegex(escaped: string, isStart: boolean): Regex {
  const wanted = escaped.replace(/\\(.)/g, '$1');
  return { test: (text) => (isStart ? text.startsWith(wanted) : text.includes(wanted)) };
}

function write(source: string, flags: ReadonlySet<string>, pattern: string): string {
  let written = '';
  let at = 0;
  /** How many characters the open groups match, repeats counted; of the last item 0 where it can't be repeated. */
  const sizes = [0];
  let last = 0;

  const refused = (what: string) => notImplemented(`the regular expression syntax ${what} in /${pattern}/`);
  const take = (form: RegExp): RegExpExecArray | undefined => {
    form.lastIndex = at;
    const found = form.exec(source) ?? undefined;
    at += found?.[0].length ?? 0;
    return found;
  };
  const grow = (by: number): void => {
    const size = (sizes.pop() ?? 0) + Math.max(by, 1);
    sizes.push(size);
    if (size > MAX_SIZE) throw notImplemented(`a regular expression of more than ${MAX_SIZE} characters`);
  };
  const add = (text: string, size: number): void => {
    written += text;
    last = size;
    grow(size);
  };

  if (flags.has('x')) throw refused('of the option x');
  while (at < source.length) {
    const start = at;
    const rest = source.slice(at);
    const [token = ''] = take(TOKEN) ?? [];
    const repeat = token ? undefined : take(REPEAT);
    if (repeat) {
      const most = Number(repeat[2] || repeat[1] || 1);
      check(last > 0, 51091, 'Regular expression is invalid: quantifier does not follow a repeatable item');
      if (most > MAX_REPEATS) throw refused(`of more than ${MAX_REPEATS} repeats`);
      if (/[*+?]/.test(source[at] ?? '')) throw refused(rest.slice(0, at - start + 1));
      written += repeat[0];
      grow(last * (most - 1));
      last = 0;
    } else if (token === '(' || token === '(?:') {
      if (source[at] === '?' || source[at] === '*') throw refused(rest.slice(0, 3));
      add('(?:', 0);
      sizes.push(0);
    } else if (token === ')') {
      check(sizes.length > 1, 51091, 'Regular expression is invalid: unmatched closing parenthesis');
      add(token, Math.max(1, sizes.pop() as number));
    } else if (token === '$') {
      // RE2 knows the very end only, so the newline before it is taken along, which nothing else may need.
      const isEnd = /^\$\)*$/.test(rest) || (sizes.length === 1 && rest[1] === '|');
      if (!flags.has('m') && !isEnd) throw refused('$ before the end of the pattern');
      add(flags.has('m') ? '(?m:$)' : '(?:\\n?\\z)', 0);
    } else if (token === '|' || ASSERTIONS.includes(token)) {
      if (token === '^' && flags.has('m')) throw refused('^ with the option m');
      add(token, 0);
    } else if (Object.hasOwn(CLASSES, token)) add(CLASSES[token] as string, 1);
    else {
      at = start;
      const [character] = take(CHARACTER) ?? [];
      const [set] = character ? [] : (take(SET) ?? []);
      const isWidened = set?.includes('\\w') && flags.has('i');
      if ((!character && !set) || isWidened) throw refused(rest.slice(0, 2));
      add(character ?? (set as string).replace(/\\s/g, '\\t-\\r '), 1);
    }
  }
  return written;
}
