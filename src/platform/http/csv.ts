import type { Response } from 'express';

export type CsvCell = string | number | null;

/** What a spreadsheet takes for a formula when a cell begins with it. */
const FORMULA = /^[\s]*[=+\-@]|^[\t\r]/;

/** A line of RFC 4180, whose texts no spreadsheet executes. */
function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  const text = cell ?? '';
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/**
 * Sends a table as a file, line by line; the last one of a file that was cut off says so.
 * @param name without the ending
 * @param most lines of one file
 */
export async function sendCsv(
  res: Response,
  {
    name,
    head,
    rows,
    most,
  }: { name: string; head: readonly string[]; rows: AsyncIterable<readonly CsvCell[]>; most: number },
): Promise<void> {
  res.setHeader('Content-Disposition', `attachment; filename="${name}.csv"`);
  res.type('text/csv; charset=utf-8');
  // Without the mark, Excel reads UTF-8 as another encoding.
  res.write(`\ufeff${csvLine(head)}`);
  let sent = 0;
  for await (const row of rows) {
    if (res.destroyed) return;
    if (sent++ === most) {
      res.write(csvLine([`Cut off after ${most.toLocaleString('en')} lines. There are more: filter the list.`]));
      break;
    }
    if (!res.write(csvLine(row))) await new Promise((resolve) => res.once('drain', resolve).once('close', resolve));
  }
  res.end();
}
