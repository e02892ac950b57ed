import { renderToPipeableStream as standard } from 'react-dom/server';
import { renderToPipeableStream as strings } from 'react-dom/server.bun';

/** React's builds for servers: both write the same text. */
export const REACT_BUILDS = { standard, strings };

/** The switch of decision 14: personal pages, by style sheet, that the string build makes at least 1.3 times cheaper. */
const WRITTEN_AS_STRINGS: ReadonlySet<string> = new Set(['contribute', 'recipient', 'site']);

/** React's `renderToPipeableStream` for a personal page with this sheet; null for anonymous pages. */
export function rendererOf(sheet: string | null): typeof standard {
  // React's development build warns when two builds share a context, though each restores it before the other runs.
  const isStrings = process.env.NODE_ENV === 'production' && sheet !== null && WRITTEN_AS_STRINGS.has(sheet);
  return isStrings ? strings : standard;
}
