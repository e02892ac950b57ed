import { MongoError, notImplemented } from './errors.ts';

/** A regular expression as PCRE2 reads it. */
export type Node =
  | { kind: 'text'; text: string; ignoreCase: boolean }
  | CharacterSet
  | { kind: 'assert'; what: 'start' | 'line start' | 'end' | 'last line end' | 'line end' | 'nothing' | '\\b' | '\\B' }
  | { kind: 'group'; branches: Node[][] }
  | { kind: 'repeat'; node: Node; least: number; most: number };

/** One character, as RE2 writes it in brackets. Ignoring case widens `plain` only. */
export interface CharacterSet {
  kind: 'set';
  plain: string;
  fixed: string;
  negated: boolean;
  ignoreCase: boolean;
}

const CONTROLS: Record<string, number> = { a: 7, e: 27, f: 12, n: 10, r: 13, t: 9 };

/** Without PCRE's UCP, letters and digits are those of ASCII. */
const CLASSES: Record<string, string> = {
  d: '0-9',
  s: '\\t-\\r ',
  w: '0-9A-Z_a-z',
  h: '\\t \\x{a0}\\x{1680}\\x{180e}\\x{2000}-\\x{200a}\\x{202f}\\x{205f}\\x{3000}',
  v: '\\n-\\r\\x{85}\\x{2028}\\x{2029}',
};
const COMPLEMENTS: Record<string, string> = { D: '\\D', W: '\\W', S: '\\x00-\\x08\\x0e-\\x1f!-\\x{10ffff}' };
const POSIX: Record<string, string> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7f',
  blank: '\\t ',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-/:-@\\[-`{-~',
  space: '\\t-\\r ',
  upper: 'A-Z',
  word: '0-9A-Z_a-z',
  xdigit: '0-9A-Fa-f',
};
const CATEGORIES = /^(L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?|C[cfos])$/;
const SPACE = /(?:[\t-\r \x85\u200e\u200f\u2028\u2029]|#.*(?:\n|$))+/y;
const MAX_REPEATS = 65535;
const MAX_DEPTH = 250;

/** Reads a pattern into its branches. Throws 51091 for what PCRE2 refuses, and refuses by name what RE2 can't do. */
export function parseRegex(pattern: string, options: string): Node[][] {
  const source = withoutQuotes(pattern);
  let flags = options;
  let at = 0;
  let depth = 0;

  const invalid = (why: string) => new MongoError(51091, `Regular expression is invalid: ${why}`);
  const refused = (what: string) => notImplemented(`the regular expression syntax ${what} in /${pattern}/`);

  function take(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = at;
    const found = form.exec(source) ?? undefined;
    if (found) at += found[0].length;
    return found;
  }

  /** The branches up to the end of the group, or of the pattern. */
  function parseBranches(isGroup: boolean): Node[][] {
    const outer = flags;
    if (++depth > MAX_DEPTH) throw invalid('parentheses are too deeply nested');
    const branches: Node[][] = [[]];
    while (!take(/\)/y)) {
      if (flags.includes('x')) take(SPACE);
      if (at >= source.length) {
        if (isGroup) throw invalid('missing closing parenthesis');
        return branches;
      }
      if (take(/\|/y)) branches.push([]);
      else if (take(/\(\?#[^)]*\)/y)) {
        // PCRE lets a comment stand before a quantifier; the bounds of indexes would not see that.
        if (take(/[*+?{]/y)) throw refused('of a quantifier after a comment');
      } else if (source[at] !== ')') branches.at(-1)?.push(...parseItem());
    }
    if (!isGroup) throw invalid('unmatched closing parenthesis');
    flags = outer;
    depth--;
    return branches;
  }

  function parseItem(): Node[] {
    const [node] = parseAtom();
    if (!node) return [];
    if (flags.includes('x')) take(SPACE);
    const found = take(/([*+?])|\{(\d+)(,?)(\d*)\}/y);
    if (!found) return [node];
    if (node.kind === 'assert') throw invalid('quantifier does not follow a repeatable item');
    const [, sign, low, comma, high] = found;
    const least = sign ? Number(sign === '+') : Number(low);
    const most = sign === '?' ? 1 : sign || (comma && !high) ? Number.POSITIVE_INFINITY : Number(comma ? high : low);
    if (least > MAX_REPEATS || (most > MAX_REPEATS && high)) throw invalid('number too big in {} quantifier');
    if (most < least) throw invalid('numbers out of order in {} quantifier');
    if (take(/\+/y)) throw refused('of possessive quantifiers');
    take(/\?/y);
    return [{ kind: 'repeat', node, least, most }];
  }

  function parseAtom(): Node[] {
    if (take(/[*+?]|\{\d+(?:,\d*)?\}/y)) throw invalid('quantifier does not follow a repeatable item');
    if (take(/\[([:.=])[^\]]*\1\]/y)) throw invalid('POSIX named classes are supported only within a class');
    if (take(/\[/y)) return [parseSet()];
    if (take(/\(/y)) return parseGroup();
    if (take(/\^/y)) return [{ kind: 'assert', what: flags.includes('m') ? 'line start' : 'start' }];
    if (take(/\$/y)) return [{ kind: 'assert', what: flags.includes('m') ? 'line end' : 'last line end' }];
    if (take(/\./y)) return [oneOf(flags.includes('s') ? '' : '\\n', true)];
    const [text, isEscape] = take(/(\\)|./suy) as RegExpExecArray;
    return [isEscape ? parseEscape() : literal(text)];
  }

  function literal(text: string): Node {
    return { kind: 'text', text, ignoreCase: flags.includes('i') };
  }

  function oneOf(fixed: string, negated = false): Node {
    return { kind: 'set', plain: '', fixed, negated, ignoreCase: false };
  }

  function parseGroup(): Node[] {
    const found = take(/\?([a-zA-Z^-]*)([:)])/y);
    if (!found) {
      if (!take(/\?P?<\w+>|\?'\w+'/y)) {
        const [what] = take(/[?*][^\w)]*[\w)]?/y) ?? [];
        if (what) throw refused(`(${what}`);
      }
      return [{ kind: 'group', branches: parseBranches(true) }];
    }
    const [, letters = '', end] = found;
    const changed = changeFlags(letters);
    if (end === ')') {
      flags = changed;
      return [];
    }
    const outer = flags;
    flags = changed;
    const branches = parseBranches(true);
    flags = outer;
    return [{ kind: 'group', branches }];
  }

  /** The flags after `(?im-s)`; those that only matter to captures and greediness are passed over. */
  function changeFlags(letters: string): string {
    const [, reset, on = '', off = ''] = /^(\^?)([imsxnJU]*)(?:-([imsxnJU]*))?$/.exec(letters) ?? [];
    if (reset === undefined || on.includes('xx') || (reset && letters.includes('-'))) throw refused(`(?${letters}`);
    return [...(reset ? '' : flags), ...on].filter((flag) => !off.includes(flag)).join('');
  }

  function parseEscape(): Node {
    const code = takeCode(false);
    if (code !== undefined) return literal(String.fromCodePoint(code));
    const [letter] = take(/./suy) ?? [];
    if (letter === undefined) throw invalid('\\ at end of pattern');
    const lower = letter.toLowerCase();
    if (Object.hasOwn(CLASSES, lower)) return oneOf(CLASSES[lower] as string, letter !== lower);
    if (lower === 'p') return oneOf(takeProperty(letter));
    if (letter === 'N' && !take(/(?=\{)(?!\{\d+(?:,\d*)?\})/y)) return oneOf('\\n', true);
    if (letter === 'A' || letter === 'G') return { kind: 'assert', what: 'start' };
    if (letter === 'Z') return { kind: 'assert', what: 'last line end' };
    if (letter === 'z') return { kind: 'assert', what: 'end' };
    if (letter === 'b' || letter === 'B') return { kind: 'assert', what: `\\${letter}` };
    if (letter === 'K') return { kind: 'assert', what: 'nothing' };
    if (/[1-9CEgkRX]/.test(letter)) throw refused(`\\${letter}`);
    throw invalid(`unrecognized character follows \\: ${letter}`);
  }

  /** The code point that an escape stands for, its backslash taken. */
  function takeCode(inSet: boolean): number | undefined {
    const hex = take(/x\{([\da-fA-F]+)\}|x(?!\{)([\da-fA-F]{0,2})|N\{U\+([\da-fA-F]+)\}/y);
    const octal = hex ? undefined : take(inSet ? /o\{([0-7]+)\}|([0-7]{1,3})/y : /o\{([0-7]+)\}|(0[0-7]{0,2})/y);
    if (hex || octal) {
      const digits = (hex ?? octal)?.slice(1).find((part) => part !== undefined);
      const code = Number.parseInt(digits || '0', hex ? 16 : 8);
      if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        throw invalid('character code point value is too large');
      return code;
    }
    const control = take(/c([ -~])/y)?.[1];
    if (control !== undefined) return control.toUpperCase().charCodeAt(0) ^ 64;
    const [letter] = take(inSet ? /[aefnrtb]|[^0-9A-Za-z]|[89]/uy : /[aefnrt]|[^0-9A-Za-z]/uy) ?? [];
    if (letter === undefined) return undefined;
    return letter === 'b' ? 8 : (CONTROLS[letter] ?? letter.codePointAt(0));
  }

  function takeProperty(letter: string): string {
    const [, braced, short] = take(/\{(\^?\w+)\}|([A-Z])/y) ?? [];
    const name = (braced ?? short ?? '').replace('^', '');
    if (!CATEGORIES.test(name)) throw refused(`\\${letter}{${name}}`);
    if (/^L[ltu]$/.test(name) && flags.includes('i')) throw refused(`\\${letter}{${name}} without case`);
    return `\\${(letter === 'P') !== (braced?.startsWith('^') ?? false) ? 'P' : 'p'}{${name}}`;
  }

  function parseSet(): Node {
    const result: CharacterSet = { kind: 'set', plain: '', fixed: '', negated: false, ignoreCase: flags.includes('i') };
    result.negated = take(/\^/y) !== undefined;
    for (let isFirst = true; isFirst || !take(/\]/y); isFirst = false) {
      const low = parseMember(result);
      if (!take(/-(?!\])/y)) {
        if (low !== undefined) result.plain += hexOf(low);
        continue;
      }
      const high = low === undefined ? undefined : parseMember(result);
      if (low === undefined || high === undefined) throw invalid('invalid range in character class');
      if (high < low) throw invalid('range out of order in character class');
      result.plain += `${hexOf(low)}-${hexOf(high)}`;
    }
    return result;
  }

  /** One character of a set, or undefined where a class of them was added to it. */
  function parseMember(set: CharacterSet): number | undefined {
    const [, negated, name] = take(/\[:(\^?)(\w*):\]/y) ?? [];
    if (name !== undefined) {
      const range = POSIX[set.ignoreCase && (name === 'upper' || name === 'lower') ? 'alpha' : name];
      if (range === undefined) throw invalid('unknown POSIX class name');
      if (negated) throw refused(`[:^${name}:]`);
      set.fixed += range;
      return undefined;
    }
    if (take(/\[([.=])[^\]]*\1\]/y)) throw invalid('POSIX collating elements are not supported');
    const [text, isEscape] = take(/(\\)|./suy) ?? [];
    if (text === undefined) throw invalid('missing terminating ] for character class');
    const code = isEscape ? takeCode(true) : text.codePointAt(0);
    if (code !== undefined) return code;
    const [letter = ''] = take(/./suy) ?? [];
    if (/[pP]/.test(letter)) set.fixed += takeProperty(letter);
    else if (/[HV]/.test(letter)) throw refused(`\\${letter} in brackets`);
    else {
      const range = CLASSES[letter] ?? COMPLEMENTS[letter];
      if (range === undefined) throw invalid(`escape sequence is invalid in character class: \\${letter}`);
      set.fixed += range;
    }
    return undefined;
  }

  return parseBranches(false);
}

function hexOf(code: number): string {
  return `\\x{${code.toString(16)}}`;
}

/** Replaces `\Q...\E` by the characters it quotes. */
function withoutQuotes(pattern: string): string {
  return pattern.replace(/\\(?:Q(.*?)(?:\\E|$)|(.))/gs, (whole, quoted: string | undefined) =>
    quoted === undefined ? whole : [...quoted].map((each) => hexOf(each.codePointAt(0) as number)).join(''),
  );
}
