import { AppError } from '../../../platform/errors.ts';
import { IMPORT } from '../../../shared/limits.ts';

/* A small file may unpack to gigabytes, or name a cell a million rows down: both are refused before it is read. */

/** Places of cells and rows, in any form that readers of XML accept. */
const PLACE = /(?<![\w.-])r\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Rows without cells, which some programs write for all that a sheet may have. In quotes, a tag doesn’t end. */
const EMPTY_ROW = /<row(?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*(?:\/>|>\s*<\/row>)/g;
const ROWS_OF_EXCEL = 1_048_576;

/** Whether a file is an Excel workbook (.xlsx), or another ZIP archive. */
export function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 2).toString('latin1') === 'PK';
}

/** Cells of a workbook's first sheet as text. WRONG_TYPE for other archives, LIMIT_REACHED for huge ones. */
export async function rowsOfExcel(bytes: Buffer): Promise<string[][]> {
  // Loaded when used: few people import Excel files.
  const { readSheet } = await import('read-excel-file/universal');
  const copy = new ArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  await requireSmall(new Uint8Array(copy));
  try {
    const rows = await readSheet(copy);
    return rows.map((cells) => cells.map(textOf)).filter((cells) => cells.some(Boolean));
  } catch {
    throw unreadable();
  }
}

async function requireSmall(bytes: Uint8Array): Promise<void> {
  const { strFromU8, unzipSync } = await import('fflate');
  let unpacked = 0;
  let files = 0;
  let inside: Record<string, Uint8Array>;
  try {
    inside = unzipSync(bytes, {
      filter({ name, originalSize }) {
        unpacked += originalSize;
        files += 1;
        if (unpacked > IMPORT.unpackedBytes || files > IMPORT.files) throw tooLarge();
        return /\.xml(?:\.rels)?$/.test(name);
      },
    });
  } catch (error) {
    throw error instanceof AppError ? error : unreadable();
  }
  for (const file of Object.values(inside)) {
    const sheet = strFromU8(file);
    // Sheets may have any name in the archive.
    if (!sheet.includes('sheetData')) continue;
    requirePlaces(sheet, ROWS_OF_EXCEL);
    requirePlaces(sheet.replace(EMPTY_ROW, ''), IMPORT.rows);
  }
}

/** LIMIT_REACHED for far cells and rows, and for places in an unusual form: the library makes room for all before them. */
function requirePlaces(sheet: string, rows: number): void {
  for (const [, quoted, single] of sheet.matchAll(PLACE)) {
    const [, column = '', row] = /^([A-Z]{0,3})(\d{1,7})$/.exec(quoted ?? single ?? '') ?? [];
    if (!row || Number(row) > rows || columnNumber(column) > IMPORT.columns) throw tooLarge();
  }
}

/** 1 for A, 27 for AA. */
function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function textOf(cell: unknown): string {
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : '';
}

function tooLarge(): AppError {
  return new AppError('LIMIT_REACHED', { message: 'This workbook is too large. Copy the people into a new one.' });
}

function unreadable(): AppError {
  return new AppError('WRONG_TYPE', { message: 'We couldn’t read this file. Save it as .xlsx or CSV and try again.' });
}
