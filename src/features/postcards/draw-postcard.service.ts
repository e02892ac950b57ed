import { Types } from 'mongoose';
import sharp from 'sharp';
import { platform } from '../../platform/platform.ts';
import { CARD, type CardSide } from '../../shared/postcards.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { isClipThere } from '../media/clip-picture.service.ts';
import { linesOfAddress } from '../profiles/postal-address.service.ts';
import { drawBack } from './draw/draw-back.ts';
import { drawFront, type FrontPicture } from './draw/draw-front.ts';
import { type Paper, printSheet } from './draw/print-pdf.ts';
import { templateOf } from './draw/templates.service.ts';
import { readPicture } from './front-pictures.ts';
import { addressOf, cropOf, sizeOf } from './postcard.dto.ts';
import { PostcardModel, type StoredPostcard } from './postcard.model.ts';

/** Pixels of a picture for a screen. */
const SHOWN = 1000;

interface Own {
  card: StoredPostcard;
  event: EventRecord;
}

/** One side as a picture for a screen, with bleed. */
export async function pictureOfSide(own: Own, side: CardSide): Promise<Buffer> {
  const whole = await drawSide(own, side, true).then((drawn) => drawn.png({ compressionLevel: 1 }).toBuffer());
  return sharp(whole).resize({ width: SHOWN }).jpeg({ quality: 84 }).toBuffer();
}

/** Both sides as a printer takes them; null for a card that is gone or lost its picture. */
export async function sidesOf(id: string): Promise<{ front: Buffer; back: Buffer } | null> {
  const card = Types.ObjectId.isValid(id) ? await PostcardModel.findById(id).lean<StoredPostcard>() : null;
  const event = card && (await findEvent(String(card.eventId)));
  if (!card || !event || !(await pictureOf({ card, event }))) return null;
  const own = { card, event };
  return { front: await printedSide(own, 'front', false), back: await printedSide(own, 'back', false) };
}

/** Both sides on sheets to print at home, with the address and a place for the stamp. */
export async function pdfOf(own: Own): Promise<Buffer> {
  const sides = [];
  for (const side of ['front', 'back'] as const) sides.push(await printedSide(own, side, true));
  return printSheet(sides, 'A postcard', paperOf(own.card));
}

/**
 * One side at 300 dots an inch, with bleed.
 * @param isForHome with the address and a place for the stamp, which a printer adds
 */
export async function printedSide(own: Own, side: CardSide, isForHome: boolean): Promise<Buffer> {
  const drawn = await drawSide(own, side, isForHome);
  const { dotsPerInch: density } = CARD;
  return side === 'front'
    ? drawn.jpeg({ quality: 93, chromaSubsampling: '4:4:4' }).withMetadata({ density }).toBuffer()
    : drawn.png({ compressionLevel: 9 }).withMetadata({ density }).toBuffer();
}

async function drawSide({ card, event }: Own, side: CardSide, isForHome: boolean) {
  const template = templateOf(card.templateId);
  if (side === 'front') return drawFront(template, await pictureOf({ card, event }), card.front.caption ?? null);
  const { message, from, hand } = card;
  const address = addressOf(card);
  return drawBack(template, {
    message,
    from,
    hand,
    url: filmAddress(event),
    address: isForHome && address ? linesOfAddress(address) : [],
    hasStamp: isForHome,
  });
}

/** A withdrawn clip leaves its cards, too. */
async function pictureOf({ card, event }: Own): Promise<FrontPicture | null> {
  const { key, mediaId } = card.front;
  if (!key || !mediaId || !(await isClipThere(event, mediaId))) return null;
  return { jpeg: await readPicture(key), ...sizeOf(card), crop: cropOf(card) };
}

/** Where the code leads: the key only opens the film. */
function filmAddress({ viewKey }: EventRecord): string {
  return `${platform().config.appOrigin}/e/${viewKey}`;
}

function paperOf({ to }: StoredPostcard): Paper {
  return ['US', 'CA', 'MX'].includes(to?.country ?? 'US') ? 'letter' : 'a4';
}
