/**
 * Bidirectional overrides and invisible controls. Joiners and direction marks stay: emoji and some scripts need them.
 */
export const HIDDEN = '\\u202A-\\u202E\\u2060-\\u206F\\u180E\\uFEFF\\uFFF9-\\uFFFB';

/** Untrusted text, such as a file name, without invisible and direction-changing characters. */
export function withoutHidden(value: string): string {
  return value.replace(new RegExp(`[${HIDDEN}]`, 'gu'), '');
}

/** A name as it was typed or pasted, without what the server refuses in a line. */
export function typedLine(value: string): string {
  return withoutHidden(value)
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

/** The same for text of several lines. */
export function typedText(value: string): string {
  return withoutHidden(value)
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .trim();
}
