/** Cells of a table as people have them: commas, semicolons or tabs, quotes, with or without a header. */

const DELIMITERS = ['\t', ';', ','] as const;

/** The delimiter of a text that is a table; null for plain lines. Most lines must have as many cells as the first. */
export function delimiterOf(text: string): string | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  for (const delimiter of DELIMITERS) {
    const counts = lines.map((line) => splitRow(line, delimiter).length);
    const first = counts[0] ?? 1;
    // "Weber, Ruth" alone is a name.
    const isHeaded = lines.length > 1 && isHeader(splitRow(lines[0] ?? '', delimiter));
    const alike = counts.filter((each) => each === first).length;
    if (first > 1 && alike * 10 >= counts.length * 8 && (delimiter !== ',' || isHeaded || first > 2)) return delimiter;
  }
  return null;
}

/** Rows of cells (RFC 4180): quoted cells may hold delimiters, line breaks and doubled quotes. */
export function readTable(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (isQuoted) {
      if (letter === '"' && text[at + 1] === '"') cell += text[++at];
      else if (letter === '"') isQuoted = false;
      else cell += letter;
    } else if (letter === '"' && cell.trim() === '') {
      isQuoted = true;
      cell = '';
    } else if (letter === delimiter || letter === '\n') {
      row.push(cell.trim());
      cell = '';
      if (letter === '\n') rows.push(row);
      if (letter === '\n') row = [];
    } else cell += letter;
  }
  rows.push([...row, cell.trim()]);
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

/** What each column of a header holds; null for columns of other things. */
export function columnsOf(cells: readonly string[]): (Column | null)[] {
  return cells.map((cell) => HEADINGS.find(([, words]) => words.test(cell))?.[0] ?? null);
}

/** Whether a row names columns rather than a person. */
export function isHeader(cells: readonly string[]): boolean {
  const isPerson = cells.some((cell) => /@|\d{4}/.test(cell));
  return !isPerson && columnsOf(cells).some((column) => column !== null && column !== 'name')
    ? true
    : !isPerson && cells.some((cell) => /^(?:full )?name$/i.test(cell));
}

function splitRow(line: string, delimiter: string): string[] {
  return readTable(line, delimiter)[0] ?? [];
}
