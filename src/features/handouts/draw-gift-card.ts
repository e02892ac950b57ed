import { openPdf } from '../../platform/draw/pdf.ts';
import { drawWords } from '../../platform/draw/pdf-words.ts';
import { qrModulesOf } from '../../platform/qr-code.ts';

/** `a6`: both sides of a card; `letter`: one sheet, printed on one side and folded twice. */
export const CARD_SIZES = ['a6', 'letter'] as const;
export type CardSize = (typeof CARD_SIZES)[number];

export interface CardWords {
  /** Who it is for. */
  names: string;
  /** Who gives it; may be empty. */
  from: string;
  /** The gift's link. */
  url: string;
  isQuiet: boolean;
  /** When the link opens, in words; null once it is open. */
  opens: string | null;
}

type Page = PDFKit.PDFDocument;
interface Panel {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Points. */
const A6 = { width: 297.64, height: 419.53 };
const LETTER = { width: 612, height: 792 };
/** Printers leave a rim. */
const RIM = 18;
const INK = '#33172f';
const PALE = '#6d5868';
/** A quiet occasion has no coral. */
const COLOURS = {
  warm: { paper: '#f6e6da', dots: '#ecd3c3', ribbon: '#d9483b', loops: '#e46a5d', knot: '#b9372c' },
  quiet: { paper: '#ebe7e4', dots: '#ded8d4', ribbon: '#71808d', loops: '#8d9aa5', knot: '#58656f' },
} as const;
type Colours = (typeof COLOURS)[keyof typeof COLOURS];

/** A card to print and hand over, with a code that opens the gift, as PDF. */
export async function drawGiftCard(size: CardSize, words: CardWords): Promise<Buffer> {
  const sheet = size === 'a6' ? A6 : LETTER;
  const { page, finish } = await openPdf({
    size: [sheet.width, sheet.height],
    margin: 0,
    displayTitle: true,
    info: { Title: 'A card to print' },
  });
  if (size === 'a6') {
    await drawFront(page, { x: 0, y: 0, ...A6 }, words);
    page.addPage();
    await drawInside(page, { x: 0, y: 0, ...A6 }, words);
  } else {
    const [width, height] = [LETTER.width / 2, LETTER.height / 2];
    drawFolds(page);
    await drawFront(page, { x: width, y: height, width, height }, words);
    drawBack(page, { x: 0, y: height, width, height });
    // Once folded, the upper half is inside and upside down.
    page.save().rotate(180, { origin: [LETTER.width / 2, LETTER.height / 2] });
    await drawInside(page, { x: width, y: height, width, height }, words);
    page.restore();
  }
  return finish();
}

/** Paper, ribbon, bow and a tag with the names: nothing that gives the gift away. */
async function drawFront(page: Page, panel: Panel, { names, isQuiet }: CardWords): Promise<void> {
  const colours = COLOURS[isQuiet ? 'quiet' : 'warm'];
  const { x, y, width, height } = within(panel, RIM);
  page.save().roundedRect(x, y, width, height, 8).clip();
  page.rect(x, y, width, height).fill(colours.paper);
  for (let row = 0; row * 22 < height; row++) {
    for (let dot = 0; dot * 22 < width + 11; dot++) {
      page.circle(x + dot * 22 + (row % 2) * 11, y + 11 + row * 22, 2.2).fill(colours.dots);
    }
  }
  const [middle, knot] = [x + width / 2, y + height * 0.36];
  page.rect(middle - 13, y, 26, height).fill(colours.ribbon);
  page.rect(x, knot - 13, width, 26).fill(colours.ribbon);
  page.restore();
  drawBow(page, { x: middle, y: knot }, colours);
  const tag = { width: width - 48, height: height * 0.3 };
  const at = { x: x + 24, y: y + height * 0.58 };
  page.roundedRect(at.x, at.y, tag.width, tag.height, 6).fill('#ffffff');
  page
    .font('text')
    .fontSize(10)
    .fillColor(PALE)
    .text('For', at.x, at.y + 14, { width: tag.width, align: 'center' });
  await drawWords(
    page,
    names,
    { x: at.x + 12, y: at.y + 30, width: tag.width - 24, height: tag.height - 44 },
    { size: 30, colour: INK },
  );
}

async function drawInside(page: Page, panel: Panel, { names, from, url, opens }: CardWords): Promise<void> {
  const { x, y, width, height } = within(panel, RIM + 12);
  const side = Math.min(width * 0.62, height * 0.44);
  await drawWords(page, `${names}, this is for you`, { x, y, width, height: height * 0.2 }, { size: 22, colour: INK });
  page.font('text').fontSize(10.5).fillColor(INK);
  page.text('Point your phone’s camera at this square.', x, y + height * 0.23, { width, align: 'center' });
  drawCode(page, url, { x: x + (width - side) / 2, y: y + height * 0.31, side });
  page.y = y + height * 0.31 + side + 12;
  page.font('text').fontSize(9).fillColor(PALE);
  if (opens) page.text(`It opens on ${opens}.`, x, page.y, { width, align: 'center' }).moveDown(0.4);
  page.fontSize(7.5).text(url.replace(/^https?:\/\//, ''), x, page.y, { width, align: 'center' });
  if (from)
    await drawWords(
      page,
      `From ${from} and everyone`,
      { x, y: y + height - 26, width, height: 22 },
      { size: 14, colour: INK },
    );
}

function drawBack(page: Page, { x, y, width, height }: Panel): void {
  page
    .font('display')
    .fontSize(11)
    .fillColor(PALE)
    .text('VidDay', x, y + height - 44, { width, align: 'center' });
}

/** Where the sheet is folded: first across, then down. */
function drawFolds(page: Page): void {
  page.lineWidth(0.5).dash(2, { space: 4 }).strokeColor('#c9b9c0');
  for (const [from, to] of [
    [
      [0, LETTER.height / 2],
      [24, LETTER.height / 2],
    ],
    [
      [LETTER.width - 24, LETTER.height / 2],
      [LETTER.width, LETTER.height / 2],
    ],
    [
      [LETTER.width / 2, 0],
      [LETTER.width / 2, 24],
    ],
    [
      [LETTER.width / 2, LETTER.height - 24],
      [LETTER.width / 2, LETTER.height],
    ],
  ] as const) {
    page.moveTo(from[0], from[1]).lineTo(to[0], to[1]).stroke();
  }
  page.undash();
}

function drawBow(page: Page, { x, y }: { x: number; y: number }, { loops, ribbon, knot }: Colours): void {
  for (const way of [-1, 1]) {
    page.moveTo(x, y).bezierCurveTo(x + way * 20, y - 50, x + way * 78, y - 46, x + way * 66, y - 6);
    page.bezierCurveTo(x + way * 60, y + 18, x + way * 24, y + 12, x, y).fill(loops);
    page
      .moveTo(x, y)
      .lineTo(x + way * 18, y + 58)
      .lineTo(x + way * 34, y + 44)
      .lineTo(x + way * 52, y + 50);
    page.lineTo(x + way * 8, y).fill(ribbon);
  }
  page.roundedRect(x - 12, y - 14, 24, 28, 7).fill(knot);
}

/** With a quiet zone of four modules inside its square. */
function drawCode(page: Page, url: string, { x, y, side }: { x: number; y: number; side: number }): void {
  const { size, isDark } = qrModulesOf(url);
  const module = side / (size + 8);
  page.rect(x, y, side, side).fill('#ffffff');
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (isDark(column, row)) page.rect(x + (column + 4) * module, y + (row + 4) * module, module, module);
    }
  }
  page.fill('#000000');
}

function within({ x, y, width, height }: Panel, rim: number): Panel {
  return { x: x + rim, y: y + rim, width: width - 2 * rim, height: height - 2 * rim };
}
