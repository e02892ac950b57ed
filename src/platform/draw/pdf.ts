import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { staticFolder } from './faces.ts';

type Options = PDFKit.PDFDocumentOptions & { displayTitle?: boolean };

/** A PDF with the fonts `text`, `bold` and `display`, which cover Latin, Greek and Cyrillic. */
export async function openPdf(options: Options): Promise<{ page: PDFKit.PDFDocument; finish(): Promise<Buffer> }> {
  const folder = join(staticFolder(), 'fonts');
  const page = await newDocument(options);
  const fonts = { text: 'noto-sans.ttf', bold: 'noto-sans-bold.ttf', display: 'young-serif.ttf' };
  for (const [name, file] of Object.entries(fonts)) page.registerFont(name, await readFile(join(folder, file)));
  return { page, finish: () => pdfBytes(page) };
}

/** A document of pdfkit, whose library is loaded when it is first needed: it unpacks large tables. */
export async function newDocument(options: Options): Promise<PDFKit.PDFDocument> {
  const { default: PDFDocument } = await import('pdfkit');
  return new PDFDocument({ lang: 'en', ...options });
}

/** Ends a document of pdfkit and returns its bytes. */
export async function pdfBytes(document: PDFKit.PDFDocument): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const whole = new Promise<void>((resolve, reject) => {
    document.on('data', (piece: Buffer) => pieces.push(piece));
    document.on('end', resolve);
    document.on('error', reject);
  });
  document.end();
  await whole;
  return Buffer.concat(pieces);
}
