import { openPdf } from '../../platform/draw/pdf.ts';
import { drawWords, needsPicture } from '../../platform/draw/pdf-words.ts';
import { money } from '../../shared/format.ts';
import type { StoredInvoice } from './invoice.model.ts';

/** Points; A4 is 595 x 842. */
const SIDE = 56;
const WIDTH = 595 - 2 * SIDE;
const BOTTOM = 842 - 96;
/** Columns of the table, from the left edge. */
const COUNT = { x: SIDE + 320, width: 50 };
const AMOUNT = { x: SIDE + 380, width: WIDTH - 380 };
const LABEL = { x: SIDE, width: 310 };
const INK = '#33172f';
const PALE = '#6d5868';
const RULE = '#d9cbd0';

interface About {
  /** Number of the invoice that a credit note corrects. */
  corrects: string | null;
  status: 'paid' | 'refunded' | 'open';
}

type Page = PDFKit.PDFDocument;

/** The pages of an invoice or credit note, as PDF. */
export async function drawInvoice(invoice: StoredInvoice, about: About): Promise<Buffer> {
  const heading = `${invoice.kind === 'credit' ? 'Credit note' : 'Invoice'} ${invoice.number}`;
  const { page, finish } = await openPdf({
    size: 'A4',
    margin: SIDE,
    displayTitle: true,
    bufferPages: true,
    info: { Title: heading, Author: invoice.seller.name, CreationDate: invoice.issuedAt ?? invoice.createdAt },
  });
  await drawHead(page, invoice, heading, about);
  drawLines(page, invoice);
  drawSum(page, invoice);
  drawFeet(page, invoice, heading);
  return finish();
}

async function drawHead(page: Page, invoice: StoredInvoice, heading: string, about: About): Promise<void> {
  const { corrects, status } = about;
  const { seller, buyer, issuedAt, createdAt } = invoice;
  page.font('display').fontSize(22).fillColor(INK).text('VidDay', SIDE, SIDE);
  page.font('text').fontSize(9).fillColor(PALE);
  const own = [seller.name, ...seller.address, seller.taxId, seller.email].filter(Boolean).join('\n');
  page.text(own, SIDE + 260, SIDE + 4, { width: WIDTH - 260, align: 'right', lineGap: 2 });
  page.y = Math.max(page.y, SIDE + 70) + 24;
  // The display face has old-style figures, in which numbers are hard to read out.
  page.font('bold').fontSize(16).fillColor(INK).text(heading, SIDE, page.y, { width: WIDTH });
  page.moveDown(0.6);
  const top = page.y;
  label(page, 'Made out to', SIDE, top);
  const left = await drawBuyer(
    page,
    [buyer.name, ...buyer.address, buyer.taxId, buyer.email].filter(Boolean).join('\n'),
  );
  label(page, 'Date', SIDE + 300, top);
  const facts = [
    day(issuedAt ?? createdAt),
    corrects && `For invoice ${corrects}`,
    invoice.kind === 'credit' ? 'Goes back the way it was paid' : paidWords(invoice, status),
  ];
  page.font('text').fontSize(10).fillColor(INK);
  page.text(facts.filter(Boolean).join('\n'), SIDE + 300, page.y, { width: WIDTH - 300, lineGap: 2 });
  page.y = Math.max(left, page.y) + 28;
}

/** Answers where it ends. */
async function drawBuyer(page: Page, lines: string): Promise<number> {
  if (!needsPicture(lines)) {
    page.font('text').fontSize(10).fillColor(INK).text(lines, SIDE, page.y, { width: 260, lineGap: 2 });
    return page.y;
  }
  const place = { x: SIDE, y: page.y, width: 260, height: 16 * lines.split('\n').length };
  await drawWords(page, lines, place, { size: 11, colour: INK, align: 'left' });
  return place.y + place.height;
}

function drawLines(page: Page, { lines, currency }: StoredInvoice): void {
  const heads = () => {
    const top = page.y;
    label(page, 'What', LABEL.x, top);
    page.text('How many', COUNT.x, top, { width: COUNT.width, align: 'right' });
    page.text('Amount', AMOUNT.x, top, { width: AMOUNT.width, align: 'right' });
    rule(page);
  };
  heads();
  for (const { label: what, quantity, amount } of lines) {
    page.font('text').fontSize(10);
    const height = page.heightOfString(what, { width: LABEL.width });
    if (page.y + height > BOTTOM) {
      page.addPage();
      heads();
    }
    const top = page.y;
    page.font('text').fontSize(10).fillColor(INK);
    page.text(String(quantity), COUNT.x, top, { width: COUNT.width, align: 'right' });
    page.text(signed(amount, currency), AMOUNT.x, top, { width: AMOUNT.width, align: 'right' });
    page.text(what, LABEL.x, top, { width: LABEL.width });
    rule(page);
  }
}

function drawSum(page: Page, { kind, tax, total, currency }: StoredInvoice): void {
  if (page.y + 60 > BOTTOM) page.addPage();
  const row = (what: string, amount: string, font: string, size: number) => {
    const top = page.y;
    page.font(font).fontSize(size).fillColor(INK).text(what, LABEL.x, top, { width: LABEL.width });
    page.text(amount, COUNT.x, top, { width: AMOUNT.x + AMOUNT.width - COUNT.x, align: 'right' });
    page.moveDown(0.3);
  };
  row(kind === 'credit' ? 'Back to you' : 'Total', signed(total, currency), 'bold', 12);
  if (tax !== 0) row('Of which tax', signed(tax, currency), 'text', 10);
  page.font('text').fontSize(9).fillColor(PALE);
  if (tax === 0) page.text('Any tax that applies is included.', LABEL.x, page.y + 4, { width: WIDTH });
}

function drawFeet(page: Page, { seller }: StoredInvoice, heading: string): void {
  const { start, count } = page.bufferedPageRange();
  for (let at = start; at < start + count; at++) {
    page.switchToPage(at);
    page.page.margins.bottom = 0;
    page.font('text').fontSize(8).fillColor(PALE);
    const words = [seller.name, heading, ...(count > 1 ? [`Page ${at + 1} of ${count}`] : [])].filter(Boolean);
    page.text(words.join('  ·  '), SIDE, 842 - 56, { width: WIDTH, align: 'center', lineBreak: false });
  }
}

function label(page: Page, words: string, x: number, y: number): void {
  page.font('bold').fontSize(9).fillColor(PALE).text(words, x, y, { paragraphGap: 3 });
}

function rule(page: Page): void {
  const y = page.y + 4;
  page
    .moveTo(SIDE, y)
    .lineTo(SIDE + WIDTH, y)
    .lineWidth(0.75)
    .strokeColor(RULE)
    .stroke();
  page.y = y + 7;
}

function paidWords({ cardLast4, paidAt }: StoredInvoice, status: About['status']): string {
  const paid = `Paid on ${day(paidAt)}${cardLast4 ? ` with the card ending ${cardLast4}` : ''}`;
  return status === 'refunded' ? `${paid}, and refunded since` : paid;
}

function day(when: Date): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(when);
}

function signed(amount: number, currency: string): string {
  return money(amount, { currency }).replace('-', '−');
}
