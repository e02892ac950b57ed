/** A mail as the sandbox shows it. */
export interface ParsedMail {
  headers: Record<string, string>;
  subject: string;
  text: string;
  html: string;
  attachments: { name: string; type: string; bytes: number; cid: string | null; content: Buffer }[];
}

interface Part {
  headers: Record<string, string>;
  body: Buffer;
}

/** Reads a mail: headers with encoded words, nested multiparts, base64 and quoted-printable, UTF-8 and Latin-1. */
export function parseMail(raw: Buffer): ParsedMail {
  const root = splitPart(raw);
  const mail: ParsedMail = {
    headers: root.headers,
    subject: root.headers.subject ?? '',
    text: '',
    html: '',
    attachments: [],
  };
  collect(root, mail, 0);
  return mail;
}

function collect(part: Part, mail: ParsedMail, depth: number): void {
  const type = headerValue(part.headers['content-type'] ?? 'text/plain');
  const disposition = headerValue(part.headers['content-disposition'] ?? '');
  if (type.value.startsWith('multipart/') && type.parameters.boundary && depth < 10) {
    for (const piece of splitMultipart(part.body, type.parameters.boundary)) collect(splitPart(piece), mail, depth + 1);
    return;
  }
  const content = decodeBody(part);
  if (disposition.value !== 'attachment' && type.value === 'text/plain' && !mail.text) {
    mail.text = toText(content, type.parameters.charset);
  } else if (disposition.value !== 'attachment' && type.value === 'text/html' && !mail.html) {
    mail.html = toText(content, type.parameters.charset);
  } else {
    const name = disposition.parameters.filename ?? type.parameters.name ?? '';
    const cid = part.headers['content-id']?.replace(/^<|>$/g, '') ?? null;
    mail.attachments.push({ name, type: type.value, bytes: content.length, cid, content });
  }
}

/** Headers by lower-case name, unfolded and decoded; where a name comes again, the first counts. */
function splitPart(raw: Buffer): Part {
  const gap = /\r?\n\r?\n/.exec(raw.toString('latin1'));
  const head = gap ? raw.subarray(0, gap.index) : raw;
  const headers: Record<string, string> = {};
  for (const line of head
    .toString('utf8')
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!Object.hasOwn(headers, name)) headers[name] = decodeWords(line.slice(colon + 1).trim());
  }
  return { headers, body: gap ? raw.subarray(gap.index + gap[0].length) : Buffer.alloc(0) };
}

function splitMultipart(body: Buffer, boundary: string): Buffer[] {
  const pieces = `\r\n${body.toString('latin1')}`.split(`\r\n--${boundary}`).slice(1);
  return pieces
    .filter((piece) => !piece.startsWith('--'))
    .map((piece) => Buffer.from(piece.replace(/^[ \t]*\r?\n/, ''), 'latin1'));
}

/** `text/plain; charset=utf-8; name*0*=...` as value and parameters, continued and encoded ones put together. */
function headerValue(header: string): { value: string; parameters: Record<string, string> } {
  const [value = ''] = header.split(';', 1);
  const parameters: Record<string, string> = {};
  for (const match of header.matchAll(/;\s*([\w-]+)(?:\*\d+)?(\*?)=(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g)) {
    const [, name = '', encoded = '', quoted, plain = ''] = match;
    const text = quoted?.replace(/\\(.)/g, '$1') ?? plain;
    const piece = encoded ? decodePercent(text.replace(/^[\w-]*'[\w-]*'/, '')) : text;
    parameters[name.toLowerCase()] = (parameters[name.toLowerCase()] ?? '') + piece;
  }
  return { value: value.trim().toLowerCase(), parameters };
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Encoded words (`=?UTF-8?Q?...?=`); the space between two of them is none. */
function decodeWords(text: string): string {
  return text
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?([\w-]+)\?([BQ])\?([^?]*)\?=/gi, (_, charset: string, encoding: string, word: string) =>
      encoding.toUpperCase() === 'B'
        ? toText(Buffer.from(word, 'base64'), charset)
        : toText(fromQuoted(Buffer.from(word.replaceAll('_', ' '), 'latin1')), charset),
    );
}

function decodeBody(part: Part): Buffer {
  const encoding = part.headers['content-transfer-encoding']?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(part.body.toString('latin1'), 'base64');
  return encoding === 'quoted-printable' ? fromQuoted(part.body) : part.body;
}

function fromQuoted(body: Buffer): Buffer {
  const text = body.toString('latin1').replace(/=[ \t]*\r?\n/g, '');
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

function toText(bytes: Buffer, charset = 'utf-8'): string {
  return bytes.toString(/^(?:iso-8859-1|latin1|windows-1252)$/i.test(charset) ? 'latin1' : 'utf8');
}
