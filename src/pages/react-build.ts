import { renderToPipeableStream as standard } from 'react-dom/server';
import { renderToPipeableStream as strings } from 'react-dom/server.bun';

/** React's builds for servers: both write the same text. */
export const REACT_BUILDS = { standard, strings };

/** The switch of decision 14: pages, by style sheet, that the string build makes at least 1.3 times cheaper. */
const WRITTEN_AS_STRINGS: ReadonlySet<string> = new Set([
  'contribute',
  'door',
  'occasion',
  'public',
  'recipient',
  'start',
]);

/** React's `renderToPipeableStream` for a page with this sheet. */
export function rendererOf(sheet: string): typeof standard {
  // React's development build warns when two builds share a context, though each restores it before the other runs.
  const isStrings = process.env.NODE_ENV === 'production' && WRITTEN_AS_STRINGS.has(sheet);
  return isStrings ? strings : standard;
}
