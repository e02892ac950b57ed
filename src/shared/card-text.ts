import { TEXT_LINES_MAX } from './limits.ts';

export const TOO_MANY_LINES = `Up to ${TEXT_LINES_MAX} lines fit on a card. Please take out some line breaks.`;

/** Whether all lines of a text, including empty ones, fit on a card. */
export function hasRoomForLines(text: string): boolean {
  return text.trim().split('\n').length <= TEXT_LINES_MAX;
}
