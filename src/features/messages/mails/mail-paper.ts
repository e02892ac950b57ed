import { oklch } from '../../../platform/draw/colour.ts';
import { type PaperPrint, paperOf } from '../../../shared/occasion-papers.ts';
import { OCCASIONS, type OccasionType } from '../../../shared/occasions.ts';

/** An occasion's wrapping paper for mail programs: those without gradients show its two colours plain. */
export interface MailPaper {
  ground: string;
  /** Of the ground in dark mode, where the print stays. */
  groundDark: string;
  print: string;
  /** CSS of the print over the ground. */
  image: string;
  size: string;
  emoji: string;
}

export function mailPaper(occasion: OccasionType): MailPaper {
  const [h1, c1, h2, c2, kind] = paperOf(occasion);
  const { emoji, tone } = OCCASIONS[occasion];
  const isQuiet = tone === 'quiet';
  const print = oklch(isQuiet ? 0.67 : 0.7, c2, h2);
  const [image, size] = PRINTS[kind](print);
  return {
    ground: oklch(isQuiet ? 0.8 : 0.84, c1, h1),
    groundDark: oklch(isQuiet ? 0.45 : 0.5, c1 * 0.8, h1),
    print,
    image,
    size,
    emoji,
  };
}

const dot = (colour: string, x: number, y: number, radius: number) =>
  `radial-gradient(circle at ${x}% ${y}%,${colour} ${radius}px,transparent ${radius + 1}px)`;
const leaf = (colour: string, x: number, y: number) =>
  `radial-gradient(ellipse 5px 10px at ${x}% ${y}%,${colour} 92%,transparent)`;
const arc = (colour: string, side: 'top' | 'bottom') =>
  `radial-gradient(circle at 50% ${side === 'top' ? 0 : 100}%,transparent 10px,${colour} 11px,${colour} 13px,transparent 14px)`;
const bars = (colour: string, angle: number, ...stops: [from: number, to: number][]) =>
  `linear-gradient(${angle}deg,${stops.map(([from, to]) => `transparent ${from}%,${colour} ${from}%,${colour} ${to}%,transparent ${to}%`).join(',')})`;

/** Each print of the pages' papers, as simply as gradients draw it: an image and the size of its tile. */
const PRINTS: Readonly<Record<PaperPrint, (colour: string) => [image: string, size: string]>> = {
  confetti: (c) => [
    [dot(c, 20, 25, 4), dot(c, 70, 15, 2), dot(c, 55, 60, 5), dot(c, 15, 80, 2)].join(','),
    '44px 44px',
  ],
  sprig: (c) => [[leaf(c, 25, 30), leaf(c, 75, 75)].join(','), '36px 36px'],
  stripe: (c) => [bars(c, 90, [0, 32], [54, 61]), '56px 56px'],
  star: (c) => [[dot(c, 25, 25, 4), dot(c, 75, 75, 4), dot(c, 75, 25, 1), dot(c, 25, 75, 1)].join(','), '36px 36px'],
  scallop: (c) => [arc(c, 'top'), '28px 16px'],
  wave: (c) => [arc(c, 'bottom'), '28px 16px'],
  check: (c) => [[bars(c, 90, [0, 50]), bars(c, 0, [0, 20])].join(','), '32px 32px'],
  laid: (c) => [bars(c, 0, [0, 10]), '100% 9px'],
  heart: (c) => [[dot(c, 30, 35, 5), dot(c, 45, 35, 5), dot(c, 80, 80, 2)].join(','), '40px 36px'],
  herringbone: (c) => [bars(c, 135, [0, 18], [50, 68]), '20px 20px'],
  cap: (c) => [[bars(c, 45, [0, 25], [75, 100]), bars(c, 135, [40, 60])].join(','), '40px 40px'],
  pomegranate: (c) => [[dot(c, 25, 30, 8), dot(c, 75, 80, 8), dot(c, 75, 30, 2)].join(','), '44px 44px'],
};
