import { openPdf } from '../../platform/draw/pdf.ts';
import { drawWords, needsPicture } from '../../platform/draw/pdf-words.ts';
import { count, listNames } from '../../shared/format.ts';
import { titleOf } from '../events/event-facts.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';

/** Points; A4 on its side. */
const PAGE = { width: 842, height: 595, side: 72 };
const INK = '#33172f';
const PALE = '#6d5868';
const COLOURS = { hill: '#a9d8b8', crown: '#4f8f6b', stem: '#6b4d2e', frame: '#d9cbd0' };
/** Drawn on a grid of 120 x 90. */
const TREES = [
  [20, 70, 0.8],
  [44, 66, 1.1],
  [74, 66, 0.95],
  [100, 70, 0.7],
] as const;
const CROWN = 'M0-44c-9 0-13 8-11 14-6 3-6 14 2 16 4 2 14 2 18 0 8-2 8-13 2-16 2-6-2-14-11-14z';
const LONGEST = 120;

/** A certificate of trees for an event’s recipients, as PDF on one page. */
export async function drawCertificate(event: EventRecord, trees: number): Promise<Buffer> {
  const { page, finish } = await openPdf({
    size: 'A4',
    layout: 'landscape',
    margin: PAGE.side,
    displayTitle: true,
    info: { Title: 'A certificate of trees', Author: 'VidDay' },
  });
  const inner = PAGE.width - 2 * PAGE.side;
  page
    .rect(28, 28, PAGE.width - 56, PAGE.height - 56)
    .lineWidth(1.5)
    .strokeColor(COLOURS.frame)
    .stroke();
  drawTrees(page);
  const names = listNames(event.recipients.map(({ firstName }) => firstName));
  const centre = { width: inner, align: 'center' as const };
  page.font('display').fontSize(46).fillColor(INK).text(count(trees, 'tree'), PAGE.side, 286, centre);
  page.font('text').fontSize(15).fillColor(PALE).text('planted for', PAGE.side, 350, centre);
  const title = shortened(titleOf(event));
  await drawWords(
    page,
    shortened(names),
    { x: PAGE.side, y: 374, width: inner, height: 64 },
    { size: 36, colour: INK },
  );
  const under = { x: PAGE.side, y: 448, width: inner, height: 18 };
  if (needsPicture(title)) await drawWords(page, title, under, { size: 13, colour: PALE });
  else page.font('text').fontSize(12).fillColor(PALE).text(title, under.x, under.y, centre);
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: event.timeZone }).format(new Date());
  page.page.margins.bottom = 0;
  page.fontSize(10).text(`VidDay  ·  ${day}`, PAGE.side, PAGE.height - 60, centre);
  return finish();
}

function drawTrees(page: PDFKit.PDFDocument): void {
  const width = 260;
  page.save();
  page.translate((PAGE.width - width) / 2, 70).scale(width / 120);
  page.path('M0 78q60-16 120 0v12H0z').fill(COLOURS.hill);
  for (const [x, y, size] of TREES) {
    page.save().translate(x, y).scale(size);
    page.path('M-2 8h4v-14h-4z').fill(COLOURS.stem);
    page.path(CROWN).fill(COLOURS.crown);
    page.restore();
  }
  page.restore();
}

function shortened(words: string): string {
  return words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words;
}
