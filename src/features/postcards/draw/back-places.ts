import { SAFE } from '../../../shared/postcards.ts';
import type { Box } from './frames.ts';

/* The back of a card, in pixels. Printers of postcards keep its lower right for the address and their own marks. */

/** Message and signature. */
export const WORDS: Box = { x: 96, y: 96, width: 640, height: 700 };
/** The code with its quiet zone, at its largest; for most addresses it is smaller. */
export const CODE: Box = { x: 84, y: 822, width: 384, height: 384 };
/** Words beside the code. */
export const CODE_WORDS: Box = { x: 480, y: 822, width: 256, height: 384 };
/** Left empty for a printer, who fills it in. */
export const ADDRESS: Box = { x: 800, y: 470, width: 940, height: 660 };
export const STAMP: Box = { x: SAFE.x + SAFE.width - 276, y: SAFE.y + 40, width: 236, height: 283 };
export const MIDDLE = 766;
