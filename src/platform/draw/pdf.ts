import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { staticFolder } from './faces.ts';

type Options = PDFKit.PDFDocumentOptions & { displayTitle?: boolean };

/** A PDF with the fonts `text`, `bold` and `display`, which cover Latin, Greek and Cyrillic. */
export async function openPdf(options: Options): Promise<{ page: PDFKit.PDFDocument; finish(): Promise<Buffer> }> {
  const folder = join(staticFolder(), 'fonts');
  const page = new PDFDocument({ lang: 'en', ...options });
  const bytes: Buffer[] = [];
  const whole = new Promise<void>((resolve, reject) => {
    page.on('data', (piece: Buffer) => bytes.push(piece));
    page.on('end', resolve);
    page.on('error', reject);
  });
  const fonts = { text: 'noto-sans.ttf', bold: 'noto-sans-bold.ttf', display: 'young-serif.ttf' };
  for (const [name, file] of Object.entries(fonts)) page.registerFont(name, await readFile(join(folder, file)));
  return {
    page,
    async finish() {
      page.end();
      await whole;
      return Buffer.concat(bytes);
    },
  };
}
