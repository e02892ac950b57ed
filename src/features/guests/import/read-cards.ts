import type { Found } from './read-people.ts';

/** A quoted-printable property up to its last soft line break. In others, such as pictures in base64, a final "=" ends the value. */
const SOFTLY_BROKEN = /^[^:\n]{0,200}QUOTED-PRINTABLE[^:\n]{0,200}:(?:[^\n]*=\n)+/gim;

/** People of a vCard file, versions 2.1 to 4.0 (RFC 6350), as phones and address books export it. Pure. @param most letters of a value */
export function readCards(text: string, most: number): Found[] {
  // A line that begins with a space continues the one before.
  const lines = text
    .replace(SOFTLY_BROKEN, (broken) => broken.replaceAll('=\n', ''))
    .replace(/\n[ \t]/g, '')
    .split('\n');
  const people: Found[] = [];
  let person: Found | null = null;
  for (const line of lines) {
    const { name, value } = readProperty(line);
    if (name === 'BEGIN') person = {};
    else if (name === 'END' && person) {
      people.push(person);
      person = null;
    } else if (person) keep(person, name, value.slice(0, most));
  }
  return people;
}

function keep(person: Found, name: string, value: string): void {
  if (name === 'FN') person.name ??= value;
  if (name === 'N') {
    const [last, first] = value.split(/(?<!\\);/);
    if (first) person.firstName ??= first;
    if (last && first) person.lastName ??= last;
  }
  if (name === 'EMAIL') person.email ??= value;
  if (name === 'TEL') person.phone ??= value.replace(/^tel:/i, '');
}

/** "item1.EMAIL;TYPE=home:ruth@example.com", with quoted-printable values of version 2.1. */
function readProperty(line: string): { name: string; value: string } {
  const at = line.indexOf(':');
  const [named = '', ...parameters] = line.slice(0, Math.max(at, 0)).split(';');
  const raw = line.slice(at + 1).trim();
  const isPrintable = parameters.some((each) => /QUOTED-PRINTABLE/i.test(each));
  const value = isPrintable ? fromQuotedPrintable(raw) : raw.replace(/\\([,;\\])/g, '$1').replace(/\\n/gi, ' ');
  return { name: (named.split('.').pop() ?? '').toUpperCase(), value };
}

function fromQuotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
