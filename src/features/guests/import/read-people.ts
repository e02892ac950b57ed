import { isMailAddress } from '../../../platform/mail-address.ts';
import { peopleApart } from './people-apart.ts';
import { readCards } from './read-cards.ts';
import { type Column, columnsOf, delimiterOf, isHeader, readTable } from './read-table.ts';

/** A person as it was understood; `problem` says what to fix. */
export interface ReadPerson {
  firstName: string;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  problem: string | null;
}

/** Letters of one person's line or cell that are looked at: what follows is no name, and searching it takes long. */
const LOOKED_AT = 500;
const PHONE = /(?:\+|\b0|\()[\d\s()./-]{5,}\d|\b\d[\d\s()./-]{6,}\d/;
const MAIL = /[<(]?(?:mailto:)?([^\s<>(),;"]*@[^\s<>(),;"]*)[>)]?/i;

/** Reads pasted text: a vCard, a table, or lines such as "Ruth Weber <ruth@example.com>", in any order. Pure. */
export function readPeople(given: string): ReadPerson[] {
  const whole = given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (/^BEGIN:VCARD/im.test(whole)) return readCards(whole, LOOKED_AT).map((card) => toPerson(card));
  const text = peopleApart(whole);
  const delimiter = delimiterOf(text);
  if (delimiter === null) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.map((line) => toPerson(readLine(line.slice(0, LOOKED_AT))));
  }
  return peopleInRows(readTable(text, delimiter));
}

/** The same for cells of a table, with or without header. Pure. */
export function peopleInRows(table: readonly string[][]): ReadPerson[] {
  const rows = table.map((cells) => cells.map((cell) => cell.slice(0, LOOKED_AT)));
  const [first = []] = rows;
  if (!isHeader(first)) return rows.map((cells) => toPerson(readCells(cells)));
  const columns = columnsOf(first);
  return rows.slice(1).map((cells) => toPerson(readNamed(cells, columns)));
}

/** What was found of a person. */
export type Found = Partial<Record<Column, string>>;

function readLine(line: string): Found {
  const email = MAIL.exec(line)?.[1];
  const rest = line.replace(MAIL, ' ');
  const phone = PHONE.exec(rest)?.[0];
  const name = phone ? rest.replace(phone, ' ') : rest;
  return { ...(email && { email }), ...(phone && { phone }), name };
}

function readCells(cells: readonly string[]): Found {
  const email = cells.find((cell) => cell.includes('@'));
  const phone = cells.find((cell) => cell !== email && PHONE.test(cell));
  // Rows of a sheet are often numbered.
  const name = cells
    .filter((cell) => cell !== email && cell !== phone && !/^(?:\d{1,3}[.)]?)?$/.test(cell))
    .slice(0, 2);
  const besideAddress = email?.replace(MAIL, ' ') ?? '';
  return {
    ...(email && { email: MAIL.exec(email)?.[1] ?? email }),
    ...(phone && { phone }),
    name: name.join(' ') || besideAddress,
  };
}

function readNamed(cells: readonly string[], columns: readonly (Column | null)[]): Found {
  const found: Found = {};
  columns.forEach((column, at) => {
    // Google puts several addresses of somebody into one cell.
    const [cell = ''] = (cells[at] ?? '').split(' ::: ');
    // Address books have several columns for numbers and addresses: the first that is filled counts.
    if (column && cell && !found[column]) found[column] = cell;
  });
  return found;
}

function toPerson({ name = '', email = '', phone = '', ...named }: Found): ReadPerson {
  const address = email.trim().toLowerCase();
  const [first, last] = named.firstName
    ? [named.firstName, named.lastName ?? '']
    : splitName(name || (named.lastName ?? ''));
  const firstName = (first || nameIn(address)).slice(0, 80);
  return {
    firstName,
    lastName: last.slice(0, 80) || null,
    email: address || null,
    phone: phone.trim() || null,
    problem: problemOf(firstName, address),
  };
}

function problemOf(firstName: string, email: string): string | null {
  if (email && !isMailAddress(email)) {
    if (email.split('@').length > 2) return 'There is more than one @ in the address.';
    return 'Check the address: it should look like name@example.com.';
  }
  return firstName ? null : 'Who is this? Add a name.';
}

/** "Nakamura, Aiko" and "Aiko Nakamura". */
function splitName(text: string): [string, string] {
  const plain = text
    .replace(/["<>;|]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,.:-]+|[\s,:-]+$/g, '');
  const [last, first, ...more] = plain.split(/\s*,\s*/);
  if (first && last && more.length === 0) return [first, last];
  const words = plain.split(' ');
  // "Father Paul", "The Tuesday choir": only two plain words are a first and a last name.
  const isTitle =
    /^(?:the|uncle|aunt|aunty|auntie|father|sister|brother|dr|mr|mrs|ms|grandma|grandpa|granny|mum|mom|dad)\.?$/i;
  if (words.length !== 2 || isTitle.test(words[0] ?? '')) return [plain, ''];
  return [words[0] ?? '', words[1] ?? ''];
}

/** "Ruth Weber" from ruth.weber@example.com; empty for what is no name. */
function nameIn(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[._-]+/).filter((word) => /^\p{L}{2,}$/u.test(word));
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
