import { createContext, useContext } from 'react';

/** A style sheet as a page uses it. */
export interface PageSheet {
  url: string;
  text: string;
}

/** What the build made, by logical name. Asking for something that does not exist throws. */
export interface PageAssets {
  /** Address of a file below `static`, e.g. `art/lena.svg`. */
  file(name: string): string;
  /** A sheet of `static/css/entries` without `.css`. */
  sheet(name: string): PageSheet;
  /** Addresses of the chunks of an island: the client, its own, and what both import. */
  island(name: string): string[];
  /** Source of the inlined loader. */
  loader: string;
}

/** One rendering of one page. */
export interface PageRendering {
  assets: PageAssets;
  /** Given on personal pages; cached ones are covered by hashes. */
  nonce?: string | undefined;
  /** Inlined sheets save a round trip on a first visit; linked ones are kept by the browser between pages. */
  inlineSheets: boolean;
  /** Whether the loader stands on the page already; set by the first island. */
  hasLoader: boolean;
  /** An island could not be rendered; the page goes on without it. */
  onIslandError(error: unknown, island: string): void;
}

export const PageContext = createContext<PageRendering | null>(null);

/** For components of `views`, on the server only. */
export function usePage(): PageRendering {
  const page = useContext(PageContext);
  if (!page) throw new Error('This component belongs into a page that renderPage makes.');
  return page;
}
