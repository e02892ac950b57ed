import { createContext, useContext } from 'react';

export interface PageSheet {
  url: string;
  text: string;
}

/** Built files by logical name. Unknown names throw. */
export interface PageAssets {
  /** URL of a file in `static`, such as `art/lena.svg`. */
  file(name: string): string;
  /** A sheet of `static/css/entries`, without `.css`. */
  sheet(name: string): PageSheet;
  /** URLs of an island's chunks: the client, its own, and shared modules. */
  island(name: string): string[];
  /** Source of the inline loader. */
  loader: string;
}

export interface PageRendering {
  assets: PageAssets;
  /** On personal pages; cached ones use hashes. */
  nonce?: string | undefined;
  /** Inlined sheets save a round trip on the first visit; linked ones are cached between pages. */
  inlineSheets: boolean;
  /** Whether browsers report errors of scripts. */
  gathersErrors: boolean;
  /** Whether the loader is on the page already; set by the first island. */
  hasLoader: boolean;
  /** Called when an island can't be rendered; the page continues without it. */
  onIslandError(error: unknown, island: string): void;
}

export const PageContext = createContext<PageRendering | null>(null);

/** For components of `views`, on the server only. */
export function usePage(): PageRendering {
  const page = useContext(PageContext);
  if (!page) throw new Error('This component belongs into a page that renderPage makes.');
  return page;
}
