import { kindOfKey } from '../shared/keys.ts';

const REDACTED = '[redacted]';

const SECRET_NAME =
  /^(?:v|s|i|invitation|key|code|sig|signature|.*(?:password|passphrase|secret|token|authorization|cookie|privatekey|viewkey|receiptkey|accesskeyid|apikey)|x-amz-.*|session|sessionid|sid|receipt|e-?mails?|address(?:es)?|to|from|cc|bcc|replyto|recipients?|smtpurl|phone)$/i;
/** Path segments followed by a secret. */
const SECRET_FOLLOWS =
  /^(?:activate|activation|reset|reset-password|change-email|confirm-email|sign-in-link|keep-account|verify|unsubscribe|receipt|token|organise|shipped|check)$/i;
// Texts come from strangers, so none of these may look at a long run of characters from each of its places.
const MAYBE_ADDRESS = /[^\s"'<>()[\]{},;:/?&=|\\]+/g;
const ENCODED_ADDRESS = /(?<![\w.+%-])[\w.+%-]+%40[\w-]+(?:\.[\w-]+)+/gi;
const CREDENTIALS = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#"']+@/gi;
const KEY = /(?<![0-9A-Za-z])[pvri][0-9A-Za-z]{22}(?![0-9A-Za-z])/g;
const VENDOR_KEY = /\b(?:sk|rk|whsec)_[0-9A-Za-z_]{8,}/g;
/** A link with a token inside another URL's query. */
const ENCODED_LINK = /(%2f(?:activate|organise)%2f)[\w-]+/gi;
const QUERY = /([?&;])([^=&;?#\s"']+)=([^&#\s"']*)/g;

/** Removes secrets from a URL or path: keys, tokens, addresses, credentials. Accepts anything, parses nothing. Pure. */
export function redactUrl(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const rest = end < 0 ? '' : url.slice(end);
  const pieces = path.split('/');
  const safe = pieces.map((piece, i) => (opens(piece, pieces[i - 1]) ? REDACTED : piece)).join('/');
  return redactText(safe + rest);
}

/** Removes keys, email addresses, credentials and secret query values from text. */
export function redactText(text: string): string {
  return text
    .replace(CREDENTIALS, `$1${REDACTED}@`)
    .replace(ENCODED_LINK, `$1${REDACTED}`)
    .replace(QUERY, (whole, mark: string, name: string) =>
      SECRET_NAME.test(decoded(name)) ? `${mark}${name}=${REDACTED}` : whole,
    )
    .replace(ENCODED_ADDRESS, REDACTED)
    .replace(MAYBE_ADDRESS, withoutAddress)
    .replace(VENDOR_KEY, REDACTED)
    .replace(KEY, REDACTED);
}

/** "[redacted]" for a word with an address of mail; full stops behind it stay. */
function withoutAddress(word: string): string {
  const at = word.indexOf('@', 1);
  if (at < 0) return word;
  let end = word.length;
  while (word[end - 1] === '.') end--;
  return word.lastIndexOf('.', end - 1) > at + 1 ? REDACTED + word.slice(end) : word;
}

/** The same for named facts. */
export function redactFacts(facts: object): Record<string, unknown> {
  return redactFields(facts, 0);
}

/** A copy for the log: secret fields blanked, text redacted, errors expanded, depth and breadth bounded. */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? '[function]' : value;
  if (value instanceof Date) return value;
  if (value instanceof URL) return redactUrl(value.href);
  if (value instanceof Uint8Array) return `[${value.byteLength} bytes]`;
  if (depth >= 6) return '[deeper]';
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => redactValue(item, depth + 1));
  if (value instanceof Map) return redactValue(Object.fromEntries(value), depth + 1);
  if (value instanceof Set) return redactValue([...value], depth + 1);
  if ('toHexString' in value && typeof value.toHexString === 'function') return String(value.toHexString());
  return redactFields(value, depth);
}

function redactFields(value: object, depth: number): Record<string, unknown> {
  const safe: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value).slice(0, 100)) {
    if (SECRET_NAME.test(name) && !isCount(field)) safe[name] = REDACTED;
    else if (/^(?:url|href|path|originalurl|referer|referrer|location)$/i.test(name) && typeof field === 'string') {
      safe[name] = redactUrl(field);
    } else safe[name] = redactValue(field, depth + 1);
  }
  return safe;
}

/** `recipients: 3` or `code: 11000` is not personal, and `code: 'ENOENT'` is needed for diagnosis. */
function isCount(field: unknown): boolean {
  return (
    typeof field === 'number' ||
    typeof field === 'boolean' ||
    field === null ||
    field === undefined ||
    (typeof field === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(field))
  );
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause, ...more } = error;
  return {
    type: error.name || error.constructor.name,
    message: redactText(error.message),
    ...(error.stack ? { stack: redactText(error.stack) } : {}),
    ...redactFields(more, depth),
    ...(error.cause === undefined ? {} : { cause: redactValue(error.cause, depth + 1) }),
  };
}

function opens(piece: string, before: string | undefined): boolean {
  const plain = decoded(piece);
  const kind = kindOfKey(plain);
  if (kind === 'privateKey' || kind === 'viewKey' || kind === 'receipt') return true;
  return plain !== '' && before !== undefined && SECRET_FOLLOWS.test(before);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
