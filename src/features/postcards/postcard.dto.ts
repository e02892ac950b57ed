import { addOnPrice, HOME_COUNTRY } from '../../shared/catalogue.ts';
import { type PostalAddress, type Postcard, postcardPdf, postcardPicture } from '../../shared/contracts/postcards.ts';
import { type Crop, WHOLE_PICTURE } from '../../shared/postcards.ts';
import { problemsOfAddress, toPostalAddress } from '../profiles/postal-address.service.ts';
import { isSharpEnough } from './draw/draw-front.ts';
import { templateOf } from './draw/templates.service.ts';
import type { StoredPostcard } from './postcard.model.ts';

/**
 * @param stored as it can be drawn now
 * @param fixBy until when its address can be mended, where the printer refused it
 */
export function toPostcardDto(stored: StoredPostcard, fixBy: Date | null = null): Postcard {
  const { front, revision } = stored;
  const id = String(stored._id);
  const picture = (side: string) => `${postcardPicture(id, side)}?v=${revision}`;
  return {
    id,
    eventId: String(stored.eventId),
    templateId: stored.templateId,
    hand: stored.hand,
    front: {
      mediaId: front.mediaId ?? null,
      at: front.at ?? null,
      crop: cropOf(stored),
      caption: front.caption ?? null,
      isSharp: !front.key || isSharpEnough(templateOf(stored.templateId), { ...sizeOf(stored), crop: cropOf(stored) }),
    },
    message: stored.message,
    to: addressOf(stored),
    from: stored.from,
    sendAt: stored.sendAt?.toISOString() ?? null,
    status: stored.status,
    fixBy: fixBy?.toISOString() ?? null,
    previewUrl: picture('front'),
    backUrl: picture('back'),
    pdfUrl: `${postcardPdf(id)}?v=${revision}`,
    trackingUrl: stored.trackingUrl ?? null,
    price: priceOf(stored),
    problems: problemsOf(stored),
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  };
}

export function cropOf({ front: { crop } }: Pick<StoredPostcard, 'front'>): Crop {
  return { ...WHOLE_PICTURE, ...crop };
}

export function sizeOf({ front: { width, height } }: Pick<StoredPostcard, 'front'>): { width: number; height: number } {
  return { width, height };
}

/** Null while there is none. */
export function addressOf({ to }: Pick<StoredPostcard, 'to'>): PostalAddress | null {
  return to ? toPostalAddress(to) : null;
}

/** Cents for printing and posting it. */
export function priceOf({ to }: Pick<StoredPostcard, 'to'>): number {
  return addOnPrice('postcard', to?.country ?? HOME_COUNTRY);
}

/** What a card lacks before it can be printed and posted. @param stored as it can be drawn now */
export function problemsOf(stored: Pick<StoredPostcard, 'front' | 'message' | 'to'>): Postcard['problems'] {
  const address = addressOf(stored);
  return [
    ...(stored.front.key ? [] : [{ field: 'front.mediaId', message: pictureWords(stored) }]),
    ...(stored.message ? [] : [{ field: 'message', message: 'Write a few words.' }]),
    ...(address
      ? problemsOfAddress(address).map(({ field, message }) => ({ field: `to.${field}`, message }))
      : [{ field: 'to.name', message: 'Who is it for?' }]),
  ];
}

function pictureWords({ front: { mediaId } }: Pick<StoredPostcard, 'front'>): string {
  return mediaId ? 'Its clip was removed. Choose another picture.' : 'Choose a picture.';
}
