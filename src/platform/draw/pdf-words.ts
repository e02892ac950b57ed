import { fitLettering } from './lettering.ts';

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Pixels for each point. */
const SHARP = 4;
const PARTS = [1, 0.85, 0.7, 0.55, 0.42, 0.32];
/** The fonts of our PDFs cover Latin, Greek and Cyrillic. */
const NEEDS_PICTURE =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|\p{Extended_Pictographic}/u;

/** Whether a text has letters or emoji that the fonts of our PDFs lack. */
export function needsPicture(text: string): boolean {
  return NEEDS_PICTURE.test(text);
}

/**
 * Draws words of any script into a place of a PDF, as a picture in the display face.
 * @param style `size`: points, smaller where the words don't fit; `align`: default in the middle, both ways
 */
export async function drawWords(
  page: PDFKit.PDFDocument,
  text: string,
  place: Place,
  { size, colour, align = 'centre' }: { size: number; colour: string; align?: 'left' | 'centre' },
): Promise<void> {
  const sizes = PARTS.map((part) => Math.round(size * part * SHARP));
  const { width, height } = { width: Math.floor(place.width * SHARP), height: Math.floor(place.height * SHARP) };
  const drawn = await fitLettering({ text, colour, width, height, sizes, align });
  const fit = Math.min(1, width / drawn.width, height / drawn.height) / SHARP;
  const [wide, high] = [drawn.width * fit, drawn.height * fit];
  const [left, top] = align === 'left' ? [0, 0] : [(place.width - wide) / 2, (place.height - high) / 2];
  page.image(drawn.png, place.x + left, place.y + top, { width: wide, height: high });
}
