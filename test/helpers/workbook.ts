import { strToU8, zipSync } from 'fflate';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** What tells where the sheet of a workbook lies, below `xl/`. */
export function workbookLinks(sheet: string): Record<string, string> {
  return {
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="${sheet}"/></Relationships>`,
  };
}

/** An Excel workbook with one sheet, as base64. @param more further files, or others in their place */
export function workbook(rows: readonly (string | number | null)[][], more: Record<string, string> = {}): string {
  const files = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET}.sheet.main+xml"/></Types>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ...workbookLinks('worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${rows.map(rowOf).join('')}</sheetData></worksheet>`,
    ...more,
  };
  const packed = Object.entries(files).map(([name, xml]) => [name, strToU8(xml)] as const);
  return Buffer.from(zipSync(Object.fromEntries(packed))).toString('base64');
}

function rowOf(cells: readonly (string | number | null)[], at: number): string {
  const row = at + 1;
  const inside = cells.map((cell, column) => {
    const ref = `${String.fromCharCode(65 + column)}${row}`;
    if (cell === null) return '';
    if (typeof cell === 'number') return `<c r="${ref}"><v>${cell}</v></c>`;
    const text = cell.replace(/&/g, '&amp;').replace(/</g, '&lt;');
    return `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;
  });
  return `<row r="${row}">${inside.join('')}</row>`;
}
