import { DRAWN_SIZE, RENDITIONS, type Rendition, type RenditionName } from './segment-format.ts';

interface Size {
  width: number;
  height: number;
}

/** The pictures of a film: two renditions of one shape, named like those of an ordinary film. */
export interface FilmFrame {
  name: 'wide' | 'tall' | 'square' | 'large';
  renditions: Record<RenditionName, Rendition>;
  /** In which cards are drawn, before they are scaled to the renditions. */
  drawn: Size;
  /** In which photos are laid out: as large as the large rendition. */
  pictures: Size;
  /** Of the small rendition. */
  small: Size;
  /** Whether the small rendition is the large one of an ordinary film, so that clips have it already. */
  sharesSmall?: boolean;
}

/** An encoder of 4K holds 45 MB for each picture that it looks at. */
const SPARING = ['bframes=0', 'b-adapt=0', 'rc-lookahead=2', 'threads=1'];

/** Frames by name. All segments of a film have the same, as equal encoder settings give equal headers. */
export const FRAMES: Record<FilmFrame['name'], FilmFrame> = {
  wide: {
    name: 'wide',
    renditions: RENDITIONS,
    drawn: DRAWN_SIZE,
    pictures: DRAWN_SIZE,
    small: { width: 1280, height: 720 },
  },
  tall: {
    name: 'tall',
    renditions: {
      '1080': upright(RENDITIONS['1080']),
      '720': upright(RENDITIONS['720']),
    },
    drawn: { width: 1080, height: 1920 },
    pictures: { width: 1080, height: 1920 },
    small: { width: 720, height: 1280 },
  },
  square: {
    name: 'square',
    renditions: {
      '1080': { ...square(RENDITIONS['1080']), maxRate: 12_000 },
      '720': { ...square(RENDITIONS['720']), maxRate: 6_000 },
    },
    drawn: { width: 1080, height: 1080 },
    pictures: { width: 1080, height: 1080 },
    small: { width: 720, height: 720 },
  },
  large: {
    name: 'large',
    renditions: {
      '1080': { name: '1080', width: 3840, height: 2160, level: '5.1', maxRate: 48_000, params: SPARING },
      '720': { ...RENDITIONS['1080'], name: '720' },
    },
    drawn: DRAWN_SIZE,
    pictures: { width: 3840, height: 2160 },
    small: DRAWN_SIZE,
    sharesSmall: true,
  },
};

export const WIDE = FRAMES.wide;

function upright({ width, height, ...rest }: Rendition): Rendition {
  return { ...rest, width: height, height: width };
}

function square({ height, ...rest }: Rendition): Rendition {
  return { ...rest, width: height, height };
}

/** How much larger the pictures are than those of 1080 lines, for which names and cards are drawn. */
export function unitOf({ pictures }: FilmFrame): number {
  return Math.min(pictures.width, pictures.height) / 1080;
}

/** Renditions that are encoded in one run: both at once are faster, but in 4K too large for memory. */
export function runsOf({ sharesSmall }: FilmFrame): readonly (readonly RenditionName[])[] {
  return sharesSmall ? [['1080'], ['720']] : [['1080', '720']];
}
