import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ComponentType, ReactElement } from 'react';
import { PageContext, type PageRendering } from '../../views/base/page-context.ts';
import { Document, inlines, type PageHead } from '../../views/layout/document.tsx';
import type { Assets } from '../platform/assets.ts';
import type { FrontCache, PageAddress, PageSource } from '../platform/front-cache/front-cache.ts';
import type { RenderedPage } from '../platform/page-entry.ts';
import { PageAnswer } from './page-answer.ts';
import { commonHeaders, contentPolicy, type PolicySources, sha256Source } from './page-headers.ts';
import { WholePage } from './page-text.ts';
import { rendererOf } from './react-build.ts';

/** A view with its data. */
export interface Page<P extends object> {
  view: ComponentType<P>;
  props: P;
  head: PageHead;
  /** Default: 200. */
  status?: number;
}

export interface PageDeps extends PolicySources {
  assets: Assets;
  front: FrontCache;
  /** Whether browsers report errors. Default: false. */
  gathersErrors?: boolean;
  /** Called with errors inside a page that is sent anyway. */
  onError: (error: unknown) => void;
  /** Timeout for rendering a personal page, in milliseconds. Default: 10 s. */
  timeLimit?: number;
}

/** Tag of the layout with its announcements, which all pages contain. */
export const LAYOUT_TAG = 'layout';

/** A cacheable page: `load` gets only its canonical path and allowed query keys. */
export interface AnonymousPage extends Omit<PageSource, 'render'> {
  load(address: PageAddress): Promise<AnyPage> | AnyPage;
}

/** A page with its props bound by `page()`. */
export interface AnyPage {
  head: PageHead;
  status?: number;
  element: ReactElement;
}

export interface Pages {
  /**
   * Renders a personal page: nonce, `private, no-store`, not indexed. Resolves when it is sent; rejects on errors
   * before that, for the app's error handler.
   */
  renderPage<P extends object>(req: IncomingMessage, res: ServerResponse, page: Page<P>): Promise<void>;
  /** A handler for a cacheable page: rendered once, then served by the front cache. */
  anonymousPage(source: AnonymousPage): (req: IncomingMessage, res: ServerResponse) => Promise<void>;
}

/** Binds a view to its props. */
export function page<P extends object>({ view: View, props, head, status }: Page<P>): AnyPage {
  return { head, status, element: <View {...props} /> };
}

/** Creates the renderers for personal and cacheable pages. */
export function createPages(deps: PageDeps): Pages {
  return {
    renderPage: (req, res, given) => renderPersonal(deps, req, res, page(given)),
    anonymousPage: ({ load, ...source }) => {
      const render: PageSource['render'] = async (address, signal) =>
        renderAnonymous(deps, await load(address), signal);
      const tags = [LAYOUT_TAG, ...(source.tags ?? [])];
      return (req, res) => deps.front.serve(req, res, { ...source, tags, render });
    },
  };
}

function wholeDocument({ head, element }: AnyPage, rendering: PageRendering): ReactElement {
  return (
    <PageContext.Provider value={rendering}>
      <Document head={head}>{element}</Document>
    </PageContext.Provider>
  );
}

async function renderPersonal(
  deps: PageDeps,
  req: IncomingMessage,
  res: ServerResponse,
  given: AnyPage,
): Promise<void> {
  const nonce = randomBytes(16).toString('base64url');
  const rendering: PageRendering = {
    assets: deps.assets,
    nonce,
    inlineSheets: false,
    gathersErrors: deps.gathersErrors ?? false,
    hasLoader: false,
    onIslandError: deps.onError,
  };
  const source = `nonce-${nonce}`;
  const headers: Record<string, string> = {
    ...commonHeaders(deps),
    'Content-Security-Policy': contentPolicy(deps, {
      script: [source],
      style: [source],
      pictures: given.head.pictureOrigins ?? [],
      forms: given.head.formOrigins ?? [],
    }),
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex, nofollow',
    'Referrer-Policy': given.head.referrer ?? 'strict-origin-when-cross-origin',
    Vary: 'Accept-Encoding, Cookie',
  };
  await new Promise<void>((resolve, reject) => {
    let begun = false;
    const early: unknown[] = [];
    const stream = rendererOf(given.head.sheet ?? 'site')(wholeDocument(given, rendering), {
      nonce,
      onShellReady() {
        begun = true;
        for (const error of early) deps.onError(error);
        for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
        res.statusCode = given.status ?? 200;
        stream.pipe(new PageAnswer(req, res));
      },
      onShellError: reject,
      onError: (error) => {
        // Before the shell is sent, this may be the shell's own error, which is thrown.
        if (!begun) early.push(error);
        else if (!res.destroyed) deps.onError(error);
      },
    });
    const limit = deps.timeLimit ?? 10_000;
    const timer = setTimeout(() => stream.abort(new Error(`The page was not complete after ${limit} ms`)), limit);
    timer.unref();
    res.once('close', () => {
      clearTimeout(timer);
      if (!res.writableFinished) stream.abort(new Error('The visitor has gone'));
      resolve();
    });
  });
}

async function renderAnonymous(deps: PageDeps, given: AnyPage, signal: AbortSignal): Promise<RenderedPage> {
  const rendering: PageRendering = {
    assets: deps.assets,
    inlineSheets: true,
    gathersErrors: deps.gathersErrors ?? false,
    hasLoader: false,
    onIslandError: deps.onError,
  };
  const sheet = deps.assets.sheet(given.head.sheet ?? 'site');
  const { body, links } = await renderWhole(given, rendering, signal);
  const indexed = given.head.indexed !== false && (given.status ?? 200) === 200;
  return {
    status: given.status ?? 200,
    body,
    headers: {
      ...commonHeaders(deps),
      ...(links && { Link: links }),
      'Content-Security-Policy': contentPolicy(deps, {
        script: rendering.hasLoader ? [deps.assets.loaderHash] : [],
        style: inlines(rendering, sheet.text) ? [styleHash(sheet.text)] : [],
      }),
      // Browsers revalidate, so that a user sees the personal page right after signing in.
      'Cache-Control': 'no-cache',
      'Referrer-Policy': given.head.referrer ?? 'strict-origin-when-cross-origin',
      ...(!indexed && { 'X-Robots-Tag': 'noindex, nofollow' }),
    },
  };
}

const styleHashes = new Map<string, string>();

function styleHash(text: string): string {
  const known = styleHashes.get(text) ?? sha256Source(text);
  styleHashes.set(text, known);
  return known;
}

/**
 * Renders completely; any error rejects, as partial pages must not be cached. `links` become the `Link` header: early
 * hints for the largest picture.
 */
function renderWhole(
  given: AnyPage,
  rendering: PageRendering,
  signal: AbortSignal,
): Promise<{ body: string; links?: string }> {
  return new Promise((resolve, reject) => {
    let links: string | undefined;
    const stream = rendererOf(given.head.sheet ?? 'site')(wholeDocument(given, rendering), {
      // Otherwise React delays late parts and moves them with inline scripts, which cached pages can't contain.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onHeaders: (headers) => {
        links = headers.Link;
      },
      onAllReady: () => stream.pipe(new WholePage((body) => resolve({ body, links }), reject)),
      onShellError: reject,
      onError: reject,
    });
    signal.addEventListener('abort', () => stream.abort(signal.reason), { once: true });
  });
}
