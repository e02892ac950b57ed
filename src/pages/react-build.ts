import { renderToPipeableStream as standard } from 'react-dom/server';
import { renderToPipeableStream as asStrings } from 'react-dom/server.bun';

/** Rendered for one visitor, or once for all who are not known. */
export type PageKind = 'personal' | 'anonymous';

/** The switch of decision 14: which of React's builds writes which pages. */
const BUILD_OF: Record<PageKind, typeof standard> = { personal: asStrings, anonymous: standard };

/** React's `renderToPipeableStream` for pages of this kind. */
export function rendererOf(kind: PageKind): typeof standard {
  return BUILD_OF[kind];
}
