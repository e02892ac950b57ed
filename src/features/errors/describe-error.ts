import { createHash } from 'node:crypto';
import { redactText, redactUrl } from '../../platform/redact.ts';
import { ERROR_TEXT } from '../../shared/gathered-errors.ts';

/* What is kept of an error: enough to find its cause, and nothing about a person. */

/** An error as a browser or a server tells it. */
export interface ToldError {
  side: 'browser' | 'server';
  type: string;
  message: string;
  stack: string;
  /** Path of a page, or what a server was doing. */
  place: string;
  /** Browser and device; empty for servers. */
  device: string;
}

export interface DescribedError extends ToldError {
  fingerprint: string;
}

const URL_IN_TEXT = /\b(?:https?|wss?|blob):\/*[^\s"'<>()]+/gi;
/** Quoted words may be what somebody typed; names of code are short and have no spaces. */
const QUOTED = /"[^"\n]*"|“[^”\n]*”|'[^'\n]*\s[^'\n]*'/g;
const IDS = /\b(?:[0-9a-f]{24,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/gi;
const NUMBERS = /\d+/g;
/** Our bundles carry a hash of their content. */
const BUNDLE_HASH = /[-.][A-Z0-9]{8}(?=\.js)/g;
/** Absolute folders name the machine, and who runs it. */
const FOLDER = /(?:file:\/\/)?\/[^\s():]*?\/(?=(?:src|views|islands|node_modules|static|scripts|test)\/)/g;

/** Removes what may be personal: queries, hosts, keys, addresses, ids and quoted words. Pure. */
export function describeError(told: ToldError): DescribedError {
  const type = told.type.replace(/[^\w.-]/g, '').slice(0, ERROR_TEXT.type) || 'Error';
  const message = plain(told.message).replace(QUOTED, '"…"').slice(0, ERROR_TEXT.message);
  // A stack begins with the message, which stays out in its full length.
  const stack = framesOf(told.stack).map(plain).join('\n').slice(0, ERROR_TEXT.stack);
  const place = placeOf(told.place).slice(0, ERROR_TEXT.place);
  return { ...told, type, message, stack, place, fingerprint: fingerprintOf({ ...told, type, message, stack }) };
}

/** Equal for the same kind of error at the same place of the code, also after a new build. */
function fingerprintOf({ side, type, message, stack }: Omit<ToldError, 'place' | 'device'>): string {
  const [top = ''] = stack.split('\n');
  const facts = [side, type, message, top].map((fact) => fact.replace(BUNDLE_HASH, '').replace(NUMBERS, '#'));
  return createHash('sha256').update(facts.join('\n')).digest('hex').slice(0, 32);
}

function plain(words: string): string {
  return redactText(words.replace(URL_IN_TEXT, pathOf).replace(FOLDER, '')).replace(IDS, ':id');
}

/** Path of a URL, without its host, query and keys; a script keeps its line. */
function pathOf(url: string): string {
  try {
    const { pathname } = new URL(url.replace(/^blob:/i, ''));
    return /^\/assets\//.test(pathname) ? pathname : placeOf(pathname);
  } catch {
    return '[url]';
  }
}

/** Lines of a stack that name code, in the forms of all browsers. */
function framesOf(stack: string): string[] {
  const frames = stack.split('\n').filter((line) => /^\s*at |@|^\s*[\w.$<>]*\/\S+:\d+/.test(line) && /:\d+/.test(line));
  return frames.slice(0, 20).map((line) => line.trim());
}

/** A page without what is different for each visitor: `/e/:id/people`. */
function placeOf(place: string): string {
  if (!place.startsWith('/')) return plain(place);
  const [path = ''] = redactUrl(place).split(/[?#]/);
  return path
    .split('/')
    .map((piece) => (piece === '' || /^[a-z][a-z-]{0,30}$/.test(piece) ? piece : ':id'))
    .join('/');
}
