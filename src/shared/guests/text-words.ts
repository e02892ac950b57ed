import { partsOf, plainText } from '../text-parts.ts';

const STOP_LINE = 'Reply STOP to end texts.';

/** A text to a guest: your words, their own link, and how to stop. */
export function textBody(message: string, link: string): string {
  return [plainText(message.trim()), link, STOP_LINE].filter(Boolean).join('\n');
}

/** How many texts it takes, as phone companies count. */
export function textParts(message: string, link: string): number {
  return partsOf(textBody(message, link));
}
