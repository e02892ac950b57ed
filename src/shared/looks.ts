/**
 * Colour looks of a clip, as a linear change of luma and colour, so that videos, photos and the browser's preview look
 * alike. Segments are keyed by a look's name: other numbers need another name or a new pipeline version.
 */
export interface Look {
  /** On screens. */
  title: string;
  /** Factor around mid-grey, and what is added to the brightness (share of white). */
  contrast: number;
  lift: number;
  /** Factor of the colours; 0 is black and white. */
  colour: number;
  /** Added to Cb and Cr, as shares of their range: towards blue, towards red. */
  blue: number;
  red: number;
}

export const LOOK_NAMES = ['golden', 'seaside', 'keepsake', 'candlelight', 'album', 'silver'] as const;
export type LookName = (typeof LOOK_NAMES)[number];

export const LOOKS: Record<LookName, Look> = {
  golden: { title: 'Golden hour', contrast: 1.04, lift: 0.015, colour: 1.12, blue: -0.03, red: 0.022 },
  seaside: { title: 'Seaside', contrast: 1.06, lift: 0.03, colour: 1.08, blue: 0.022, red: -0.016 },
  keepsake: { title: 'Keepsake', contrast: 0.86, lift: 0.04, colour: 0.78, blue: -0.012, red: 0.012 },
  candlelight: { title: 'Candlelight', contrast: 1.02, lift: -0.045, colour: 1.05, blue: -0.05, red: 0.035 },
  album: { title: 'Old album', contrast: 0.92, lift: 0.01, colour: 0, blue: -0.06, red: 0.04 },
  silver: { title: 'Silver', contrast: 1.1, lift: 0, colour: 0, blue: 0, red: 0 },
};

/** Shares of red, green and blue in luma (bt709), and the steps from colour difference back to RGB. */
const [RED, GREEN, BLUE] = [0.2126, 0.7152, 0.0722] as const;
const [CB, CR] = [2 * (1 - BLUE), 2 * (1 - RED)] as const;

/**
 * A look for RGB from 0 to 1: for each channel of the result the factors of red, green and blue, and what is added.
 * Without `look`: the picture as it is.
 */
export function lookMatrix(name: LookName): [number, number, number, number][] {
  const { contrast, lift, colour, blue, red } = LOOKS[name];
  const added = 0.5 - 0.5 * contrast + lift;
  /** `cb` and `cr`: how much of each colour difference belongs to the channel. */
  const row = (cb: number, cr: number): [number, number, number, number] => {
    const luma = contrast - colour * (cb / CB + cr / CR);
    return [
      RED * luma + (colour * cr) / CR,
      GREEN * luma,
      BLUE * luma + (colour * cb) / CB,
      added + cb * blue + cr * red,
    ];
  };
  return [row(0, CR), row((-BLUE * CB) / GREEN, (-RED * CR) / GREEN), row(CB, 0)];
}
