import { BSONRegExp } from 'bson';
import { RE2JS } from 're2js';
import { check, MongoError, messageOf, notImplemented } from './errors.ts';

/** A regular expression with the meaning that PCRE2 gives it in MongoDB, in time linear in the text. */
export interface Regex {
  test(text: string): boolean;
}

const MAX_LENGTH = 5000;

const ESCAPED = String.raw`\\[!-/:-@[-\x60{-~tnrf]|\\x[\dA-Fa-f]{2}`;
const PLAIN = /^(\^?)((?:[^\\^$.|?*+()[\]{}]|\\[!-/:-@[-`{-~])*)$/s;
const CHARACTER = new RegExp(String.raw`[^\\^$.|?*+()[{]|${ESCAPED}`, 'suy');
const MEMBER = String.raw`(?:[^\\\][-]|${ESCAPED})`;
const SET = new RegExp(String.raw`\[\^?-?(?:${MEMBER}(?:-${MEMBER})?|\\[dsw](?!-[^\]]))+-?\]`, 'suy');
const TOKEN = /\\[A-Za-z]|\(\?:|[()^$|.]/y;
const REPEAT = /[*+?]\??/y;

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
  for (const option of options) {
    check('imsxu'.includes(option), 51108, `invalid flag in regex options: ${option}`);
    if ('mx'.includes(option)) throw notImplemented(`the option ${option} of the regular expression /${pattern}/`);
  }
  const plain = options.includes('i') ? undefined : PLAIN.exec(pattern);
  if (plain) return plainRegex(plain[2] ?? '', plain[1] === '^');
  if (pattern.length > MAX_LENGTH) throw notImplemented(`a regular expression of more than ${MAX_LENGTH} characters`);
  const written = write(pattern, options.includes('i'));
  try {
    return RE2JS.compile(`(?${options.replace(/[^is]/g, '')}:${written})`);
  } catch (error) {
    throw new MongoError(51091, `Regular expression is invalid: ${messageOf(error)}`);
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

function write(pattern: string, ignoresCase: boolean): string {
  let written = '';
  let at = 0;
  let openGroups = 0;
  /** Whether the last item can be repeated. */
  let isItem = false;

  const refused = (what: string) => notImplemented(`the regular expression syntax ${what} in /${pattern}/`);
  const take = (form: RegExp): string | undefined => {
    form.lastIndex = at;
    const found = form.exec(pattern)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const add = (text: string, canRepeat: boolean): void => {
    written += text;
    isItem = canRepeat;
  };

  while (at < pattern.length) {
    const start = at;
    const rest = pattern.slice(at);
    const token = take(TOKEN) ?? '';
    const repeat = token ? undefined : take(REPEAT);
    if (repeat) {
      check(isItem, 51091, 'Regular expression is invalid: quantifier does not follow a repeatable item');
      if (/[*+?]/.test(pattern[at] ?? '')) throw refused(rest.slice(0, at - start + 1));
      add(repeat, false);
    } else if (token === '(' || token === '(?:') {
      if (pattern[at] === '?' || pattern[at] === '*') throw refused(rest.slice(0, 3));
      openGroups++;
      add('(?:', false);
    } else if (token === ')') {
      check(openGroups-- > 0, 51091, 'Regular expression is invalid: unmatched closing parenthesis');
      add(token, true);
    } else if (token === '$') {
      // RE2 knows the very end only, so the newline before it is taken along, which nothing else may need.
      const isEnd = /^\$\)*$/.test(rest) || (openGroups === 0 && rest[1] === '|');
      if (!isEnd) throw refused('$ before the end of the pattern');
      add('(?:\\n?\\z)', false);
    } else if (token === '|' || ASSERTIONS.includes(token)) add(token, false);
    else if (Object.hasOwn(CLASSES, token)) add(CLASSES[token] as string, true);
    else {
      at = start;
      const character = take(CHARACTER);
      const set = character ? undefined : take(SET);
      const isWidened = set?.includes('\\w') && ignoresCase;
      if ((!character && !set) || isWidened) throw refused(rest.slice(0, 2));
      add(character ?? (set as string).replace(/\\s/g, '\\t-\\r '), true);
    }
  }
  return written;
}
