import { parse } from 'csv-parse/sync';

/** Cells of a table as people have them: commas, semicolons or tabs, quotes, with or without a header. */

const DELIMITERS = ['\t', ';', ','] as const;

/** The delimiter of a text that is a table; null for plain lines. Most lines must have as many cells as the first. */
export function delimiterOf(text: string): string | null {
  for (const delimiter of DELIMITERS) {
    const rows = readTable(text, delimiter);
    const counts = rows.map((cells) => cells.length);
    const first = counts[0] ?? 1;
    // "Weber, Ruth" alone is a name.
    const isHeaded = rows.length > 1 && isHeader(rows[0] ?? []);
    const alike = counts.filter((each) => each === first).length;
    if (first > 1 && alike * 10 >= counts.length * 8 && (delimiter !== ',' || isHeaded || first > 2)) return delimiter;
  }
  return null;
}

/** Rows of cells (RFC 4180); a stray quotation mark is a letter like any other. */
export function readTable(text: string, delimiter: string): string[][] {
  const options = { delimiter, trim: true, relax_column_count: true, skip_empty_lines: true };
  try {
    return filled(parse(text, { ...options, relax_quotes: true }));
  } catch {
    // A quotation that never ends would take the rest of the list.
    return filled(parse(text, { ...options, quote: null }));
  }
}

function filled(rows: readonly string[][]): string[][] {
  return rows.filter((cells) => cells.some(Boolean));
}

export type Column = 'name' | 'firstName' | 'lastName' | 'email' | 'phone';

const HEADINGS: readonly (readonly [Column, RegExp])[] = [
  ['email', /mail|correo|courriel/i],
  ['phone', /phone|mobile|mobil|handy|telefon|tel\b|téléphone|móvil|number$/i],
  ['firstName', /first|given|vorname|prénom|prenom|^nombre$/i],
  ['lastName', /last|family|surname|nachname|^nom$|apellido/i],
  ['name', /name|who|person/i],
];

/** "E-mail 1 - Label" of Google's export is "Home", "Phone 1 - Type" is "Mobile". */
const OTHER = /\b(?:label|type)s?$|^phonetic/i;

/** What each column of a header holds; null for columns of other things. */
export function columnsOf(cells: readonly string[]): (Column | null)[] {
  return cells.map((cell) => (OTHER.test(cell) ? null : (HEADINGS.find(([, words]) => words.test(cell))?.[0] ?? null)));
}

/** Whether a row names columns rather than a person. */
export function isHeader(cells: readonly string[]): boolean {
  const isPerson = cells.some((cell) => /@|\d{4}/.test(cell));
  return !isPerson && columnsOf(cells).some((column) => column !== null && column !== 'name')
    ? true
    : !isPerson && cells.some((cell) => /^(?:full )?name$/i.test(cell));
}
