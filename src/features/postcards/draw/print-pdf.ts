import { newDocument, pdfBytes } from '../../../platform/draw/pdf.ts';
import { CARD } from '../../../shared/postcards.ts';

const POINTS = 72 / CARD.dotsPerInch;
const WIDTH = CARD.width * POINTS;
const HEIGHT = CARD.height * POINTS;
const BLEED = CARD.bleed * POINTS;
/** Marks to cut along: how far from the card, and how long. */
const MARK = { gap: 5, length: 16 };

const PAPERS = { letter: 'LETTER', a4: 'A4' } as const;
export type Paper = keyof typeof PAPERS;

/**
 * Both sides of a card on a page each, in its real size with marks to cut along; the card is in the middle of the page,
 * so that both sides meet whichever way a printer turns the sheet.
 */
export async function printSheet(sides: readonly Buffer[], title: string, paper: Paper): Promise<Buffer> {
  const document = await newDocument({
    size: PAPERS[paper],
    layout: 'landscape',
    margin: 0,
    autoFirstPage: false,
    displayTitle: true,
    info: { Title: title },
  });
  for (const side of sides) addSide(document, side);
  return pdfBytes(document);
}

function addSide(document: PDFKit.PDFDocument, side: Buffer): void {
  document.addPage();
  const { width, height } = document.page;
  const [left, top] = [(width - WIDTH) / 2, (height - HEIGHT) / 2];
  document.image(side, left, top, { width: WIDTH, height: HEIGHT });
  document.lineWidth(0.5).strokeColor('#000000');
  const { gap, length } = MARK;
  for (const x of [left + BLEED, left + WIDTH - BLEED]) {
    document
      .moveTo(x, top - gap - length)
      .lineTo(x, top - gap)
      .stroke();
    document
      .moveTo(x, top + HEIGHT + gap)
      .lineTo(x, top + HEIGHT + gap + length)
      .stroke();
  }
  for (const y of [top + BLEED, top + HEIGHT - BLEED]) {
    document
      .moveTo(left - gap - length, y)
      .lineTo(left - gap, y)
      .stroke();
    document
      .moveTo(left + WIDTH + gap, y)
      .lineTo(left + WIDTH + gap + length, y)
      .stroke();
  }
  document.font('Helvetica').fontSize(9).fillColor('#555555');
  const words = 'Print both sides in real size (100 %), on thick paper, and cut along the marks.';
  document.text(words, 0, top + HEIGHT + 40, { width, align: 'center', lineBreak: false });
}
