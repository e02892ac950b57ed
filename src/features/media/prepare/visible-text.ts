/** Marks, joiners and fillers that are invisible on their own. */
const INVISIBLE = /[\p{C}\p{Z}\p{M}\s\u115f\u1160\u3164\uffa0]/gu;

/** Trimmed text; empty if nothing of it is visible. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, '') === '' ? '' : text.trim();
}
