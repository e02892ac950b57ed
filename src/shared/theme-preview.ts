/** A theme as the chooser shows it: artwork by address, words as text. Pixels of a picture of 1920x1080, seconds. */
export interface ThemePreview {
  /** Empty for the paper of the occasion. */
  id: string;
  name: string;
  about: string;
  /** What is missing for all of it; null if nothing is. */
  note: string | null;
  isQuiet: boolean;
  /** It suits the occasion. */
  isFitting: boolean;
  /** Made by the user who sees it. */
  isOwn: boolean;
  /** Not offered to the user who sees this; their film keeps it. Default: false. */
  isKept?: boolean;
  opening: CardPreview;
  closing: CardPreview;
}

/** What the editor of a theme shows. */
export type ThemeCards = Pick<ThemePreview, 'about' | 'opening' | 'closing'>;

export interface CardPreview {
  /** The whole artwork. */
  url: string;
  /** The same in parts, lowest first; none for a card that stands still. */
  parts: PreviewPart[];
  lines: PreviewLine[];
}

/** How something arrives. */
export interface PreviewEntrance {
  at: number;
  takes: number;
  dx: number;
  dy: number;
  fades: boolean;
}

export interface PreviewPart {
  url: string;
  x: number;
  y: number;
  width: number;
  height: number;
  enters: PreviewEntrance | null;
}

export interface PreviewLine {
  text: string;
  x: number;
  /** Of the baseline. */
  y: number;
  size: number;
  font: string;
  colour: string;
  isCentred: boolean;
  /** SVG transform; null for none. */
  turn: string | null;
  enters: PreviewEntrance;
}
