import type { Sharp } from 'sharp';
import { OCCASIONS, type OccasionType } from '../../shared/occasions.ts';
import { textCardPicture } from './prepare/cards.ts';
import { visibleText } from './prepare/visible-text.ts';

/** A text card of a film without a theme. */
export function plainTextCard({ text, name }: { text: string; name: string }, occasion: OccasionType): Promise<Sharp> {
  return textCardPicture(visibleText(text), visibleText(name), OCCASIONS[occasion].tone === 'quiet');
}
