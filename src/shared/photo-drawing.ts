/* What the server and the photo editor draw alike. Without schemas, as browsers load it. */

/** Our own drawn stickers. */
export const STICKER_NAMES = ['heart', 'star', 'balloon', 'cake', 'bow'] as const;
type StickerName = (typeof STICKER_NAMES)[number];

/** Faces of `platform/draw/faces.ts` that letter photos. */
export const PHOTO_FACES = ['serif', 'hand', 'poster'] as const;
type PhotoFace = (typeof PHOTO_FACES)[number];

/** Faces of text on photos, and their families on pages. */
export const FACE_NAMES: Record<PhotoFace, { title: string; family: string }> = {
  serif: { title: 'Printed', family: 'Young Serif, serif' },
  hand: { title: 'Handwritten', family: 'Caveat, cursive' },
  poster: { title: 'Poster', family: 'Archivo Black, sans-serif' },
};

/** A filled shape of a sticker, in a box of 100 x 100. */
interface StickerShape {
  d: string;
  fill: string;
}

/** Drawn by us; the first shape is a white edge. */
export const STICKERS: Record<StickerName, { title: string; shapes: readonly StickerShape[] }> = {
  heart: {
    title: 'Heart',
    shapes: [
      {
        fill: '#ffffff',
        d: 'M50 97C20 74 1 56 1 34 1 17 14 5 29 5c9 0 16 4 21 11C55 9 62 5 71 5c15 0 28 12 28 29 0 22-19 40-49 63z',
      },
      {
        fill: '#d9486b',
        d: 'M50 90C22 68 6 53 6 34 6 20 17 10 29 10c9 0 17 5 21 13 4-8 12-13 21-13 12 0 23 10 23 24 0 19-16 34-44 56z',
      },
      { fill: '#f08aa2', d: 'M18 34c0-8 5-13 12-14 3 0 3 4 0 5-5 1-7 5-7 10 0 4-5 3-5-1z' },
    ],
  },
  star: {
    title: 'Star',
    shapes: [
      { fill: '#ffffff', d: 'm50 0 16 32 34 5-25 25 6 36-31-17-31 17 6-36L0 37l34-5z' },
      { fill: '#f2b134', d: 'm50 11 12 25 27 4-20 20 5 28-24-13-24 13 5-28-20-20 27-4z' },
      { fill: '#ffdc8a', d: 'm50 11 12 25 27 4-39 14z' },
    ],
  },
  balloon: {
    title: 'Balloon',
    shapes: [
      {
        fill: '#ffffff',
        d: 'M50 1c20 0 34 15 34 35 0 18-12 32-25 37l4 9H52c1 6 5 9 2 16h-6c3-7-1-10-1-16H37l4-9C28 68 16 54 16 36 16 16 30 1 50 1z',
      },
      { fill: '#4d79c7', d: 'M50 6c17 0 29 13 29 30 0 18-13 30-25 33l3 8H43l3-8C34 66 21 54 21 36 21 19 33 6 50 6z' },
      { fill: '#9bb9ea', d: 'M34 20c4-5 9-6 9-4 0 3-4 4-6 8-2 3-3 6-5 5-2 0-1-6 2-9z' },
    ],
  },
  cake: {
    title: 'Cake',
    shapes: [
      { fill: '#ffffff', d: 'M50 0c7 5 8 13 4 17v15h26c8 0 14 5 14 12v52H6V44c0-7 6-12 14-12h26V17c-4-4-3-12 4-17z' },
      { fill: '#f2b134', d: 'M50 5c4 4 4 8 0 11-4-3-4-7 0-11z' },
      { fill: '#4d79c7', d: 'M47 18h6v18h-6z' },
      { fill: '#b9714a', d: 'M11 46c0-5 4-9 9-9h60c5 0 9 4 9 9v45H11z' },
      {
        fill: '#fbe3cf',
        d: 'M11 46c0-5 4-9 9-9h60c5 0 9 4 9 9v8c-5 10-14 10-20 0-5 10-14 10-19 0-5 10-14 10-19 0-6 10-15 10-20 0z',
      },
      { fill: '#d9486b', d: 'M11 72h78v8H11z' },
    ],
  },
  bow: {
    title: 'Bow',
    shapes: [
      {
        fill: '#ffffff',
        d: 'M50 28C38 10 14 6 6 16c-7 9-5 33 3 40 6 5 16 2 24-3L18 90l19-8 11-24h4l11 24 19 8-15-37c8 5 18 8 24 3 8-7 10-31 3-40-8-10-32-6-44 12z',
      },
      {
        fill: '#d9486b',
        d: 'M47 36C36 15 15 12 10 19c-5 7-4 27 2 33 7 6 27-3 35-12zm6 0c11-21 32-24 37-17 5 7 4 27-2 33-7 6-27-3-35-12z',
      },
      { fill: '#a92f50', d: 'M42 46 26 83l9-4 12-27zm16 0 16 37-9-4-12-27z' },
      { fill: '#f08aa2', d: 'M42 32h16v18H42z' },
    ],
  },
};

/** A line through points in pixels, smooth between their middles; one point is a dot. */
export function linePath(points: readonly (readonly [number, number])[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const at = ([x, y]: readonly [number, number]) => `${round(x)} ${round(y)}`;
  if (rest.length === 0) return `M${at(first)}l0 .01`;
  const curves = rest.map((point, index) => {
    const next = rest[index + 1];
    return next ? `Q${at(point)} ${at([(point[0] + next[0]) / 2, (point[1] + next[1]) / 2])}` : `L${at(point)}`;
  });
  return `M${at(first)}${curves.join('')}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
