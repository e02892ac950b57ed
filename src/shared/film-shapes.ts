/* The shapes in which a film's timeline can be made besides the film itself. */

export const FILM_FORMATS = ['16:9', '9:16', '1:1'] as const;
export type FilmFormat = (typeof FILM_FORMATS)[number];

export const FILM_SHAPES = ['tall', 'square', 'large'] as const;
export type FilmShape = (typeof FILM_SHAPES)[number];

/** What a version is, on the wire. `height` is that of its larger rendition; of an upright one its shorter side. */
export interface FilmKind {
  format: FilmFormat;
  height: number;
}

export const SHAPE_KINDS: Readonly<Record<FilmShape, FilmKind>> = {
  tall: { format: '9:16', height: 1080 },
  square: { format: '1:1', height: 1080 },
  large: { format: '16:9', height: 2160 },
};

/** What people read about each. */
export const SHAPE_WORDS: Readonly<Record<FilmShape, { name: string; about: string }>> = {
  tall: { name: 'For phones', about: 'upright, 9:16' },
  square: { name: 'Square', about: 'for status pages, 1:1' },
  large: { name: '4K', about: 'for large screens, from clips recorded in 4K' },
};

/** The shape of a version, for its name; null for the film itself. */
export function shapeOfVersion({ format, height }: FilmKind): FilmShape | null {
  return shapeOf({ format, height }) ?? null;
}

export const FILM_KIND: FilmKind = { format: '16:9', height: 1080 };

/** The shape that is asked for: null for the film itself, undefined for one that is not made. */
export function shapeOf({ format, height }: FilmKind): FilmShape | null | undefined {
  if (height === 2160) return format === '16:9' ? 'large' : undefined;
  if (format === '16:9') return null;
  return format === '9:16' ? 'tall' : 'square';
}

/** What a stored version is, on the wire; no shape is the film itself. */
export function kindOf(shape: FilmShape | null | undefined): FilmKind {
  return shape ? SHAPE_KINDS[shape] : FILM_KIND;
}
