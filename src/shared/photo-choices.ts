/** Our own drawn stickers, see `photo-drawing.ts`. */
export const STICKER_NAMES = ['heart', 'star', 'balloon', 'cake', 'bow'] as const;
export type StickerName = (typeof STICKER_NAMES)[number];

/** Faces of `platform/draw/faces.ts` that letter photos. */
export const PHOTO_FACES = ['serif', 'hand', 'poster'] as const;
export type PhotoFace = (typeof PHOTO_FACES)[number];
