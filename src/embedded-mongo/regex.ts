import { BSONRegExp } from 'bson';
import { RE2JS } from 're2js';
import { check, notImplemented } from './errors.ts';
import { type CharacterSet, type Node, parseRegex } from './regex-syntax.ts';

/** A regular expression with the meaning that PCRE2 gives it in MongoDB, in time linear in the text. */
export interface Regex {
  test(text: string): boolean;
}

/** What follows in the pattern: how many characters at least, and whether nothing does. */
interface After {
  least: number;
  isEnd: boolean;
}

const MAX_SIZE = 5000;
const MAX_REPEATS = 1000;

/** Throws 51091 for what is no regular expression; refuses by name what can't be done in linear time or not exactly. */
export function toRegex(pattern: string, options: string): Regex {
  for (const option of options) check('imsxu'.includes(option), 51108, `invalid flag in regex options: ${option}`);
  const branches = parseRegex(pattern, options);
  const plain = plainText(branches);
  if (plain) return { test: (text) => (plain.isStart ? text.startsWith(plain.text) : text.includes(plain.text)) };
  const group: Node = { kind: 'group', branches };
  if (sizeOf(group) > MAX_SIZE) throw notImplemented(`a regular expression of more than ${MAX_SIZE} characters`);
  return RE2JS.compile(write(group, { least: 0, isEnd: true }, pattern));
}

export function regexOf(value: unknown): Regex | undefined {
  return value instanceof BSONRegExp ? toRegex(value.pattern, value.options) : undefined;
}

/** A pattern that is nothing but a text, or the text at its beginning. */
function plainText(branches: Node[][]): { text: string; isStart: boolean } | undefined {
  const [nodes = []] = branches;
  const isStart = nodes[0]?.kind === 'assert' && nodes[0].what === 'start';
  const rest = isStart ? nodes.slice(1) : nodes;
  const text = rest.map((node) => (node.kind === 'text' && !node.ignoreCase ? node.text : ''));
  return branches.length === 1 && text.every((each) => each !== '') ? { text: text.join(''), isStart } : undefined;
}

function sizeOf(node: Node): number {
  if (node.kind === 'group') return node.branches.flat().reduce((sum, each) => sum + sizeOf(each), 1);
  if (node.kind !== 'repeat') return 1;
  const { least, most } = node;
  return sizeOf(node.node) * Math.max(1, Number.isFinite(most) ? most : least);
}

function leastLength(node: Node): number {
  if (node.kind === 'repeat') return node.least * leastLength(node.node);
  if (node.kind !== 'group') return node.kind === 'assert' ? 0 : 1;
  return Math.min(...node.branches.map((nodes) => nodes.reduce((sum, each) => sum + leastLength(each), 0)));
}

/** The pattern as RE2 writes it. Only whether it matches counts, not where. */
function write(node: Node, after: After, pattern: string): string {
  switch (node.kind) {
    case 'text': {
      const text = node.text.replace(/[!-/:-@[-`{-~]/, '\\$&');
      return node.ignoreCase ? `(?i:${text})` : text;
    }
    case 'set':
      return writeSet(node, pattern);
    case 'group':
      return `(?:${node.branches.map((nodes) => writeBranch(nodes, after, pattern)).join('|')})`;
    case 'repeat': {
      const { least, most } = node;
      const limit = Number.isFinite(most) ? most : least;
      if (limit > MAX_REPEATS) throw notImplemented(`repeating more than ${MAX_REPEATS} times in /${pattern}/`);
      const inner = write(node.node, most > 1 ? { ...after, isEnd: false } : after, pattern);
      return `(?:${inner}){${least},${Number.isFinite(most) ? most : ''}}`;
    }
    case 'assert':
      return writeAssertion(node.what, after, pattern);
  }
}

function writeBranch(nodes: Node[], after: After, pattern: string): string {
  let { least, isEnd } = after;
  let written = '';
  for (const node of [...nodes].reverse()) {
    written = write(node, { least, isEnd }, pattern) + written;
    least += leastLength(node);
    isEnd = false;
  }
  return written;
}

function writeSet({ plain, fixed, negated, ignoreCase }: CharacterSet, pattern: string): string {
  const open = negated ? '[^' : '[';
  const all = plain + fixed;
  if (all === '') return '(?s:.)';
  if (!ignoreCase || plain === '') return `${open}${all}]`;
  // A class such as \w must not be widened by other letters that fold to its own.
  if (/^(0-9|\\D|\\t-\\r )*$/.test(fixed)) return `(?i:${open}${all}])`;
  if (negated) throw notImplemented(`ignoring the case of a negated set with a class in /${pattern}/`);
  return `(?:(?i:[${plain}])|[${fixed}])`;
}

function writeAssertion(what: string, { least, isEnd }: After, pattern: string): string {
  switch (what) {
    case 'start':
      return '\\A';
    case 'end':
      return '\\z';
    case 'line end':
      return '(?m:$)';
    case 'line start':
      // PCRE finds no line after the last newline; RE2 finds an empty one.
      if (least === 0) throw notImplemented(`^ before what may be empty, with the option m, in /${pattern}/`);
      return '(?m:^)';
    case 'last line end':
      // RE2 knows the very end only, so the newline before it is taken along, which nothing else may need.
      if (!isEnd) throw notImplemented(`$ before the end of the pattern in /${pattern}/`);
      return '(?:\\n?\\z)';
    default:
      return what === 'nothing' ? '' : what;
  }
}
